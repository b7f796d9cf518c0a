import json
import math
import warnings

import numpy as np
import pandas as pd
import pytest

from support.reference import REFERENCE, needs_reference
from vicinage.errors import ParameterError, TableError
from vicinage.evaluation import evaluate
from vicinage.masking.microaggregation import group_means, mdav_groups
from vicinage.schema import Categorical, Column, Numeric, Ordinal, Schema, Text
from vicinage.table import Table


def figures(mapping):
    for value in mapping.values():
        if isinstance(value, dict):
            yield from figures(value)
        elif isinstance(value, list):
            yield from value
        else:
            yield value


def all_figures(outcome):
    return [*figures(outcome.risk), *figures(outcome.utility)]


def people(n=60):
    rng = np.random.default_rng(1)
    return pd.DataFrame(
        {
            "age": rng.integers(18, 90, n),
            "pay": rng.gamma(2.0, 900.0, n),
            "sex": rng.choice(["F", "M"], n),
            "seen": pd.Timestamp("2020-01-01") + pd.to_timedelta(rng.integers(0, 900, n), "D"),
        }
    )


def shuffled(frame, *names):
    released = frame.copy()
    for seed, name in enumerate(names):
        released[name] = frame[name].sample(frac=1, random_state=seed).to_numpy()
    return released


@needs_reference
@pytest.mark.parametrize("k", [3, 5, 10])
@pytest.mark.parametrize("name", ["bodyfat", "CASCrefmicrodata", "Tarragona"])
def test_the_figures_of_sdcmicro_are_met_for_its_microaggregated_tables(name, k):
    folder = REFERENCE if name == "bodyfat" else REFERENCE / "sdc"
    original = pd.read_csv(folder / f"{name}.csv")
    stored = json.loads((REFERENCE / "sdc" / "sdcmicro.json").read_text())["results"][name]
    theirs = stored[f"mdav_k{k}"]
    values = original.to_numpy(np.float64)
    released = pd.DataFrame(group_means(values, *mdav_groups(values, k)), columns=original.columns)

    outcome = evaluate(original, released)

    for ours, key in (
        ("dcr_mean", "dcr_orig_raw"),
        ("dcr_mean_scaled", "dcr_orig_minmax"),
        ("dcr_median_scaled", "dcr_orig_minmax_median"),
        ("dcr_mean_released", "dcr_pert_raw"),
        ("dcr_mean_scaled_released", "dcr_pert_minmax"),
        ("sdid", "dRisk_k1"),
        ("sdid_0.1", "dRisk_k0.1"),
        ("sdid_0.05", "dRisk_k0.05"),
    ):
        assert outcome.risk[ours] == pytest.approx(theirs[key], rel=1e-8), ours
    for ours, key in (
        ("il1s", "IL1s"),
        ("il1s_per_cell", "IL1s_per_cell"),
        ("correlation_mad", "cor_mad"),
    ):
        assert outcome.utility[ours] == pytest.approx(theirs[key], rel=1e-8), ours
    loadings = outcome.utility["pca_loading_mad"]
    assert loadings[0] == pytest.approx(theirs["pc1_loading_mad"], rel=1e-8)
    if name == "CASCrefmicrodata":  # one column is the sum of two others
        assert outcome.utility["eigenvalue_difference"] == "not defined: columns are collinear"
        assert outcome.risk["rmdid"] == "not defined: columns are collinear"
    else:
        eigen = outcome.utility["eigenvalue_difference"]
        assert eigen == pytest.approx(theirs["eigen"], rel=1e-8)
        # The covariance is another estimate of the same kind.
        assert outcome.risk["rmdid"] == pytest.approx(theirs["dRiskRMD_risk1"], rel=0.03, abs=0.006)
        weighted = outcome.risk["rmdid_weighted"]
        assert weighted == pytest.approx(theirs["dRiskRMD_wrisk1"], rel=0.25)
        assert outcome.risk["rmdid_isolated"] == theirs["dRiskRMD_risk2"]


@needs_reference
def test_the_total_correlation_of_pef_is_the_published_one():
    pef = pd.read_csv(REFERENCE / "pef.csv", dtype={"educ": str, "occ": str, "sex": str})

    outcome = evaluate(pef, pef)

    assert outcome.utility["total_correlation_original"] == pytest.approx(1.1330061, abs=5e-8)


def test_a_copy_is_fully_disclosed_and_fully_useful():
    frame = people()

    outcome = evaluate(frame, frame.copy())

    assert outcome.risk["dcr_mean"] == outcome.risk["dcr_mean_scaled"] == 0.0
    assert outcome.risk["exact_match_share"] == outcome.risk["sdid"] == 1.0
    assert outcome.risk["rmdid"] == outcome.risk["linkage_distance"] == 1.0
    assert outcome.risk["changed_cell_share"] == 0.0
    assert outcome.utility["correlation_mad"] == outcome.utility["il1s"] == 0.0
    assert set(outcome.utility["ks"].values()) == {0.0}
    assert outcome.utility["total_variation"] == {"sex": 0.0}
    assert outcome.warnings == ("no perturbation took place: 0 % of the cells changed",)


def test_identical_rows_give_no_nan_and_a_warning_that_nothing_happened():
    frame = pd.DataFrame({"age": [40] * 6, "sex": ["F"] * 6})

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        outcome = evaluate(frame, frame)

    assert "no perturbation took place: 0 % of the cells changed" in outcome.warnings
    assert outcome.risk["changed_cell_share"] == 0.0
    assert outcome.risk["dcr_mean"] == "not defined: constant"
    assert outcome.utility["il1s"] == "not defined: constant"
    assert not any(
        isinstance(figure, float) and math.isnan(figure) for figure in all_figures(outcome)
    )


def test_a_constant_and_an_empty_column_change_no_figure():
    original = people()
    released = shuffled(original, "age", "pay", "sex")
    more = {"same": 7.0, "one": "x", "gone": np.nan}

    plain = evaluate(original, released)
    wide = evaluate(original.assign(**more), released.assign(**more))

    assert wide.risk == plain.risk
    for name, figure in plain.utility.items():
        if not isinstance(figure, dict):
            assert wide.utility[name] == pytest.approx(figure), name
    assert wide.warnings == (
        "constant or empty columns, which no figure rests on: same, one, gone",
    )


def test_keys_and_identifiers_never_enter_and_may_be_absent():
    original = people()
    original.insert(0, "id", range(60))
    original.insert(1, "name", [f"person {i}" for i in range(60)])
    schema = Schema(
        [
            Column("id", Numeric(), role="key"),
            Column("name", Text(), role="identifier"),
            Column("age", Numeric(18, 90)),
            Column("pay", Numeric()),
            Column("sex", Categorical(("F", "M"))),
        ]
    )
    original = original.drop(columns="seen")
    released = shuffled(original, "age", "sex")

    with_both = evaluate(original, released, schema)
    with_key = evaluate(original, released.drop(columns="name"), schema)
    without = evaluate(original, released.drop(columns=["id", "name"]), schema)
    never = evaluate(
        original.drop(columns=["id", "name"]),
        released.drop(columns=["id", "name"]),
        schema.drop(["id", "name"]),
    )

    assert with_both == with_key == without == never


def test_text_is_never_measured():
    schema = Schema([Column("pay", Numeric()), Column("note", Text(), role="confidential")])
    original = pd.DataFrame({"pay": [1.0, 2.0, 3.0], "note": ["p", "q", "r"]})
    released = original.assign(note=["r", "q", "p"])

    assert evaluate(original, released, schema).risk["exact_match_share"] == 1.0


def test_frames_files_and_tables_give_the_same_figures(tmp_path):
    original, released = people(), shuffled(people(), "age", "pay")
    original.to_parquet(tmp_path / "a.parquet")
    released.to_parquet(tmp_path / "b.parquet")

    expected = evaluate(original, released)

    assert evaluate(tmp_path / "a.parquet", str(tmp_path / "b.parquet")) == expected
    assert evaluate(Table.from_frame(original), Table.from_frame(released)) == expected


def test_a_dropped_key_is_allowed_for_in_files_too(tmp_path):
    original = people().drop(columns=["seen", "sex"]).assign(id=range(60))
    released = shuffled(original, "age").drop(columns="id")
    original.to_csv(tmp_path / "a.csv", index=False)
    released.to_csv(tmp_path / "b.csv", index=False)
    schema = Schema(
        [
            Column("age", Numeric()),
            Column("pay", Numeric()),
            Column("id", Numeric(), role="key"),
        ]
    )

    outcome = evaluate(tmp_path / "a.csv", tmp_path / "b.csv", schema)

    assert outcome.risk == evaluate(original, released, schema).risk


def test_categories_are_matched_by_label_not_by_code():
    original = pd.DataFrame({"c": ["a", "b", "c", "a"], "x": [1.0, 2.0, 3.0, 4.0]})
    released = pd.DataFrame({"c": ["b", "b", "c", "d"], "x": [1.0, 2.0, 3.0, 4.0]})

    outcome = evaluate(original, released)

    assert outcome.risk["exact_match_share"] == 0.5
    assert outcome.risk["changed_cell_share"] == 0.25
    assert outcome.utility["total_variation"]["c"] == 0.5


def test_missing_cells_are_equal_to_one_another_and_far_from_all_others():
    original = pd.DataFrame({"x": [0.0, 10.0, np.nan, np.nan]})
    released = pd.DataFrame({"x": [0.0, np.nan, np.nan, 10.0]})

    outcome = evaluate(original, released)

    assert outcome.risk["changed_cell_share"] == 0.5
    assert outcome.risk["dcr_mean"] == 0.0
    assert all(not isinstance(f, float) or math.isfinite(f) for f in all_figures(outcome))


def test_ordinal_columns_are_measured_by_rank():
    schema = Schema({"size": Ordinal(("S", "M", "L"))})
    original = pd.DataFrame({"size": ["S", "L", "S", "L"]})
    released = pd.DataFrame({"size": ["M", "M", "M", "M"]})

    outcome = evaluate(original, released, schema)

    assert outcome.risk["dcr_mean_scaled"] == 0.5
    assert outcome.risk["dcr_mean"] == "not defined: no numeric column"


@pytest.mark.parametrize("n", [1, 2, 3])
def test_very_few_records_give_figures_or_reasons(n):
    frame = people(n)

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        outcome = evaluate(frame, shuffled(frame, "age", "pay"))

    assert all(
        math.isfinite(f) if isinstance(f, float) else f.startswith("not defined")
        for f in all_figures(outcome)
    )


def test_a_column_that_became_constant_leaves_correlations_undefined():
    frame = people().drop(columns=["sex", "seen"])

    outcome = evaluate(frame, frame.assign(age=50))

    assert outcome.utility["correlation_mad"] == "not defined: constant"
    assert outcome.utility["il1s"] > 0


def test_without_a_formula_the_figures_of_a_model_say_so():
    frame = pd.DataFrame({"age": [20, 30, 40], "pay": [1.0, 2.0, 4.0]})

    figures = evaluate(frame, frame).utility

    for name in ("regression_coef_mad", "r2_original", "r2_released"):
        assert figures[name] == "not defined: no formula was given"


def test_another_number_of_rows_is_refused():
    with pytest.raises(TableError, match="released must have as many rows as original"):
        evaluate(people(), people().head(10))


def test_other_columns_are_refused_by_name():
    with pytest.raises(TableError, match="got no 'pay' and also 'wage'"):
        evaluate(people(), people().rename(columns={"pay": "wage"}))


def test_another_kind_of_column_is_refused():
    released = people().assign(age=["old"] * 30 + ["young"] * 30)

    with pytest.raises(TableError, match="'age' categorical instead of numeric"):
        evaluate(people(), released)


def test_the_outcome_is_fit_for_json_and_its_summary_has_a_sentence_for_each_figure():
    frame = people()
    outcome = evaluate(frame, shuffled(frame, "age", "pay"))

    assert json.loads(json.dumps(outcome.as_dict(), allow_nan=False))["risk"] == outcome.risk
    summary = outcome.summary()
    for name in (*outcome.risk, *outcome.utility):
        assert name in summary or name == "columns"
    assert "share of cells that differ from the original" in summary


@needs_reference
def test_the_curve_of_microaggregation_is_the_recomputed_one_of_the_paper():
    original = pd.read_csv(REFERENCE / "bodyfat.csv")
    values = original.to_numpy(np.float64)
    curves = json.loads((REFERENCE / "bodyfat_paper_curves.json").read_text())

    for theirs in curves["mdav"]:
        means = group_means(values, *mdav_groups(values, theirs["k"]))
        outcome = evaluate(original, pd.DataFrame(means, columns=original.columns))

        assert outcome.risk["dcr_mean"] == pytest.approx(theirs["dcr_orig_raw"], abs=1e-8)
        assert outcome.risk["sdid"] == pytest.approx(theirs["dRisk_k1"], abs=1e-8)
        assert outcome.utility["correlation_mad"] == pytest.approx(theirs["cor_mad"], abs=1e-8)


@pytest.mark.parametrize("value", [5.0, 1e300])
def test_a_column_of_one_value_and_missing_cells_has_distances(value):
    original = pd.DataFrame({"x": [value, value, np.nan, value], "y": [0.0, 1.0, 2.0, 4.0]})
    released = original.assign(x=[np.nan, value, value, value])

    risk = evaluate(original, released).risk

    # By the indicator, records 0 and 2 are one range away from their own; others are nearer in y.
    assert risk["dcr_mean_scaled"] == pytest.approx((0.25 + 0 + 0.5 + 0) / 4)
    assert risk["linkage_distance"] == 0.5


def test_released_cells_are_judged_as_they_are_not_at_the_declared_bounds():
    original = pd.DataFrame({"x": np.linspace(100.0, 200.0, 40)})
    released = original.iloc[::-1].reset_index(drop=True)
    narrow = Schema({"x": Numeric(0, 90)}, public=True)

    found = evaluate(original, released, narrow)

    assert found.risk["changed_cell_share"] == 1.0
    assert found.utility["columns"]["x"]["sd_released"] == pytest.approx(original["x"].std())


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ({"formula": 5}, r'formula must be a text such as "pay ~ age", got 5'),
        ({"crossed": 5}, "crossed must be a list of column names, got 5"),
        ({"quasi_identifiers": "age"}, r"did you mean \['age'\]"),
    ],
)
def test_options_of_other_types_are_refused(option, message):
    frame = pd.DataFrame({"age": [1.0, 2.0, 3.0]})

    with pytest.raises(ParameterError, match=message):
        evaluate(frame, frame, **option)
