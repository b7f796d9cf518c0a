import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.outlier_worlds import allowed_answers, answers
from support.sampling import FALSE_ALARM, p_value
from vicinage.errors import ParameterError
from vicinage.mechanisms import InverseSensitivity, SensitivityProfile, SmoothInverse
from vicinage.privacy import ApproxDP, Exact, PureDP
from vicinage.testing import check_mechanism

WORLDS = [(5, 9, 1, 1), (6, 9, 1, 2), (7, 8, 1, 3), (6, 9, 2, 2)]  # rows, places, radius, k
KNOWN = SensitivityProfile((1, 2, 3), cap=5)


def law(mechanism):
    return lambda answer: mechanism.distribution(*answer)


def naive_law(count, known, largest, unit):
    """By the definition: every whole number weighed, then those outside taken to the ends."""
    endless = [*known.bounds, *[known.cap] * 2000]

    def cost(distance):
        costs = []
        for prepared in range(len(known.bounds) + 2):
            moves, reached = 0, 0
            while reached < distance:
                reached += endless[prepared + moves]
                moves += 1
            costs.append(prepared + 2 * moves)
        return min(costs)

    weights = np.zeros(largest + 1)
    far = largest + known.cap * math.ceil(20 * unit)
    for distance in range(far):
        for y in {count - distance, count + distance}:
            weights[min(max(y, 0), largest)] += math.exp(-cost(distance) / unit)
    return weights / weights.sum()


@st.composite
def situations(draw):
    cap = draw(st.integers(1, 9))
    bounds = draw(st.lists(st.integers(1, cap), min_size=1, max_size=6))
    largest = draw(st.integers(1, 25))
    count = draw(st.integers(0, largest))
    return count, SensitivityProfile(tuple(sorted(bounds)), cap), largest


@settings(max_examples=40)
@given(situation=situations(), epsilon=st.sampled_from([2, 5, 20]))
def test_the_law_is_that_of_the_definition(situation, epsilon):
    count, known, largest = situation
    mechanism = SmoothInverse(loss=PureDP(epsilon), largest=largest)

    found = mechanism.distribution(count, known)

    expected = naive_law(count, known, largest, mechanism.unit)
    assert found == pytest.approx(expected, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("epsilon", ["0.3", "1", "4"])
@pytest.mark.parametrize("world", WORLDS)
@pytest.mark.parametrize("t_max", [0, 1, 6])
def test_every_pair_of_neighbouring_tables_keeps_epsilon(world, epsilon, t_max):
    mechanism = SmoothInverse(loss=PureDP(epsilon), largest=world[0])

    check_mechanism(law(mechanism), answers(*world, t_max=t_max), mechanism.loss)


@pytest.mark.parametrize("epsilon", ["0.3", "1", "4"])
def test_every_pair_of_profiles_that_the_facts_allow_keeps_epsilon(epsilon):
    mechanism = SmoothInverse(loss=PureDP(epsilon), largest=6)

    share = check_mechanism(law(mechanism), allowed_answers(3, 5, 6), mechanism.loss)

    assert share > 0.6


def test_a_smaller_unit_breaks_epsilon():
    mechanism = SmoothInverse(loss=PureDP("0.3"), largest=6)

    with pytest.raises(AssertionError, match="of PureDP"):
        check_mechanism(law(mechanism), allowed_answers(3, 5, 6), PureDP("0.28"))


@pytest.mark.parametrize("world", WORLDS)
def test_a_profile_that_goes_on_with_its_last_bound_breaks_it(world):
    mechanism = SmoothInverse(loss=PureDP(1), largest=world[0])
    wrong = [
        tuple((count, SensitivityProfile(p.bounds, p.bounds[-1])) for count, p in pair)
        for pair in answers(*world, t_max=0)
    ]

    with pytest.raises(AssertionError, match="of PureDP"):
        check_mechanism(law(mechanism), wrong, mechanism.loss)


@pytest.mark.parametrize(("epsilon", "largest"), [("0.01", 10), ("1", 10**7), ("50", 10**9)])
def test_the_unit_pays_for_all_rounding(epsilon, largest):
    unit = Fraction(SmoothInverse(loss=PureDP(epsilon), largest=largest).unit)

    # Three costs, and four times the error of an end's score, by the bounds of the proof.
    rounding = Fraction(2 * largest, 2**52) / unit + Fraction(1, 2**40)
    assert 3 / unit + 4 * rounding <= Fraction(epsilon)
    assert 3 / unit > Fraction(epsilon) * Fraction(999, 1000)


@pytest.mark.parametrize("epsilon", ["0.2", "1", "2"])
@pytest.mark.parametrize(("first", "cap"), [(2, 41), (3, 101), (6, 241)])
def test_it_is_better_than_inverse_sensitivity_on_profiles_like_those_of_outliers(
    first, cap, epsilon
):
    known = SensitivityProfile(tuple(min(cap, first + 2 * t) for t in range(2 * cap)), cap)
    distance = np.abs(np.arange(2001) - 20)

    smooth, inverse = (
        kind(loss=PureDP(epsilon), largest=2000).distribution(20, known) @ distance
        for kind in (SmoothInverse, InverseSensitivity)
    )

    assert smooth < inverse


def test_draws_follow_the_law_and_not_that_of_another_epsilon():
    mechanism = SmoothInverse(loss=PureDP(2), largest=20)
    other = SmoothInverse(loss=PureDP("2.5"), largest=20)

    draws = [mechanism.release(Exact(7), Exact(KNOWN)).value for _ in range(6000)]

    assert p_value(draws, mechanism.distribution(7, KNOWN)) > FALSE_ALARM
    assert p_value(draws, other.distribution(7, KNOWN)) < FALSE_ALARM


@pytest.mark.parametrize("cap", [5, 61, 881])
@pytest.mark.parametrize("epsilon", ["0.2", "1", "4"])
def test_bounds_beyond_t_max_hardly_change_the_expected_error(cap, epsilon):
    mechanism = SmoothInverse(loss=PureDP(epsilon), largest=2000)

    def error(steps):
        known = SensitivityProfile(tuple(min(cap, 1 + t) for t in range(steps)), cap)
        return mechanism.distribution(900, known) @ np.abs(np.arange(2001) - 900)

    enough = mechanism.t_max(cap) + 1
    assert error(enough) == pytest.approx(error(enough + 50), abs=1e-4)


def test_bad_parameters_are_refused():
    with pytest.raises(ParameterError, match="loss must be a PureDP, got ApproxDP"):
        SmoothInverse(loss=ApproxDP(1, 0.1), largest=5)
    with pytest.raises(ParameterError, match="largest must be a whole number above 0, got True"):
        SmoothInverse(loss=PureDP(1), largest=True)
    with pytest.raises(ParameterError, match="loss must have an epsilon of at least 1e-6, got"):
        SmoothInverse(loss=PureDP("1e-7"), largest=5)
