import pytest
from statsmodels.stats.proportion import proportion_confint

from vicinage.evaluation.risk.trials import Trials


@pytest.mark.parametrize("confidence", [0.8, 0.95, 0.99])
@pytest.mark.parametrize("successes", [0, 1, 37, 99, 100])
def test_the_interval_is_the_one_of_statsmodels(successes, confidence):
    theirs = proportion_confint(successes, 100, alpha=1 - confidence, method="wilson")

    assert Trials(attacks=100, successes=successes).interval(confidence) == pytest.approx(theirs)


def test_nothing_tried_is_nothing_known():
    assert Trials(attacks=0, successes=0.0).interval(0.95) == (0.0, 1.0)


def test_the_ends_are_exact_where_nothing_or_everything_succeeds():
    assert Trials(attacks=50, successes=0).interval(0.95)[0] == 0.0
    assert Trials(attacks=50, successes=50).interval(0.95)[1] == 1.0
