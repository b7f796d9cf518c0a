import numpy as np

from vicinage.integral import IntegralStatistics
from vicinage.integral.diagnostics import fit_and_diagnose

COLUMN = np.random.default_rng(1).normal(50, 10, 200)


def test_frequencies_are_those_behind_the_very_results():
    estimator = IntegralStatistics(bounds=(0, 100), seed=3, n_resamples=400)
    tables = fit_and_diagnose(estimator, COLUMN)

    assert (
        estimator.results_
        == IntegralStatistics(bounds=(0, 100), seed=3, n_resamples=400).fit(COLUMN).results_
    )
    assert [table.statistic for table in tables] == ["mean", "median"]
    for table in tables:
        result = estimator.results_[table.statistic]
        (released,) = [row for row in table.rows if row["status"] == "released"]
        assert (released["low"], released["high"]) == result.cell
        assert sum(row["frequency"] for row in table.rows) == 400
        candidates = [row["frequency"] for row in table.rows if row["status"] == "candidate"]
        assert released["frequency"] >= max(candidates, default=0)
        assert all(row["frequency"] >= 10 for row in table.rows if row["status"] != "other")


def test_joint_results_have_one_released_cell_each():
    estimator = IntegralStatistics(bounds=(0, 100), seed=3, joint=True)
    tables = fit_and_diagnose(estimator, COLUMN)

    for table in tables:
        assert [row["status"] for row in table.rows].count("released") == 1
        assert {row["status"] for row in table.rows} <= {"released", "other"}
