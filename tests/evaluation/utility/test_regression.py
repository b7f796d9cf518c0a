import json

import numpy as np
import pandas as pd
import pytest

from support.reference import REFERENCE, needs_reference
from vicinage.errors import ParameterError
from vicinage.evaluation import evaluate
from vicinage.masking.microaggregation import group_means, mdav_groups


def wages(n=80):
    rng = np.random.default_rng(5)
    age = rng.uniform(20, 60, n)
    return pd.DataFrame(
        {"age": age, "pay": 30 * age + rng.normal(0, 90, n), "sex": rng.choice(["F", "M"], n)}
    )


def test_a_copy_keeps_the_model_and_its_intervals():
    frame = wages()

    utility = evaluate(frame, frame, formula="pay ~ age + sex").utility

    assert utility["regression_coef_mad"] == 0.0
    assert utility["r2_original"] == utility["r2_released"]
    assert utility["interval_overlap"] == pytest.approx(1.0)
    terms = utility["regression_terms"]["age"]
    assert terms["estimate_original"] == pytest.approx(30, abs=6)


def test_a_shuffled_answer_breaks_it():
    frame = wages()
    released = frame.assign(pay=frame["pay"].to_numpy()[::-1])

    utility = evaluate(frame, released, formula="pay ~ age").utility

    assert utility["r2_released"] < 0.3 < utility["r2_original"]
    assert utility["interval_overlap"] < 0.5


def test_a_formula_of_other_columns_is_refused():
    with pytest.raises(ParameterError, match="formula must be a model of columns"):
        evaluate(wages(), wages(), formula="pay ~ height")


@needs_reference
def test_the_regression_of_the_paper_is_met_for_microaggregation():
    original = pd.read_csv(REFERENCE / "bodyfat.csv")
    curves = json.loads((REFERENCE / "bodyfat_paper_curves.json").read_text())
    theirs = curves["mdav"][0]
    values = original.to_numpy(np.float64)
    released = pd.DataFrame(
        group_means(values, *mdav_groups(values, theirs["k"])), columns=original.columns
    )
    others = [name for name in original.columns if name != "bodyfat_pct"]
    formula = f"bodyfat_pct ~ {' + '.join(others)} + I(weight / height ** 2)"

    utility = evaluate(original, released, formula=formula).utility

    assert utility["r2_original"] == pytest.approx(curves["r2_original"], abs=1e-7)
    assert utility["r2_released"] == pytest.approx(theirs["r2"], abs=1e-7)
    assert utility["regression_coef_mad"] == pytest.approx(theirs["coefMAD"], abs=1e-7)
