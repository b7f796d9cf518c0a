import math
from decimal import Context, Decimal, localcontext
from functools import cache
from itertools import combinations_with_replacement, permutations, product

import numpy as np
import pytest

from vicinage.categorical.association import conditional_entropy, mutual_information
from vicinage.categorical.selection import (
    SCORES,
    _units,
    conditional_entropy_score,
    l1_score,
    score_sensitivity,
)
from vicinage.mechanisms import GumbelMax, NoisyMax
from vicinage.privacy import ZCDP, PureDP
from vicinage.testing import check_mechanism

SCORE_OF = {"l1": l1_score, "conditional_entropy": conditional_entropy_score}


def tables(shape, n):
    """All tables of n records, each with the tables of one record replaced."""
    cells = math.prod(shape)
    for chosen in combinations_with_replacement(range(cells), n):
        table = np.bincount(chosen, minlength=cells)
        moves = product(sorted(set(chosen)), range(cells))
        yield (
            table.reshape(shape),
            [moved(table, out, into).reshape(shape) for out, into in moves if out != into],
        )


def moved(table, out, into):
    other = table.copy()
    other[out] -= 1
    other[into] += 1
    return other


@pytest.mark.parametrize("score", SCORES)
@pytest.mark.parametrize(
    ("shape", "n"), [((2, 2), 1), ((2, 2), 9), ((2, 3), 5), ((3, 2), 5), ((3, 3), 4)]
)
def test_no_replacement_of_a_record_moves_a_score_by_more_than_its_sensitivity(score, shape, n):
    measure = SCORE_OF[score]
    largest = max(
        abs(measure(table) - measure(other))
        for table, others in tables(shape, n)
        for other in others
    )

    assert largest <= score_sensitivity(score, n)


def test_the_sensitivity_of_l1_is_nearly_reached():
    table = np.array([[1, 0, 0], [0, 0, 6], [0, 8, 45]])
    other = np.array([[0, 0, 0], [0, 1, 6], [0, 8, 45]])

    assert abs(l1_score(table) - l1_score(other)) in (5, 6)


def test_the_sensitivity_by_entropy_is_reached_but_for_the_rounding():
    n = 1000
    together = np.array([[n - 1, 0], [1, 0]])
    apart = np.array([[n, 0], [0, 0]])

    moved_by = abs(conditional_entropy_score(together) - conditional_entropy_score(apart))

    assert score_sensitivity("conditional_entropy", n) - 12 <= moved_by
    # Delta = (log2 n) / n + (n - 1) / n * log2(n / (n - 1)), in units of 1 / 1024 bit, times n
    delta = math.log2(n) + (n - 1) * math.log2(n / (n - 1))
    assert moved_by == pytest.approx(1024 * delta, abs=2)


@pytest.mark.parametrize("n", [1, 2, 10, 10**6, 10**9])
def test_the_stated_sensitivity_is_above_the_exact_one_and_hardly_more(n):
    delta = n * math.log2(n) - ((n - 1) * math.log2(n - 1) if n > 1 else 0)

    assert 7 <= score_sensitivity("conditional_entropy", n) - 1024 * delta <= 13


def test_each_term_of_an_entropy_is_within_one_unit_of_its_value_to_fifty_digits():
    rng = np.random.default_rng(4)
    counts = np.unique(np.concatenate([np.arange(1, 2000), rng.integers(1, 2 * 10**9, 500)]))

    with localcontext(Context(prec=50)):
        exact = [1024 * Decimal(int(t)) * Decimal(int(t)).ln() / Decimal(2).ln() for t in counts]
        errors = [abs(int(u) - x) for u, x in zip(_units(counts), exact, strict=True)]

    assert max(errors) < Decimal("0.6")


def test_scores_are_those_of_the_definitions():
    rng = np.random.default_rng(1)
    for _ in range(50):
        table = rng.integers(0, 30, (3, 4))
        n = table.sum()
        joint = table / n
        independent = np.outer(joint.sum(axis=1), joint.sum(axis=0))

        assert l1_score(table) == pytest.approx(n * np.abs(joint - independent).sum(), abs=1.001)
        assert conditional_entropy_score(table) / 1024 == pytest.approx(
            -n * conditional_entropy(table), abs=0.02
        )


def test_the_score_by_entropy_ranks_as_mutual_information_does():
    rng = np.random.default_rng(2)
    target = rng.integers(0, 3, 500)
    others = [np.where(rng.random(500) < p, target, rng.integers(0, 3, 500)) for p in (0.1, 0.6)]
    counted = [np.histogram2d(target, other, bins=3)[0].astype(int) for other in others]

    scores = [conditional_entropy_score(table) for table in counted]
    informations = [mutual_information(table) for table in counted]

    assert scores[0] < scores[1]
    assert informations[0] < informations[1]


def test_counts_of_a_thousand_million_records_do_not_overflow():
    half = 10**9 // 2
    table = np.array([[half, 0], [0, half]])

    assert l1_score(table) == 2 * half
    assert conditional_entropy_score(table) == 0


def rounds(law, scores, k):
    """The probabilities of all ordered choices of k candidates, one after the other."""
    probabilities = []
    for order in permutations(range(len(scores)), k):
        left, probability = list(range(len(scores))), 1.0
        for candidate in order:
            chances = law(tuple(scores[i] for i in left))
            probability *= chances[left.index(candidate)]
            left.remove(candidate)
        probabilities.append(probability)
    return probabilities


@pytest.mark.parametrize("score", SCORES)
@pytest.mark.parametrize("loss", [PureDP("0.5"), ZCDP("0.05")], ids=["pure", "zcdp"])
def test_two_rounds_of_selection_keep_their_promise_on_every_small_table(score, loss):
    # Three records of four binary columns: the first is the target, the others are candidates.
    n, measure = 3, SCORE_OF[score]
    records = list(product((0, 1), repeat=4))

    def scores(chosen):
        counted = [np.zeros((2, 2), int) for _ in range(3)]
        for record in chosen:
            for candidate, table in enumerate(counted):
                table[record[0], record[candidate + 1]] += 1
        return tuple(float(measure(table)) for table in counted)

    one = PureDP(loss.epsilon / 2) if isinstance(loss, PureDP) else ZCDP(loss.rho / 2)
    mechanism_class = NoisyMax if isinstance(loss, PureDP) else GumbelMax
    selector = mechanism_class(sensitivity=score_sensitivity(score, n), loss=one)

    @cache
    def law(left):
        return selector.distribution(np.array(left))

    pairs = set()
    for chosen in combinations_with_replacement(records, n):
        before = scores(chosen)
        pairs |= {
            (before, after)
            for place in range(n)
            for record in records
            if (after := scores((*chosen[:place], record, *chosen[place + 1 :]))) != before
        }

    used = check_mechanism(lambda exact: rounds(law, exact, 2), sorted(pairs), loss)

    assert used > 0.05  # the world is not so small that nothing is tested
