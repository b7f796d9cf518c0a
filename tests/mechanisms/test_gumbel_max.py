from fractions import Fraction

import numpy as np
import pytest

from support.sampling import FALSE_ALARM, p_value
from vicinage.errors import ParameterError
from vicinage.mechanisms import GumbelMax
from vicinage.privacy import ZCDP, ApproxDP, Exact, PureDP
from vicinage.testing import check_mechanism

LOSSES = [PureDP("0.2"), PureDP(1), PureDP(5), ZCDP("0.005"), ZCDP("0.125"), ZCDP(3)]
SCORES = np.array([0.0, 1.0, 2.5, 3.0, 3.0, -4.0])


def neighbours():
    """Every change of three scores by at most 1, from every three scores of 0 to 3."""
    changes = np.array(np.meshgrid(*[[-1, 0, 1]] * 3)).reshape(3, -1).T
    starts = np.array(np.meshgrid(*[range(4)] * 3)).reshape(3, -1).T
    return [(tuple(a), tuple(a + b)) for a in starts for b in changes]


@pytest.mark.parametrize("loss", LOSSES, ids=str)
def test_the_exact_law_keeps_the_loss_for_every_change_of_every_score(loss):
    mechanism = GumbelMax(sensitivity=1, loss=loss)

    share = check_mechanism(
        lambda s: mechanism.distribution(np.array(s, dtype=float)), neighbours(), loss
    )

    assert share > 0.4


def test_a_smaller_scale_breaks_the_bound_of_bounded_range():
    narrow = GumbelMax(sensitivity=1, loss=ZCDP("0.0012"))

    with pytest.raises(AssertionError, match=r"use 1\.2 of ZCDP"):
        check_mechanism(
            lambda s: narrow.distribution(np.array(s, dtype=float)),
            [((0, 0), (1, -1))],
            ZCDP("0.001"),
        )


def test_a_choice_at_epsilon_costs_an_eighth_of_its_square():
    pure, concentrated = (
        GumbelMax(sensitivity=3, loss=loss) for loss in (PureDP("0.4"), ZCDP("0.02"))
    )

    assert pure.scale == pytest.approx(concentrated.scale, rel=1e-15)


@pytest.mark.parametrize("rho", ["0.3", "0.02", "7e-5"])
def test_the_scale_is_never_rounded_down(rho):
    scale = GumbelMax(sensitivity=Fraction(1, 3), loss=ZCDP(rho)).scale

    assert Fraction(scale) ** 2 >= Fraction(1, 9) / (2 * Fraction(rho))


def test_draws_follow_the_law_and_not_that_of_another_scale():
    mechanism = GumbelMax(sensitivity=1, loss=PureDP(1))
    other = GumbelMax(sensitivity=1, loss=PureDP("1.5"))

    draws = [mechanism.release(Exact(SCORES)).value for _ in range(4000)]

    assert p_value(draws, mechanism.distribution(SCORES)) > FALSE_ALARM
    assert p_value(draws, other.distribution(SCORES)) < FALSE_ALARM


def test_another_kind_of_loss_is_refused():
    with pytest.raises(ParameterError, match="loss must be a PureDP or a ZCDP, got ApproxDP"):
        GumbelMax(sensitivity=1, loss=ApproxDP(1, 0.1))
