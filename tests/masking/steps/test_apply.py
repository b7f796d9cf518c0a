"""Steps on cells, in frames of three libraries and in CSV files."""

import datetime

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from vicinage.masking import RWN
from vicinage.masking.steps import apply_steps, as_released
from vicinage.schema import (
    BottomCoding,
    Categorical,
    Column,
    Date,
    Numeric,
    Ordinal,
    RecodeDates,
    RecodeLabels,
    RecodeNumbers,
    Rounding,
    Schema,
    TopCoding,
    Treatment,
)
from vicinage.table import Table

LIBRARIES = {"pandas": pd.DataFrame, "polars": pl.DataFrame, "pyarrow": pa.table}


def done(frame, columns, *steps):
    schema = Schema(columns)
    table, effects = apply_steps(Table.of(frame, schema), steps)
    return table, effects


def cells(frame, columns, *steps):
    return done(frame, columns, *steps)[0].cells("x").to_pylist()


@pytest.mark.parametrize("make", LIBRARIES.values(), ids=LIBRARIES)
def test_numbers_become_labels_and_the_break_belongs_to_the_upper_interval(make):
    step = RecodeNumbers(column="x", breaks=(18, 65), labels=("child", "adult", "old"))

    table, effects = done(make({"x": [17, 18, 64, 65, 90]}), {"x": Numeric(0, 120)}, step)

    assert table.cells("x").to_pylist() == ["child", "adult", "adult", "old", "old"]
    assert table.schema["x"].kind == Ordinal(("child", "adult", "old"))
    assert table.values("x").tolist() == [0, 1, 1, 2, 2]
    assert [effect.cells for effect in effects] == [5]


@pytest.mark.parametrize("make", LIBRARIES.values(), ids=LIBRARIES)
def test_missing_cells_and_those_that_do_not_apply_are_never_filled(make):
    column = Column("x", Numeric(0, 120), missing=("-8",), not_applicable=("-9",))
    steps = (
        TopCoding(column="x", threshold=50),
        BottomCoding(column="x", threshold=10),
        Rounding(column="x", base=5),
        RecodeNumbers(column="x", breaks=(30,), labels=("low", "high")),
    )

    table, _ = done(make({"x": [-9.0, None, -8.0, 3.0, 99.0]}), [column], *steps)

    texts = table.cells("x").to_pylist()
    assert [None if t is None else t.removesuffix(".0") for t in texts] == [
        "-9",
        None,
        "-8",
        "low",
        "high",
    ]
    assert table.not_applicable("x").tolist() == [True, False, False, False, False]


def test_top_and_bottom_coding_leave_the_other_cells_as_they_are_spelled(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("x,y\n7.0,1\n5.50,1\n1000,1\n,1\n-4,1\n", encoding="utf-8")
    steps = (
        TopCoding(column="x", threshold=100, replacement=250),
        BottomCoding(column="x", threshold=0),
    )

    table, effects = done(path, {"x": Numeric(), "y": Numeric()}, *steps)

    assert table.cells("x").to_pylist() == ["7.0", "5.50", "250", "", "0"]
    assert [effect.cells for effect in effects] == [1, 1]
    assert table.schema["x"].kind == Numeric(0, 250)


@pytest.mark.parametrize("base", [10, 4, 100])
@pytest.mark.parametrize("make", LIBRARIES.values(), ids=LIBRARIES)
def test_halves_are_rounded_to_the_even_multiple_and_integers_stay_integers(make, base):
    frame = make({"x": [10, 15, 25, 108]})

    table, _ = done(frame, {"x": Numeric(0, 400, integer=True)}, Rounding(column="x", base=base))

    found = table.cells("x").to_pylist()
    assert found == [base * round(x / base) for x in (10, 15, 25, 108)]
    assert all(isinstance(cell, int) for cell in found)


def test_rounding_to_a_decimal_base_writes_short_numbers(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("x\n0.31\n0.3\n2.25\n", encoding="utf-8")

    assert cells(path, {"x": Numeric()}, Rounding(column="x", base=0.1)) == ["0.3", "0.3", "2.2"]


@pytest.mark.parametrize("make", LIBRARIES.values(), ids=LIBRARIES)
def test_dates_stay_dates_of_their_type(make):
    frame = make({"x": [datetime.date(2024, 5, 17), datetime.date(1969, 1, 1), None]})

    quarter = cells(frame, {"x": Date()}, RecodeDates(column="x", period="quarter"))
    year = cells(frame, {"x": Date()}, RecodeDates(column="x", period="year"))

    assert quarter == [datetime.date(2024, 4, 1), datetime.date(1969, 1, 1), None]
    assert year == [datetime.date(2024, 1, 1), datetime.date(1969, 1, 1), None]


def test_moments_and_texts_lose_their_time_of_day(tmp_path):
    frame = pd.DataFrame({"x": pd.to_datetime(["2024-05-17 13:30", "2023-12-31 23:59"])})
    path = tmp_path / "t.csv"
    path.write_text("x,y\n17.05.2024,1\n01.05.2024,1\n,1\n", encoding="utf-8")
    step = RecodeDates(column="x", period="month")

    moments, _ = done(frame, {"x": Date()}, step)

    assert moments.native()["x"].dtype == frame["x"].dtype
    assert moments.native()["x"].tolist() == [pd.Timestamp(2024, 5, 1), pd.Timestamp(2023, 12, 1)]
    columns = {"x": Date(format="%d.%m.%Y"), "y": Numeric()}
    assert cells(path, columns, step) == ["01.05.2024", "01.05.2024", ""]


@pytest.mark.parametrize("make", LIBRARIES.values(), ids=LIBRARIES)
def test_labels_are_joined_and_unnamed_ones_stay(make):
    step = RecodeLabels(column="x", labels={"b": "other", "c": "other"})

    declared, _ = done(
        make({"x": ["a", "b", "c", None]}), {"x": Categorical(("a", "b", "c"))}, step
    )
    observed, _ = done(make({"x": ["a", "b", "c", None]}), {"x": Categorical()}, step)

    for table in (declared, observed):
        assert table.cells("x").to_pylist() == ["a", "other", "other", None]
        assert table.schema["x"].kind == Categorical(("a", "other"))


def test_steps_are_done_in_their_order():
    top = TopCoding(column="x", threshold=44)
    ten = Rounding(column="x", base=10)
    frame = pa.table({"x": [44, 48]})

    assert cells(frame, {"x": Numeric()}, top, ten) == [40, 40]
    assert cells(frame, {"x": Numeric()}, ten, top) == [40, 44]


def test_an_original_is_compared_in_the_labels_of_its_release():
    treatment = Treatment(
        before=[
            TopCoding(column="x", threshold=2),
            RecodeNumbers(column="x", breaks=(2,), labels=("one", "two")),
            Rounding(column="y", base=10),
        ]
    )
    schema = Schema({"x": Numeric(0, 9), "y": Numeric()}, treatment=treatment)

    table = as_released(Table.of(pa.table({"x": [1, 7], "y": [1, 7]}), schema))

    assert table.cells("x").to_pylist() == ["one", "two"]
    assert table.cells("y").to_pylist() == [1, 7]


def test_observed_ranges_follow_the_cells():
    table, _ = done(
        pa.table({"x": [1.0, 5.0, 900.0]}), {"x": Numeric()}, TopCoding(column="x", threshold=10)
    )

    assert table.bounds("x") == (1.0, 10.0)
    assert np.nanmax(table.clamped("x")) == 10.0


def test_halves_are_those_of_the_decimals_that_are_written():
    frame = pa.table({"x": [0.15, 0.25, 0.35, 0.45]})

    assert cells(frame, {"x": Numeric()}, Rounding(column="x", base=0.1)) == [0.2, 0.2, 0.4, 0.4]


def test_a_sign_that_is_rounded_away_is_gone(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("x\n-0.4\n0.4\n", encoding="utf-8")

    written = cells(path, {"x": Numeric()}, Rounding(column="x", base=1))

    assert written[0] == written[1] == "0"


@pytest.mark.parametrize(("number", "base"), [(1e308, 0.1), (1.7e308, 1e308), (-1e308, 1e-290)])
def test_a_number_too_large_for_its_base_stays(number, base):
    frame = pa.table({"x": [number, 0.0]})

    found = cells(frame, {"x": Numeric()}, Rounding(column="x", base=base))

    assert found[0] == number


def test_whether_a_step_is_allowed_does_not_depend_on_the_cells():
    steps = [
        TopCoding(column="x", threshold=100),
        BottomCoding(column="x", threshold=-100),
        Rounding(column="x", base=50),
    ]
    schema = Schema({"x": Numeric(), "y": Categorical()}, treatment=Treatment(after=steps))
    recoded = RecodeLabels(column="y", labels={"absent": "b"})
    labelled = Schema({"x": Numeric(), "y": Categorical()}, treatment=Treatment(before=[recoded]))

    for declared in (schema, labelled):
        frame = pa.table({"x": [1.0, 5.0, 9.0], "y": ["a", "b", "c"]})
        assert RWN(n_neighbors=1, seed=1).fit_transform(frame, declared).num_rows == 3
