import numpy as np
import pandas as pd
import pytest

from support.reference import REFERENCE, needs_reference
from vicinage.errors import ParameterError
from vicinage.evaluation import evaluate
from vicinage.evaluation.risk.individual_risk import individual_risks
from vicinage.schema import Column, Numeric, Schema
from vicinage.table.record_classes import class_sizes, wildcard_class_sizes


def test_a_blank_is_a_value_by_one_rule_and_agrees_with_all_by_the_other():
    frame = pd.DataFrame(
        {"years": [51, 51, 51, None, 66, 66, 66], "eyes": ["g", "g", "g", "b", "b", "b", "b"]}
    )

    risk = evaluate(frame, frame, quasi_identifiers=["years", "eyes"]).risk

    assert (risk["k_strict_released"], risk["k_wildcard_released"]) == (1, 3)
    assert risk["unique_records_original"] == 1
    assert risk["suppressed_records_released"] == 0


def test_suppressed_rows_are_no_class_and_a_truncated_code_is_a_value():
    frame = pd.DataFrame(
        {
            "band": ["<9", "<9", ">9", "*", "<9", ">9", "<9"],
            "eyes": ["g", "b", "b", "*", "g", "b", "b"],
            "area": ["7**", "7**", "7**", "*", "7**", "7**", "7**"],
        }
    )

    risk = evaluate(frame, frame, quasi_identifiers=["band", "eyes", "area"]).risk

    assert risk["classes_released"] == 3
    assert risk["k_strict_released"] == risk["k_wildcard_released"] == 2
    assert risk["highest_risk_released"] == 0.5
    assert risk["suppressed_records_released"] == 1
    assert risk["unique_records_released"] == 0


def test_wildcard_sizes_are_those_of_all_pairs():
    rng = np.random.default_rng(3)
    cells = rng.integers(-1, 3, (60, 3))
    agree = ((cells[:, None] == cells[None]) | (cells[:, None] == -1) | (cells[None] == -1)).all(
        axis=2
    )

    np.testing.assert_array_equal(wildcard_class_sizes(list(cells.T)), agree.sum(axis=1))


def test_another_column_is_refused_by_name():
    frame = pd.DataFrame({"x": [1.0, 2.0]})

    with pytest.raises(ParameterError, match="quasi_identifiers must be columns"):
        evaluate(frame, frame, quasi_identifiers=["y"])


@needs_reference
def test_frequencies_and_individual_risks_are_those_of_sdcmicro():
    table = pd.read_csv(REFERENCE / "sdc" / "testdata.csv")
    golden = pd.read_csv(REFERENCE / "sdc" / "golden_freqCalc_testdata.csv")
    keys = ["urbrur", "roof", "walls", "water", "electcon", "relat", "sex"]

    sizes = class_sizes([table[key].to_numpy(np.int64) for key in keys])

    np.testing.assert_array_equal(sizes, golden["fk"])
    weights = table.groupby(keys)["sampling_weight"].transform("sum").to_numpy(np.float64)
    np.testing.assert_allclose(weights, golden["Fk"])
    risks = individual_risks(sizes, weights)
    assert risks.sum() == pytest.approx(10.7782989187, rel=1e-9)
    assert risks.max() == pytest.approx(0.046516870566, rel=1e-9)


@pytest.mark.parametrize("weight", [0.0, 0.5, 1.0])
def test_who_stands_for_nobody_else_is_known_and_nothing_is_divided_by_zero(weight):
    risks = individual_risks(np.array([1, 2, 3]), np.array([1.0, 2.0, 3.0]) * weight)

    np.testing.assert_allclose(risks, [1, 1 / 2, 1 / 3])


def test_no_rounding_is_left_in_the_risk_of_those_who_stand_for_hardly_anybody_else():
    others = np.geomspace(2e-16, 1, 500)  # beside one person of each record
    sizes = np.repeat([1, 2, 3], others.size)

    risks = individual_risks(sizes, sizes * (1 + np.tile(others, 3)))

    by_size = risks.reshape(3, -1)
    assert (np.diff(by_size, axis=1) <= 1e-12).all()
    # Of two with q = 1 - 1 / (1 + others): the sum of p q^j / ((j + 1) (j + 2)).
    q = others / (1 + others)
    exact = (1 - q) * sum(q**j / ((j + 1) * (j + 2)) for j in range(60))
    np.testing.assert_allclose(by_size[1], exact, rtol=1e-12)


def test_numbers_are_equal_however_they_are_spelled(tmp_path):
    path = tmp_path / "people.csv"
    path.write_text("age,day\n1,2\n1.0,2\n0,-9\n-0,-9\n-0.0,-9\n,2\n,2\n", encoding="utf-8")
    day = Column("day", Numeric(0, 5), not_applicable=("-9",))
    schema = Schema({"age": Numeric(0, 5), "day": day})

    risk = evaluate(path, path, schema, quasi_identifiers=["age", "day"]).risk

    assert (risk["k_strict_released"], risk["classes_released"]) == (2, 3)


def test_whole_numbers_that_no_float_tells_apart_are_different():
    frame = pd.DataFrame({"code": [2**60, 2**60 + 1], "age": [3, 4]})

    assert evaluate(frame, frame, quasi_identifiers=["code"]).risk["k_strict_released"] == 1
