import math
from fractions import Fraction

import numpy as np
import pytest

from support.sampling import FALSE_ALARM, p_value
from vicinage.errors import ParameterError
from vicinage.mechanisms import IntegerLaplace
from vicinage.privacy import ZCDP, Exact, PureDP
from vicinage.testing import check_mechanism

WINDOW = np.arange(-200, 201)


@pytest.mark.parametrize("epsilon", ["0.05", "0.7", "3"])
@pytest.mark.parametrize("sensitivity", [1, 2, 7])
def test_the_exact_law_keeps_epsilon_for_every_change_up_to_the_sensitivity(sensitivity, epsilon):
    mechanism = IntegerLaplace(sensitivity=sensitivity, loss=PureDP(epsilon))
    changes = [(0, move) for move in range(1, sensitivity + 1)]

    share = check_mechanism(lambda v: mechanism.distribution(v, WINDOW), changes, mechanism.loss)

    assert share == pytest.approx(1)  # no noise is wasted


def test_a_larger_change_breaks_epsilon():
    mechanism = IntegerLaplace(sensitivity=2, loss=PureDP(1))

    with pytest.raises(AssertionError, match=r"use 1\.5 of"):
        check_mechanism(lambda v: mechanism.distribution(v, WINDOW), [(0, 3)], mechanism.loss)


@pytest.mark.parametrize(("sensitivity", "epsilon"), [(1, "3"), (10, "3"), (1, "0.1"), (7, "1.7")])
def test_the_scale_is_never_rounded_down(sensitivity, epsilon):
    scale = IntegerLaplace(sensitivity=sensitivity, loss=PureDP(epsilon)).scale

    assert Fraction(scale) >= sensitivity / Fraction(epsilon)
    assert Fraction(math.nextafter(scale, 0)) < sensitivity / Fraction(epsilon)


def test_the_probabilities_sum_to_one():
    mechanism = IntegerLaplace(sensitivity=2, loss=PureDP("0.5"))

    assert math.fsum(mechanism.distribution(5, WINDOW)) == pytest.approx(1, abs=1e-12)


def test_draws_follow_the_law_and_not_that_of_another_scale():
    mechanism = IntegerLaplace(sensitivity=2, loss=PureDP("0.5"))
    other = IntegerLaplace(sensitivity=2, loss=PureDP("0.6"))

    noisy = mechanism.release_vector(Exact(np.full(20_000, 7))).value

    assert p_value(noisy, mechanism.distribution(7, WINDOW), -200) > FALSE_ALARM
    assert p_value(noisy, other.distribution(7, WINDOW), -200) < FALSE_ALARM


@pytest.mark.parametrize("confidence", [0.5, 0.9, 0.95, 0.999])
@pytest.mark.parametrize("epsilon", ["0.05", "1", "20"])
def test_the_error_bound_is_the_least_that_holds(epsilon, confidence):
    mechanism = IntegerLaplace(sensitivity=1, loss=PureDP(epsilon))
    bound = mechanism.error_bound(confidence)

    def missed(reach):
        return 1 - math.fsum(mechanism.distribution(0, np.arange(-reach, reach + 1)))

    assert missed(bound) <= 1 - confidence + 1e-12
    assert bound == 0 or missed(bound - 1) > 1 - confidence - 1e-12


def test_a_vector_keeps_its_shape_and_a_number_is_a_python_integer():
    mechanism = IntegerLaplace(sensitivity=1, loss=PureDP(1))

    released = mechanism.release_vector(Exact(np.zeros((3, 0, 2), dtype=np.int64)))
    number = mechanism.release(Exact(np.int64(3)))

    assert released.value.shape == (3, 0, 2)
    assert released.value.dtype == np.int64
    assert type(number.value) is int
    assert number.loss == mechanism.loss


def test_a_vector_longer_than_a_block_gets_independent_noise():
    mechanism = IntegerLaplace(sensitivity=1, loss=PureDP("0.01"))
    noisy = mechanism.release_vector(Exact(np.zeros(66_000, dtype=np.int64))).value

    assert (noisy == 0).mean() < 0.02  # the law says 0.005
    assert not np.array_equal(noisy[:464], noisy[65_536:])


@pytest.mark.parametrize("count", [2**70, -(2**70)])
def test_a_number_beyond_64_bits_is_taken_to_the_nearest_end(count):
    released = IntegerLaplace(sensitivity=1, loss=PureDP(1)).release(Exact(count))

    assert abs(released.value - math.copysign(2**63, count)) < 1000


@pytest.mark.parametrize("sensitivity", [0, -1, 1.5, True, "2", None, math.nan])
def test_a_sensitivity_that_is_no_whole_number_above_0_is_refused(sensitivity):
    with pytest.raises(ParameterError, match="sensitivity must be a whole number above 0, got"):
        IntegerLaplace(sensitivity=sensitivity, loss=PureDP(1))


def test_another_kind_of_loss_is_refused():
    with pytest.raises(ParameterError, match="loss must be a PureDP, got ZCDP"):
        IntegerLaplace(sensitivity=1, loss=ZCDP(1))


@pytest.mark.parametrize("confidence", [0, 1, -1, math.nan])
def test_a_confidence_outside_0_to_1_is_refused(confidence):
    with pytest.raises(ParameterError, match="confidence must be between 0 and 1, got"):
        IntegerLaplace(sensitivity=1, loss=PureDP(1)).error_bound(confidence)


def test_there_is_no_seed():
    with pytest.raises(TypeError, match="seed"):
        IntegerLaplace(sensitivity=1, loss=PureDP(1), seed=3)
