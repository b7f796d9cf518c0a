import datetime
import json
import math
import pickle
from functools import partial

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from sklearn.base import clone

from vicinage import IntegralStatistics, Ledger, Schema
from vicinage.errors import FailedError, ParameterError
from vicinage.integral.statements import STATEMENTS
from vicinage.schema import Categorical, Column, Date, Numeric
from vicinage.table import Table, table_digest

RNG = np.random.default_rng(11)
COLUMN = RNG.normal(40, 10, 300)
FRAME = pd.DataFrame(
    {
        "income": RNG.lognormal(3, 1, 300),
        "age": RNG.integers(18, 90, 300),
        "region": RNG.choice(["north", "south"], 300),
    }
)
SCHEMA = Schema(
    {
        "income": Numeric(0, 500),
        "age": Numeric(0, 120, integer=True),
        "region": Categorical(("north", "south")),
    },
    public=True,
)


def fit(source=COLUMN, schema=None, **options):
    defaults = {"seed": 1, "n_resamples": 300}
    return IntegralStatistics(**defaults | options).fit(source, schema)


def test_results_come_by_statistic_with_all_that_may_be_said():
    result = fit(bounds=(0, 100)).results_["mean"]

    assert list(fit().results_) == ["mean", "median"]
    assert abs(result.value - COLUMN.mean()) < 2
    assert result.cell[0] < result.value < result.cell[1]
    assert result.resolution == pytest.approx(result.cell[1] - result.cell[0])
    assert set(result.as_dict()) == {
        "statistic", "value", "resolution", "cell", "k", "n_resamples", "resampling", "condition",
        "selection", "note",
    }  # fmt: skip


@pytest.mark.parametrize("make", [list, tuple, pd.Series, pl.Series, np.asarray], ids=repr)
def test_any_array_of_numbers_is_a_column(make):
    assert fit(make(COLUMN.tolist())).results_ == fit().results_


def test_frames_and_files_take_their_bounds_from_the_schema(tmp_path):
    path = tmp_path / "people.csv"
    FRAME.to_csv(path, index=False)
    expected = fit(FRAME["age"], bounds=(0, 120)).results_
    arrow = pa.Table.from_pandas(FRAME)
    for source in (FRAME, pl.from_pandas(FRAME), arrow, path, str(path)):
        assert fit(source, SCHEMA, columns=["age"]).results_ == expected
    assert fit(FRAME[["age"]], SCHEMA.drop(["income", "region"])).results_ == expected
    assert fit(FRAME["age"], SCHEMA).results_ == expected


def test_several_columns_are_answered_by_column():
    results = fit(FRAME, SCHEMA, columns=["income", "age"], statistics=["mean", "count"]).results_

    assert list(results) == ["income", "age"]
    assert results["age"]["count"].value == 300
    assert abs(results["age"]["mean"].value - FRAME["age"].mean()) < 4


def test_groups_are_answered_by_label():
    results = fit(FRAME, SCHEMA, columns=["age"], by="region").results_

    assert list(results) == ["north", "south"]
    assert set(results["north"]) == {"mean", "median"}


def test_a_group_does_not_depend_on_the_others():
    changed = FRAME.assign(age=np.where(FRAME["region"] == "south", 30, FRAME["age"]))
    one, other = (fit(f, SCHEMA, columns=["age"], by="region").results_ for f in (FRAME, changed))

    assert one["north"] == other["north"]
    assert one["south"] != other["south"]


def test_records_with_missing_cells_take_no_part():
    holes = FRAME.assign(age=FRAME["age"].where(FRAME.index % 3 > 0))
    left_out = FRAME[FRAME.index % 3 > 0]
    estimator = fit(holes, SCHEMA, columns=["age"], statistics=["mean", "count"])

    assert (
        estimator.results_
        == fit(left_out["age"], bounds=(0, 120), statistics=["mean", "count"]).results_
    )
    assert any("missing cell" in note for note in estimator.record_.notes)


def test_values_outside_the_bounds_count_as_the_bound():
    clipped = np.clip(COLUMN, 30, 50)

    assert fit(bounds=(30, 50)).results_ == fit(clipped, bounds=(30, 50)).results_


def test_the_count_is_released_as_it_is_and_says_so():
    result = fit(statistics=["count"]).results_["count"]

    assert (result.value, result.resolution) == (300.0, 0.0)
    assert "unprotected" in result.note


def test_a_constant_column_gets_no_special_case():
    result = fit(np.full(50, 7.0), bounds=(0, 100)).results_["mean"]

    assert result.value != 7.0
    assert result.cell[0] <= 7.0 < result.cell[1]


def test_a_result_that_says_nothing_says_so():
    # With this seed, half of the few resamples lie on either side of the middle.
    column = np.arange(-1000.0, 1001.0)
    result = fit(column, bounds=(-1024, 1024), n_resamples=80, seed=4).results_["mean"]

    assert result.note == "no information: no finer result qualifies"
    assert result.value == 0.0
    assert result.cell == (-1024.0, 1024.0)


def test_joint_results_are_coarser_than_marginal_ones():
    names = ["mean", "median", "sd"]
    one = fit(statistics=names, bounds=(0, 100)).results_
    joint = fit(statistics=names, bounds=(0, 100), joint=True).results_

    assert all(joint[name].resolution >= one[name].resolution for name in names)
    assert any(joint[name].resolution > one[name].resolution for name in names)


def test_a_seed_repeats_and_the_operating_system_does_not():
    assert fit().results_ == fit().results_
    assert fit(seed=None).record_.seeded is False
    # The most frequent of about ten cells, three times: six equal draws are out of the question.
    options = {"statistics": ["mean", 0.4, "sd"], "condition": "intersection", "resolution": 0.2}
    drawn = [fit(seed=None, n_resamples=1000, **options).results_ for _ in range(6)]
    assert any(one != drawn[0] for one in drawn)


def test_the_order_of_the_rows_changes_nothing():
    shuffled = FRAME.sample(frac=1, random_state=0)
    options = {"columns": ["income", "age"], "by": "region", "input_groups": 2}

    assert fit(FRAME, SCHEMA, **options).results_ == fit(shuffled, SCHEMA, **options).results_


def test_the_record_says_how_and_nothing_of_the_data():
    record = fit(FRAME, SCHEMA, columns=["age"], seed=12345).record_
    text = record.to_json()

    assert record.guarantee == "integral privacy, k = 10; not differential privacy"
    assert record.seeded is True
    assert "12345" not in text
    assert record.columns == ("age",)
    assert record.schema == SCHEMA.fingerprint()
    assert set(STATEMENTS) <= set(record.notes)


def test_a_fitted_estimator_keeps_no_record_and_no_frequency():
    canary = 8675.3125
    saved = pickle.dumps(fit(np.r_[COLUMN, canary]))

    assert np.float64(canary).tobytes() not in saved
    assert np.array(canary, dtype=">f8").tobytes() not in saved
    assert set(vars(fit())) - set(fit().get_params()) == {"results_", "record_"}


def test_the_release_is_noted_in_the_ledger(tmp_path):
    ledger = Ledger.create(tmp_path / "ledger.db")
    fit(FRAME, SCHEMA, columns=["age"], ledger=ledger)

    (entry,) = ledger.entries()
    assert entry.kind == "release"
    assert entry.content["method"] == "IntegralStatistics"
    assert "not differential privacy" in entry.content["guarantee"]


def test_the_release_leaves_the_budget_of_its_table_alone(tmp_path):
    ledger = Ledger.create(tmp_path / "ledger.db")
    digest = table_digest(Table.of(FRAME, SCHEMA), ledger.data_set_key)
    ledger.register("people", digest, epsilon=1)
    before = ledger.remaining("people").epsilon
    fit(FRAME, SCHEMA, columns=["age"], ledger=ledger)

    assert ledger.remaining("people").epsilon == before == 1


def test_the_estimator_can_be_cloned():
    estimator = IntegralStatistics(statistics=["max"], k=5)

    assert clone(estimator).get_params() == estimator.get_params()


BIG = [2**53, *range(40)]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"k": 1}, "k must be a whole number of at least 2, got 1"),
        ({"k": 2.5}, "k must be a whole number of at least 2, got 2.5"),
        ({"n_resamples": 9}, "n_resamples must be at least k, got 9 for k = 10"),
        ({"n_resamples": 10**30}, "n_resamples must be at most 2,147,483,647, got 1000000"),
        ({"n_resamples": 30}, r"n_resamples must be at least \d+ for k = 10 .* got 30; 1000"),
        ({"resampling": "jackknife"}, "resampling must be one of half, bootstrap, got 'jackknife'"),
        ({"condition": "absense"}, "got 'absense'; did you mean \"absence\"?"),
        ({"select": "best"}, "select must be one of private, accurate, got 'best'"),
        ({"resolution": 0}, "resolution must be 'auto' or a step above 0, got 0"),
        ({"resolution": "fine"}, "resolution must be 'auto' or a step above 0, got 'fine'"),
        ({"resolution": math.nan}, "resolution must be 'auto' or a step above 0, got nan"),
        ({"input_groups": 0}, "input_groups must be a whole number of at least 1, got 0"),
        ({"input_groups": 500}, "input_groups must be at most the number of records, got 500"),
        ({"bounds": (5, 5)}, r"bounds must be a pair .* got \(5, 5\)"),
        ({"bounds": (0, math.inf)}, r"bounds must be a pair .* got \(0, inf\)"),
        ({"bounds": (0, 1e200)}, r"bounds must be smaller than 1e\+150 in size"),
        (
            {"bounds": (0, 1e-200)},
            r"bounds must be further apart for their size, got \(0.0, 1e-200",
        ),
        ({"bounds": (1e15, 1e15 + 1)}, "bounds must be further apart for their size"),
        ({"bounds": 5}, "bounds must be a pair .* got 5"),
        ({"joint": 1}, "joint must be True or False, got 1"),
        ({"seed": 1.5}, "seed must be a whole number or None, got 1.5"),
        ({"columns": ["a"]}, "columns must go with a frame or a file"),
        ({"by": "a"}, "by must go with a frame or a file"),
        ({"columns": "age"}, r"must be a list .* the text 'age'; did you mean \['age'\]\?"),
        ({"ledger": "here.db"}, "ledger must be a Ledger or None, got 'here.db'"),
        ({"k": 151}, r"column must hold at least max\(20, 2k\) = 302 records, got fewer"),
    ],
)
def test_parameters_outside_their_range_are_refused(options, message):
    with pytest.raises(ParameterError, match=message):
        fit(**options)


@pytest.mark.parametrize(
    ("column", "message"),
    [
        ([1.0], r"column must hold at least max\(20, 2k\) = 20 records, got fewer for k = 10"),
        ([], r"at least max\(20, 2k\) = 20 records"),
        ([1.0, math.nan] * 20, "column must hold finite numbers, got missing or infinite ones"),
        ([1.0, math.inf] * 20, "column must hold finite numbers, got missing or infinite ones"),
        (np.ma.masked_greater(np.arange(40.0), 30), "column must hold finite numbers, got missing"),
        (["2.0409", "1.5"] * 20, "column must hold numbers, got an array of other things"),
        ([1.0, None] * 20, "column must hold numbers, got an array of other things"),
        (np.array(["a"] * 30), "column must hold numbers, got an array of other things"),
        (BIG, r"column must hold whole numbers below 2\^53 in size"),
        ([-(2**53), *range(40)], r"column must hold whole numbers below 2\^53 in size"),
        ([2**80, *range(40)], r"column must hold whole numbers below 2\^53 in size"),
        (np.array([2**64 - 1, *range(40)], np.uint64), r"whole numbers below 2\^53 in size"),
        ([1e160, *range(40)], r"column must hold numbers below 1e\+150 in size"),
        (np.zeros((30, 2)), "column must have one dimension, got 2; several columns come in a"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_columns_that_are_none_are_refused_before_any_work(column, message):
    with pytest.raises(ParameterError, match=message):
        fit(column)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "columns must say which of 3 columns are meant, got None"),
        ({"columns": ["agee"]}, "columns must be in the table, got 'agee'; did you mean \"age\"?"),
        ({"columns": ["age"], "by": "regio"}, "by must be in the table, got 'regio'"),
        (
            {"columns": ["region"]},
            "columns must be numeric or dates, got 'region', which is categorical",
        ),
        ({"columns": ["age"], "by": "region", "k": 100}, "every group of 'region' must hold at"),
    ],
)
def test_columns_of_a_frame_are_refused_with_what_is_possible(options, message):
    with pytest.raises(ParameterError, match=message):
        fit(FRAME, SCHEMA, **options)


def test_large_whole_numbers_and_infinite_cells_of_frames_are_refused():
    numbers = pd.DataFrame({"id": [2**53 + 1, *range(40)]})
    with pytest.raises(ParameterError, match=r"column 'id' must hold whole numbers below 2\^53"):
        fit(numbers)
    declared = Schema([Column("id", Numeric(integer=True))])
    with pytest.raises(ParameterError, match=r"column 'id' must hold whole numbers below 2\^53"):
        fit(numbers.astype(str), declared)


def test_a_ledger_wants_a_table(tmp_path):
    with pytest.raises(ParameterError, match="ledger must go with a frame or a file"):
        fit(ledger=Ledger.create(tmp_path / "ledger.db"))


def test_a_resolution_at_which_nothing_recurs_fails_without_numbers():
    with pytest.raises(
        FailedError, match=r"resolution must be coarse enough .* got 1e-09 for mean"
    ):
        fit(statistics=["mean"], resolution=1e-9)


def test_a_users_function_must_give_finite_numbers():
    def broken(values):
        return math.nan

    with pytest.raises(FailedError, match="statistics must give finite numbers, but broken did"):
        fit(statistics=[broken])


def test_the_words_of_an_error_in_a_users_function_are_not_passed_on():
    def broken(values):
        raise ValueError(f"cannot read {values[0]}")

    with pytest.raises(FailedError, match="but broken raised ValueError; try the") as caught:
        fit(statistics=[broken])
    assert str(COLUMN.min()) not in str(caught.value)
    assert caught.value.__suppress_context__


def test_a_users_function_is_not_taken_for_the_count_by_its_name():
    def count(values):
        return float((values > 40).sum())

    result = fit(statistics=[count]).results_["count"]

    assert result.value < 150
    assert result.resolution > 0


def test_names_of_statistics_tell_them_apart_and_hold_no_address():
    names = list(fit(statistics=[0.9999999, 0.99999991, 1, partial(np.quantile, q=0.3)]).results_)

    assert names == ["quantile:0.9999999", "quantile:0.99999991", "quantile:1", "partial"]


def test_a_fixed_step_is_stated_as_it_was_asked():
    results = fit(statistics=["mean", "sd"], resolution=0.7, select="accurate").results_

    assert {result.resolution for result in results.values()} == {0.7}


@pytest.mark.parametrize("resolution", [1.0, 1e-320])
def test_a_step_that_floats_cannot_part_fails_like_any_that_is_too_fine(resolution):
    column = np.array([2.0**53 - 2] * 60 + [2.0**53 - 4] * 40)

    with pytest.raises(FailedError, match="resolution must be coarse enough"):
        fit(column, statistics=["max"], resolution=resolution, select="accurate")


def test_a_table_without_a_group_is_refused():
    with pytest.raises(ParameterError, match="every group of 'region' must hold at least"):
        fit(FRAME.assign(region=None), SCHEMA, columns=["age"], by="region")


def test_means_of_neighbours_are_named_in_the_record():
    assert any("replaced by means" in note for note in fit(input_groups=2).record_.notes)
    assert not any("replaced by means" in note for note in fit().record_.notes)


def test_dates_come_out_as_dates_and_their_spreads_in_days():
    days = pd.Series(pd.date_range("2020-01-01", periods=300))
    frame = pd.DataFrame({"day": days, "number": (days - pd.Timestamp("1970-01-01")).dt.days})
    schema = Schema(
        [Column("day", Date(datetime.date(2019, 1, 1), datetime.date(2021, 12, 31)))], public=True
    )
    options = {"statistics": ["mean", "iqr", "max", "count"]}
    dated = fit(frame[["day"]], schema, **options).results_
    bounds = (frame["number"].min() - 365.0, frame["number"].min() + 731.0)
    numbers = fit(frame["number"], bounds=bounds, **options).results_

    epoch = datetime.date(1970, 1, 1)
    assert (dated["mean"].value - epoch).days == math.floor(numbers["mean"].value)
    assert dated["max"].cell[0] <= datetime.date(2020, 10, 26) <= dated["max"].cell[1]
    assert dated["iqr"] == numbers["iqr"]
    assert dated["count"] == numbers["count"]
    assert dated["mean"].as_dict()["value"] == dated["mean"].value.isoformat()
    assert "days" in repr(dated["mean"])
    json.dumps(dated["mean"].as_dict())


def test_dates_without_bounds_stay_in_the_calendar():
    frame = pd.DataFrame({"day": ["0001-01-01", "9999-12-31"] * 40})
    results = fit(frame, Schema([Column("day", Date())]), statistics=["mean", "min"]).results_

    assert all(isinstance(result.value, datetime.date) for result in results.values())


def test_the_count_is_answered_for_columns_of_any_kind():
    holes = FRAME.assign(region=FRAME["region"].where(FRAME.index % 3 > 0))

    assert fit(holes, columns=["region"], statistics=["count"]).results_["count"].value == 200
