import math

import numpy as np
import pytest

from support.outlier_worlds import allowed_answers, answers, depth_of_doubled_balls, profile
from support.sampling import FALSE_ALARM, p_value
from vicinage.errors import ParameterError
from vicinage.mechanisms import IntegerLaplace, SensitivityProfile, SmoothLaplace
from vicinage.privacy import ApproxDP, Exact, PureDP
from vicinage.testing import check_mechanism

WINDOW = np.arange(-3000, 3001)
WORLDS = [(5, 9, 1, 1), (6, 9, 1, 2), (7, 8, 1, 3), (6, 9, 2, 2)]  # rows, places, radius, k


def law(mechanism):
    return lambda answer: mechanism.distribution(*answer, WINDOW)


@pytest.mark.parametrize("loss", [ApproxDP(1, "1e-6"), ApproxDP(4, "0.01"), ApproxDP("0.6", "0.9")])
@pytest.mark.parametrize("world", WORLDS)
def test_every_pair_of_neighbouring_tables_keeps_epsilon_and_delta(world, loss):
    mechanism = SmoothLaplace(loss=loss)

    check_mechanism(law(mechanism), answers(*world, t_max=mechanism.t_max(cap=7)), loss)


@pytest.mark.parametrize("loss", [ApproxDP(1, "1e-6"), ApproxDP(8, "1e-6"), ApproxDP(1, "0.2")])
def test_every_pair_of_profiles_that_the_facts_allow_keeps_epsilon_and_delta(loss):
    check_mechanism(law(SmoothLaplace(loss=loss)), allowed_answers(3, 5, 1), loss)


def test_depth_in_balls_of_twice_the_radius_around_records_breaks_it():
    loss, world = ApproxDP(4, "1e-6"), (7, 8, 1, 3)
    wrong = answers(*world, t_max=6, depth=depth_of_doubled_balls)

    with pytest.raises(AssertionError, match="of ApproxDP"):
        check_mechanism(law(SmoothLaplace(loss=loss)), wrong, loss)


def test_the_known_counterexample_is_smooth_with_ours_and_not_with_doubled_balls():
    loss = ApproxDP(1, "0.0001")
    mechanism = SmoothLaplace(loss=loss)
    tables = (8, 8, 10, 11, 11), (5, 8, 8, 11, 11)

    def ratio(depth_of):
        first, second = (
            mechanism.scale(profile(table, 1, 2, 6, depth_of(table))) for table in tables
        )
        return max(first / second, second / first)

    smooth = 1 + 1 / (2 * math.log(2 / 0.0001))
    assert ratio(lambda table: lambda near, r: depth_of_doubled_balls(near, r, table)) > smooth
    assert ratio(lambda _: profile.__defaults__[0]) <= smooth


@pytest.mark.parametrize("world", WORLDS)
def test_a_profile_that_goes_on_with_its_last_bound_breaks_it(world):
    loss = ApproxDP(1, "1e-6")
    wrong = [
        tuple((count, SensitivityProfile(p.bounds, p.bounds[-1])) for count, p in pair)
        for pair in answers(*world, t_max=0)
    ]

    with pytest.raises(AssertionError, match="of ApproxDP"):
        check_mechanism(law(SmoothLaplace(loss=loss)), wrong, loss)


def test_a_smooth_sensitivity_rounded_to_a_whole_number_breaks_it():
    loss = ApproxDP(4, "1e-6")
    mechanism = SmoothLaplace(loss=loss)

    def rounded(answer):
        scale = math.ceil(mechanism.scale(answer[1]) * 2) / 2
        return math.tanh(0.5 / scale) * np.exp(-np.abs(WINDOW - answer[0]) / scale)

    with pytest.raises(AssertionError, match="of ApproxDP"):
        check_mechanism(rounded, answers(5, 7, 1, 2, t_max=6), loss)


def test_the_scale_is_twice_the_smooth_sensitivity_over_epsilon():
    mechanism = SmoothLaplace(loss=ApproxDP("0.5", "1e-5"))
    known = SensitivityProfile((3, 4, 9, 10), cap=26)
    beta = math.log(1 + 0.5 / (2 * math.log(2e5)))

    smooth = max(math.exp(-beta * t) * u for t, u in enumerate((*known.bounds, *[26] * 50)))

    assert mechanism.scale(known) == pytest.approx(2 * smooth / 0.5, rel=1e-11)
    assert mechanism.scale(known) > 2 * smooth / 0.5


@pytest.mark.parametrize("cap", [1, 2, 41, 881, 10**6])
@pytest.mark.parametrize("epsilon", ["0.05", "1", "20"])
def test_bounds_beyond_t_max_change_nothing(cap, epsilon):
    mechanism = SmoothLaplace(loss=ApproxDP(epsilon, "1e-6"))
    enough = mechanism.t_max(cap) + 1

    def scale(steps):
        return mechanism.scale(
            SensitivityProfile(tuple(min(cap, 1 + t) for t in range(steps)), cap)
        )

    assert scale(enough) == scale(enough + 40)


def test_draws_follow_the_law_and_not_that_of_another_scale():
    mechanism = SmoothLaplace(loss=ApproxDP(2, "1e-3"))
    known = SensitivityProfile((1, 2, 3), cap=5)
    other = IntegerLaplace(sensitivity=1, loss=PureDP(1 / (1.3 * mechanism.scale(known))))

    draws = [mechanism.release(Exact(7), Exact(known)).value for _ in range(4000)]

    assert p_value(draws, mechanism.distribution(7, known, WINDOW), -3000) > FALSE_ALARM
    assert p_value(draws, other.distribution(7, WINDOW), -3000) < FALSE_ALARM


def test_an_epsilon_too_small_for_the_arithmetic_is_refused():
    with pytest.raises(ParameterError, match="loss must have an epsilon above 1e-7, got"):
        SmoothLaplace(loss=ApproxDP("1e-12", "1e-6"))


def test_another_kind_of_loss_is_refused():
    with pytest.raises(ParameterError, match="loss must be an ApproxDP, got PureDP"):
        SmoothLaplace(loss=PureDP(1))


def test_a_count_and_a_profile_that_are_not_hidden_are_refused_and_not_told():
    mechanism, known = SmoothLaplace(loss=ApproxDP(1, 0.1)), SensitivityProfile((1,), 2)

    with pytest.raises(ParameterError, match="count must be an Exact value, got int; wrap what"):
        mechanism.release(7, Exact(known))
    with pytest.raises(ParameterError, match="profile must hold a SensitivityProfile, got tuple"):
        mechanism.release(Exact(7), Exact((1, 2)))
    with pytest.raises(ParameterError, match="count must hold a whole number, got float"):
        mechanism.release(Exact(7.5), Exact(known))
