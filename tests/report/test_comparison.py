import math

import numpy as np
import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from vicinage.report.comparison import compare_columns, compare_correlations
from vicinage.schema import Categorical, Column, Date, Numeric, Ordinal, Role, Schema, Text
from vicinage.table import Table

NUMBERS = st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=50)


def tables(schema, original, released):
    return Table.from_frame(pa.table(original), schema), Table.from_frame(
        pa.table(released), schema
    )


@given(NUMBERS, st.booleans())
def test_the_shares_of_a_histogram_are_those_of_numpy(numbers, integer):
    cells = np.round(numbers) if integer else np.array(numbers)
    both = tables(Schema({"x": Numeric(integer=integer)}), {"x": cells}, {"x": -cells})

    (column,) = compare_columns(*both, ("x",))

    rows = column["rows"]
    edges = [row["lower"] for row in rows] + [rows[-1]["upper"]]
    assert np.all(np.diff(edges) > 0)
    for side, values in (("original", cells), ("protected", -cells)):
        expected = 100 * np.histogram(values, edges)[0] / cells.size
        assert np.allclose([row[side] for row in rows], expected)
        assert sum(row[side] for row in rows) <= 100 + 1e-9


def test_without_a_long_tail_all_cells_are_drawn():
    cells = {"x": np.arange(1000) % 77}
    both = tables(Schema({"x": Numeric(integer=True)}), cells, cells)

    (column,) = compare_columns(*both, ("x",))

    assert math.isclose(sum(row["original"] for row in column["rows"]), 100)
    assert column["rows"][0]["lower"] == -0.5


def test_a_long_tail_is_left_out():
    cells = {"x": [*range(1000), 10**9]}
    both = tables(Schema({"x": Numeric()}), cells, cells)

    (column,) = compare_columns(*both, ("x",))

    assert column["rows"][-1]["upper"] < 1001


def test_whole_numbers_without_a_float_between_them_are_drawn():
    number = 2**53 + 1
    table = Table.of(pa.table({"x": [number, number, number]}), Schema({"x": Numeric(0, 2**60)}))

    (column,) = compare_columns(table, table, ("x",))

    assert sum(row["original"] for row in column["rows"]) == 100


def test_labels_keep_their_order_and_rare_ones_are_put_together():
    labels = [f"l{i:02}" for i in range(12)]
    cells = [label for i, label in enumerate(labels) for _ in range(i + 1)] + [None, None]
    both = tables(Schema({"c": Categorical(tuple(labels))}), {"c": cells}, {"c": cells[::-1]})

    (column,) = compare_columns(*both, ("c",))

    assert [row["label"] for row in column["rows"]] == [*labels[2:], "all others", "missing"]
    assert math.isclose(sum(row["protected"] for row in column["rows"]), 100)
    assert math.isclose(column["rows"][-2]["original"], 100 * 3 / 80)


def test_dates_are_told_as_dates_and_texts_and_empty_columns_left_out():
    schema = Schema(
        [
            Column("day", Date()),
            Column("note", Text(), role=Role.IGNORED),
            Column("none", Numeric()),
            Column("size", Ordinal(("small", "big"))),
        ]
    )
    cells = {
        "day": ["2024-02-28", "2024-03-01"],
        "note": ["a", "b"],
        "none": ["", ""],
        "size": ["big", "big"],
    }
    both = tables(schema, cells, cells)

    days, size = compare_columns(*both, both[0].names)

    assert days["shape"] == "dates"
    assert days["rows"][0]["lower"].startswith("2024-02-2")
    assert [row["original"] for row in size["rows"]] == [0.0, 100.0]


def test_the_change_of_each_correlation_is_told():
    original = {"x": [1.0, 2, 3, 4], "y": [2.0, 4, 6, 8], "c": [5.0, 5, 5, 5]}
    released = {"x": [1.0, 2, 3, 4], "y": [8.0, 6, 4, 2], "c": [5.0, 5, 5, 5]}
    schema = Schema({name: Numeric() for name in original})

    pairs = compare_correlations(*tables(schema, original, released))

    assert [(p["row"], p["column"], round(p["difference"], 9)) for p in pairs] == [
        ("x", "y", -2.0),
        ("y", "x", -2.0),
    ]
    assert compare_correlations(*tables(None, {"x": [1, 2]}, {"x": [1, 2]})) == []
