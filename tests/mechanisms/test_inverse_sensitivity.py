import numpy as np
import pytest

from support.outlier_worlds import allowed_answers, answers
from support.sampling import FALSE_ALARM, p_value
from vicinage.errors import ParameterError
from vicinage.mechanisms import InverseSensitivity, SensitivityProfile
from vicinage.privacy import ApproxDP, Exact, PureDP
from vicinage.testing import check_mechanism

WORLDS = [(5, 9, 1, 1), (6, 9, 1, 2), (7, 8, 1, 3), (6, 9, 2, 2)]  # rows, places, radius, k
KNOWN = SensitivityProfile((1, 2, 3), cap=5)


def law(mechanism):
    return lambda answer: mechanism.distribution(*answer)


@pytest.mark.parametrize("epsilon", ["0.3", "1", "4"])
@pytest.mark.parametrize("world", WORLDS)
@pytest.mark.parametrize("t_max", [0, 1, 6])
def test_every_pair_of_neighbouring_tables_keeps_epsilon(world, epsilon, t_max):
    mechanism = InverseSensitivity(loss=PureDP(epsilon), largest=world[0])

    check_mechanism(law(mechanism), answers(*world, t_max=t_max), mechanism.loss)


@pytest.mark.parametrize("epsilon", ["0.3", "1", "4"])
def test_every_pair_of_profiles_that_the_facts_allow_keeps_epsilon(epsilon):
    mechanism = InverseSensitivity(loss=PureDP(epsilon), largest=6)

    share = check_mechanism(law(mechanism), allowed_answers(3, 5, 6), mechanism.loss)

    assert share > 0.6


@pytest.mark.parametrize("world", WORLDS)
def test_a_profile_that_goes_on_with_its_last_bound_breaks_it(world):
    mechanism = InverseSensitivity(loss=PureDP(4), largest=world[0])
    wrong = [
        tuple((count, SensitivityProfile(p.bounds, p.bounds[-1])) for count, p in pair)
        for pair in answers(*world, t_max=0)
    ]

    with pytest.raises(AssertionError, match="of PureDP"):
        check_mechanism(law(mechanism), wrong, mechanism.loss)


def test_the_scores_are_the_numbers_of_replacements_counted_one_by_one():
    mechanism = InverseSensitivity(loss=PureDP(1), largest=30)

    def needed(distance):
        return next(i for i in range(50) if sum(([1, 2, 3] + [5] * 50)[:i]) >= distance)

    scores = mechanism._scores(9, KNOWN)

    assert scores.tolist() == [-needed(abs(y - 9)) for y in range(31)]


def test_draws_follow_the_law_and_not_that_of_another_epsilon():
    mechanism = InverseSensitivity(loss=PureDP(2), largest=20)
    other = InverseSensitivity(loss=PureDP("2.5"), largest=20)

    draws = [mechanism.release(Exact(7), Exact(KNOWN)).value for _ in range(6000)]

    assert p_value(draws, mechanism.distribution(7, KNOWN)) > FALSE_ALARM
    assert p_value(draws, other.distribution(7, KNOWN)) < FALSE_ALARM


@pytest.mark.parametrize("cap", [5, 61, 881])
@pytest.mark.parametrize("epsilon", ["0.2", "1", "4"])
def test_bounds_beyond_t_max_hardly_change_the_expected_error(cap, epsilon):
    mechanism = InverseSensitivity(loss=PureDP(epsilon), largest=2000)

    def error(steps):
        known = SensitivityProfile(tuple(min(cap, 1 + t) for t in range(steps)), cap)
        return mechanism.distribution(900, known) @ np.abs(np.arange(2001) - 900)

    enough = mechanism.t_max(cap) + 1
    assert error(enough) == pytest.approx(error(enough + 50), abs=1e-4)


def test_a_count_outside_the_answers_is_taken_to_their_ends():
    mechanism = InverseSensitivity(loss=PureDP(1), largest=20)

    assert np.array_equal(mechanism.distribution(25, KNOWN), mechanism.distribution(20, KNOWN))


def test_bad_parameters_are_refused():
    with pytest.raises(ParameterError, match="loss must be a PureDP, got ApproxDP"):
        InverseSensitivity(loss=ApproxDP(1, 0.1), largest=5)
    with pytest.raises(ParameterError, match="largest must be a whole number above 0, got 0"):
        InverseSensitivity(loss=PureDP(1), largest=0)
    with pytest.raises(ParameterError, match="cap must be a whole number above 0, got 0"):
        InverseSensitivity(loss=PureDP(1), largest=5).t_max(0)
