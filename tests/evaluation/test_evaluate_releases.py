import json
import math
import statistics

import numpy as np
import pandas as pd
import pytest

from vicinage.errors import ParameterError
from vicinage.evaluation import evaluate, evaluate_releases
from vicinage.masking import RWN

FORMULA = "pay ~ age + sex"


def wages(n=120):
    rng = np.random.default_rng(5)
    age = rng.uniform(20, 60, n)
    return pd.DataFrame(
        {"age": age, "pay": 30 * age + rng.normal(0, 90, n), "sex": rng.choice(["F", "M"], n)}
    )


def released(m=4):
    return [RWN(radius=0.2, seed=seed).fit_transform(wages()) for seed in range(m)]


def test_figures_are_the_mean_and_deviation_of_those_of_single_releases():
    spread = evaluate_releases(wages(), released())

    single = [evaluate(wages(), release) for release in released()]
    for name, figures in spread.risk.items():
        values = [one.risk[name] for one in single]
        assert figures["mean"] == pytest.approx(statistics.fmean(values))
        assert figures["sd"] == pytest.approx(statistics.stdev(values), abs=1e-12)
    assert spread.utility["ks"]["mean"] == pytest.approx(
        statistics.fmean(max(one.utility["ks"].values()) for one in single)
    )
    assert spread.evaluations == tuple(single)


def test_a_term_tells_the_error_within_from_the_spread_between():
    spread = evaluate_releases(wages(), released(), formula=FORMULA)

    fits = [one.utility["regression_terms"]["age"] for one in spread.evaluations]
    term = spread.model["age"]
    between = np.std([fit["estimate_released"] for fit in fits], ddof=1)
    within = math.sqrt(np.mean([fit["error_released"] ** 2 for fit in fits]))
    assert term.sd_between == pytest.approx(between)
    assert term.error_within == pytest.approx(within)
    assert term.error == pytest.approx(math.sqrt(within**2 + between**2 / 4))
    assert term.growth == pytest.approx(term.error / fits[0]["error_original"])
    assert term.overlap == pytest.approx(np.mean([fit["overlap"] for fit in fits]))


def test_releases_that_are_copies_do_not_differ():
    spread = evaluate_releases(wages(), [wages(), wages()], formula=FORMULA)

    assert all(figures["sd"] == 0 for figures in spread.utility.values())
    assert all(term.sd_between == 0 for term in spread.model.values())
    assert spread.model["age"].growth == pytest.approx(1.0)
    assert spread.warnings == ("no perturbation took place: 0 % of the cells changed",)


def test_a_model_that_one_release_does_not_allow_has_no_spread():
    constant = wages().assign(pay=1.0)

    spread = evaluate_releases(wages(), [wages(), constant], formula=FORMULA)

    assert spread.model == {}
    assert "correlation_mad" not in spread.utility


def test_one_release_has_no_spread():
    with pytest.raises(ParameterError, match="releases must be at least two tables, got 1"):
        evaluate_releases(wages(), [wages()])


def test_everything_is_fit_for_json_and_printed_with_what_it_means():
    spread = evaluate_releases(wages(), released(2), formula=FORMULA)

    told = json.loads(json.dumps(spread.as_dict(), allow_nan=False))
    assert len(told["releases"]) == 2
    assert told["model"]["age"]["sd_between"] == spread.model["age"].sd_between
    lines = spread.summary().splitlines()
    assert lines[0] == "Mean and standard deviation over 2 releases"
    assert any(line.startswith("  age ") for line in lines)
    assert all(name in spread.summary() for name in (*spread.risk, *spread.model))
