import math

import numpy as np
import pytest

from vicinage.errors import ParameterError
from vicinage.mechanisms import IntegerGaussian, rho_of
from vicinage.privacy import ZCDP, ApproxDP, PureDP
from vicinage.testing import check_mechanism


def delta_of(rho, epsilon):
    """Corollary 13 of Canonne, Kamath and Steinke, by brute force over the order."""
    order = 1 + np.geomspace(1e-4, 1e9, 1_000_001)
    log = (order - 1) * (order * rho - epsilon) - np.log(order - 1) + order * np.log1p(-1 / order)
    return float(np.exp(log.min()))


@pytest.mark.parametrize("epsilon", ["0.0001", "0.01", "0.5", "1", "8", "50"])
@pytest.mark.parametrize("delta", ["1e-12", "1e-6", "0.1"])
def test_rho_implies_epsilon_and_delta_and_hardly_less(epsilon, delta):
    rho = float(rho_of(ApproxDP(epsilon, delta)).rho)

    assert delta_of(rho, float(epsilon)) <= float(delta) * (1 + 1e-7)
    assert delta_of(rho * 1.001, float(epsilon)) > float(delta)


@pytest.mark.parametrize("delta", ["1e-6", "0.01"])
def test_the_gaussian_of_that_rho_keeps_epsilon_and_delta_exactly(delta):
    loss = ApproxDP(1, delta)
    mechanism = IntegerGaussian(squared_sensitivity=4, loss=rho_of(loss))
    window = np.arange(-400, 401)

    assert check_mechanism(lambda v: mechanism.distribution(v, window), [(0, 2)], loss) > 0.05


@pytest.mark.parametrize("delta", ["1e-30", "1e-9"])
def test_the_smallest_budgets_have_a_rho_too(delta):
    assert 0 < rho_of(ApproxDP("1e-9", delta)).rho < 1e-12


def test_a_delta_below_all_floats_has_a_rho():
    assert 0 < rho_of(ApproxDP(1, "1e-400")).rho < rho_of(ApproxDP(1, "1e-300")).rho


def test_a_budget_too_small_for_the_arithmetic_is_refused():
    with pytest.raises(ParameterError, match="rho must be a number above 0"):
        rho_of(ApproxDP("1e-30", "1e-30"))


def test_it_spends_less_than_the_textbook_conversion():
    rho = float(rho_of(ApproxDP(1, "1e-6")).rho)

    assert rho + 2 * math.sqrt(rho * math.log(1e6)) > 1.15


def test_only_an_approximate_loss_is_converted():
    for loss in (PureDP(1), ZCDP(1), 1.0):
        with pytest.raises(ParameterError, match="loss must be an ApproxDP, got"):
            rho_of(loss)
