"""The interval of the residual risk, by the exact law of two binomials: nothing is sampled."""

import numpy as np
import pytest
from scipy.stats import binom

from vicinage.evaluation.risk.residual_risk import residual_interval, residual_risk
from vicinage.evaluation.risk.trials import Trials

N = 40
RATES = [(0.02, 0.02), (0.5, 0.1), (0.9, 0.5), (0.99, 0.1), (0.3, 0.3), (0.7, 0.6)]


def coverage(main, control, confidence):
    risk = (main - control) / (1 - control)
    chances = np.outer(binom.pmf(range(N + 1), N, main), binom.pmf(range(N + 1), N, control))
    covered = 0.0
    for hits in range(N + 1):
        for others in range(N):  # a control that always succeeds has no risk
            trials = (Trials(attacks=N, successes=count) for count in (hits, others))
            lower, upper = residual_interval(*trials, confidence)
            covered += chances[hits, others] * (lower <= risk <= upper)
    return covered / (1 - binom.pmf(N, N, control))


@pytest.mark.parametrize(("main", "control"), RATES)
def test_the_interval_covers_the_risk_as_often_as_it_says(main, control):
    assert coverage(main, control, 0.95) >= 0.93


def test_an_interval_of_a_lower_confidence_does_not_cover_as_often():
    assert coverage(0.5, 0.1, 0.8) < 0.88


def test_a_copy_has_the_risk_1_and_a_release_that_helps_nobody_has_0():
    copy = Trials(attacks=200, successes=200)
    same = Trials(attacks=200, successes=60)
    less = Trials(attacks=200, successes=40)

    assert residual_risk(copy, same) == residual_interval(copy, same, 0.95)[1] == 1.0
    assert residual_risk(same, same) == residual_interval(same, same, 0.95)[0] == 0.0
    assert residual_risk(less, same) == residual_interval(less, same, 0.95)[0] == 0.0


@pytest.mark.parametrize("hits", [0, 0.5, 100, 199.999999999999, 200])
@pytest.mark.parametrize("others", [0, 0.5, 100, 199.999999999999])
def test_no_rate_is_too_extreme(hits, others):
    trials = (Trials(attacks=200, successes=count) for count in (hits, others))

    lower, upper = residual_interval(*trials, 0.95)

    assert 0.0 <= lower <= upper <= 1.0
