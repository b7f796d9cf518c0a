import math
from fractions import Fraction

import numpy as np
import pytest

from support.sampling import FALSE_ALARM, p_value
from vicinage.errors import ParameterError
from vicinage.mechanisms import IntegerGaussian
from vicinage.privacy import ZCDP, ApproxDP, Exact
from vicinage.testing import check_mechanism

WINDOW = np.arange(-250, 251)


@pytest.mark.parametrize("rho", ["0.005", "0.05", "0.3"])
@pytest.mark.parametrize("change", [1, 2, 3])
def test_the_exact_law_keeps_rho(change, rho):
    mechanism = IntegerGaussian(squared_sensitivity=change**2, loss=ZCDP(rho))
    far = math.ceil(33 * mechanism.scale)
    window = np.arange(-far, far + 1)

    check_mechanism(lambda v: mechanism.distribution(v, window), [(0, change)], mechanism.loss)


def test_a_smaller_scale_breaks_rho():
    narrow = IntegerGaussian(squared_sensitivity=1, loss=ZCDP("0.011"))

    with pytest.raises(AssertionError, match=r"use 1\.1 of"):
        check_mechanism(lambda v: narrow.distribution(v, WINDOW), [(0, 1)], ZCDP("0.01"))


@pytest.mark.parametrize(("squared", "rho"), [(2, "0.03"), (1, "0.7"), (3, "1e-5"), (1, "0.5")])
def test_the_scale_is_never_rounded_down(squared, rho):
    scale = IntegerGaussian(squared_sensitivity=squared, loss=ZCDP(rho)).scale

    assert Fraction(scale) ** 2 >= squared / (2 * Fraction(rho))
    assert Fraction(scale * (1 - 1e-15)) ** 2 < squared / (2 * Fraction(rho))


def test_draws_follow_the_law_and_not_that_of_another_scale():
    mechanism = IntegerGaussian(squared_sensitivity=2, loss=ZCDP("0.04"))
    other = IntegerGaussian(squared_sensitivity=2, loss=ZCDP("0.05"))

    noisy = mechanism.release_vector(Exact(np.full(20_000, 7))).value

    assert p_value(noisy, mechanism.distribution(7, WINDOW), -250) > FALSE_ALARM
    assert p_value(noisy, other.distribution(7, WINDOW), -250) < FALSE_ALARM


@pytest.mark.parametrize("rho", ["0.001", "0.5", "20"])
def test_the_error_bound_holds(rho):
    mechanism = IntegerGaussian(squared_sensitivity=1, loss=ZCDP(rho))
    bound = mechanism.error_bound(0.95)

    assert math.fsum(mechanism.distribution(0, np.arange(-bound, bound + 1))) >= 0.95
    assert bound <= 2 + 2 * mechanism.scale


def test_the_error_bound_holds_up_to_the_last_float_below_1():
    mechanism = IntegerGaussian(squared_sensitivity=1, loss=ZCDP("0.5"))

    assert mechanism.error_bound(math.nextafter(1, 0)) == 9  # deviations of 1


def test_one_number_comes_back_as_one_number():
    released = IntegerGaussian(squared_sensitivity=1, loss=ZCDP(50)).release(Exact(1000))

    assert type(released.value) is int
    assert abs(released.value - 1000) < 10  # the scale is 0.1


def test_a_loss_with_epsilon_is_refused_with_the_way_out():
    with pytest.raises(ParameterError, match="loss must be a ZCDP, got ApproxDP; rho_of turns"):
        IntegerGaussian(squared_sensitivity=1, loss=ApproxDP(1, 0.1))


@pytest.mark.parametrize("squared", [0, 2.0, False])
def test_a_sensitivity_that_is_no_whole_number_above_0_is_refused(squared):
    with pytest.raises(ParameterError, match="squared_sensitivity must be a whole number above 0"):
        IntegerGaussian(squared_sensitivity=squared, loss=ZCDP(1))


def test_a_confidence_outside_0_to_1_is_refused():
    with pytest.raises(ParameterError, match="confidence must be between 0 and 1, got 2"):
        IntegerGaussian(squared_sensitivity=1, loss=ZCDP(1)).error_bound(2)
