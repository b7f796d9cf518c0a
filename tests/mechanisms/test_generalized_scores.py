from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vicinage.errors import ParameterError
from vicinage.mechanisms import generalized_scores
from vicinage.privacy import ZCDP, Exact, PureDP


def scores(counts, sensitivities, epsilon=1):
    hidden = Exact(np.array(counts))
    return generalized_scores(hidden, np.array(sensitivities), loss=PureDP(epsilon)).reveal()


def naive(counts, sensitivities, handicap):
    worth = [q - handicap * s for q, s in zip(counts, sensitivities, strict=True)]
    return [
        min(Fraction(w - v, s + t) for v, t in zip(worth, sensitivities, strict=True))
        for w, s in zip(worth, sensitivities, strict=True)
    ]


@given(
    candidates=st.lists(
        st.tuples(st.integers(0, 1000), st.sampled_from([1, 3, 11, 26])), min_size=1, max_size=9
    )
)
def test_scores_are_the_worst_comparison_to_one_unit_of_the_grid(candidates):
    counts, sensitivities = zip(*candidates, strict=True)
    handicap = int(np.ceil(2 * np.log(len(counts) / 0.05)))

    found = scores(counts, sensitivities)

    exact = naive(counts, sensitivities, handicap)
    assert all(Fraction(1, 2**20) > x - Fraction(f) >= 0 for x, f in zip(exact, found, strict=True))


def test_no_score_moves_by_more_than_one_when_every_count_moves_by_its_sensitivity():
    sensitivities = np.array([1, 2, 5])
    moves = [np.array(signs) * sensitivities for signs in product((-1, 0, 1), repeat=3)]

    worst = max(
        np.abs(scores(start, sensitivities) - scores(start + move, sensitivities)).max()
        for start in (np.array([7, 9, 30]), np.array([50, 40, 60]), np.array([9, 9, 9]))
        for move in moves
    )

    assert worst == 1


def test_with_one_sensitivity_the_order_is_that_of_the_counts():
    assert scores([4, 9, 7], [2, 2, 2]).tolist() == [-1.25, 0.0, -0.5]


@pytest.mark.parametrize(
    "sensitivities", [[1], [0, 1], [1.0, 2.0], [[1, 2]], [1, 2**21 + 1]], ids=str
)
def test_sensitivities_that_do_not_fit_are_refused(sensitivities):
    with pytest.raises(ParameterError, match="sensitivities must be a whole number from 1 to 2"):
        scores([3, 4], sensitivities)


def test_a_tiny_epsilon_does_not_overflow():
    counts, sensitivities = [2**33, 0], [2**21, 1]

    for epsilon in ("1e-6", "1e-400"):
        found = scores(counts, sensitivities, epsilon)

        exact = naive(counts, sensitivities, 2**20)
        assert [Fraction(f) for f in found] == [Fraction(x * 2**20 // 1, 2**20) for x in exact]


def test_counts_outside_their_range_are_taken_to_its_ends():
    assert scores([2**62, -(2**62)], [1, 3]).tolist() == scores([2**33, 0], [1, 3]).tolist()


def test_another_kind_of_loss_is_refused():
    with pytest.raises(ParameterError, match="loss must be a PureDP, got ZCDP"):
        generalized_scores(Exact(np.array([1])), np.array([1]), loss=ZCDP(1))
