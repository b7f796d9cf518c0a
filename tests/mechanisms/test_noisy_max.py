from fractions import Fraction
from itertools import permutations, product
from math import exp, factorial, inf, nan

import numpy as np
import pytest

from support.sampling import FALSE_ALARM, p_value
from vicinage.errors import ParameterError
from vicinage.mechanisms import NoisyMax
from vicinage.privacy import ZCDP, Exact, PureDP
from vicinage.testing import check_mechanism

GRID = [(a, b) for a in product(range(4), repeat=3) for b in product((-1, 0, 1), repeat=3)]


def permute_and_flip(scores, scale):
    """The law by its definition: over every order in which the candidates may be asked."""
    law, best = np.zeros(len(scores)), max(scores)
    for order in permutations(range(len(scores))):
        missed = 1.0
        for candidate in order:
            heads = exp((scores[candidate] - best) / scale)
            law[candidate] += missed * heads / factorial(len(scores))
            missed *= 1 - heads
    return law


@pytest.mark.parametrize(
    "scores", [[0.0], [1, 1], [0, 1, 3], [5, 5, 4, -2], [0, -1, -2, -50, -900]]
)
@pytest.mark.parametrize("scale", [0.3, 1, 40])
def test_the_law_is_that_of_permute_and_flip(scores, scale):
    mechanism = NoisyMax(sensitivity=Fraction(scale) / 2, loss=PureDP(1))

    law = mechanism.distribution(np.array(scores, dtype=float))

    assert law == pytest.approx(permute_and_flip(scores, scale), abs=1e-12)


def test_the_law_of_many_candidates_sums_to_one():
    scores = -np.abs(np.arange(5000) - 60.0)

    law = NoisyMax(sensitivity=1, loss=PureDP("0.1")).distribution(scores)

    assert law.sum() == pytest.approx(1, abs=1e-11)


@pytest.mark.parametrize("epsilon", ["0.2", "1", "5"])
def test_the_exact_law_keeps_epsilon_for_every_change_of_every_score(epsilon):
    mechanism = NoisyMax(sensitivity=1, loss=PureDP(epsilon))
    pairs = [(a, tuple(x + y for x, y in zip(a, b, strict=True))) for a, b in GRID]

    share = check_mechanism(
        lambda s: mechanism.distribution(np.array(s, dtype=float)), pairs, mechanism.loss
    )

    assert share > 0.5


def test_half_the_scale_breaks_epsilon():
    narrow = NoisyMax(sensitivity=0.5, loss=PureDP(1))

    with pytest.raises(AssertionError, match="use 2 of"):
        check_mechanism(
            lambda s: narrow.distribution(np.array(s, dtype=float)),
            [((0, 30, 30), (1, 29, 29))],
            PureDP(1),
        )


def test_draws_follow_the_law_and_not_that_of_another_scale():
    scores = np.array([0.0, 1.0, 2.5, 3.0, 3.0, -4.0])
    mechanism = NoisyMax(sensitivity=1, loss=PureDP(1))
    other = NoisyMax(sensitivity=1, loss=PureDP("1.5"))

    draws = [mechanism.release(Exact(scores)).value for _ in range(4000)]

    assert p_value(draws, mechanism.distribution(scores)) > FALSE_ALARM
    assert p_value(draws, other.distribution(scores)) < FALSE_ALARM


@pytest.mark.parametrize("sensitivity", [0, -1, inf, nan])
def test_a_sensitivity_that_is_not_above_0_is_refused(sensitivity):
    with pytest.raises(ParameterError, match="sensitivity must be finite and above 0, got"):
        NoisyMax(sensitivity=sensitivity, loss=PureDP(1))


def test_a_sensitivity_that_is_no_number_is_refused():
    with pytest.raises(ParameterError, match="sensitivity must be a number above 0, got str"):
        NoisyMax(sensitivity="1", loss=PureDP(1))


def test_another_kind_of_loss_is_refused():
    with pytest.raises(ParameterError, match="loss must be a PureDP, got ZCDP"):
        NoisyMax(sensitivity=1, loss=ZCDP(1))


@pytest.mark.parametrize("scores", [[], [[1.0]], [1, 2]])
def test_scores_that_are_no_list_of_floats_are_refused(scores):
    with pytest.raises(ParameterError, match="scores must hold one float for each of at least one"):
        NoisyMax(sensitivity=1, loss=PureDP(1)).release(Exact(np.array(scores)))


def test_scores_that_float64_would_round_are_refused():
    # Where a long double is no longer than a float64 there is nothing to refuse.
    if np.can_cast(np.longdouble, np.float64):
        pytest.skip("long doubles are float64 here")
    with pytest.raises(ParameterError, match="scores must hold one float for each of at least one"):
        NoisyMax(sensitivity=1, loss=PureDP(1)).release(Exact(np.zeros(2, dtype=np.longdouble)))


@pytest.mark.parametrize("bad", [nan, inf, -inf])
def test_scores_that_are_not_finite_are_refused(bad):
    with pytest.raises(ParameterError, match="scores must be finite"):
        NoisyMax(sensitivity=1, loss=PureDP(1)).release(Exact(np.array([1.0, bad])))
