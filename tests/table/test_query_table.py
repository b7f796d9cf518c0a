import datetime
import math
from decimal import Decimal

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vicinage.errors import ParameterError, SchemaError, TableError
from vicinage.schema import Categorical, Column, Date, FileFormat, Numeric, Ordinal, Schema, Text
from vicinage.table import QueryTable, Table, table_digest

KEY = b"a secret"
FIRST, LAST = datetime.date(1900, 1, 1), datetime.date(2020, 1, 1)
SCHEMA = Schema(
    [
        Column("age", Numeric(0, 120, integer=True), missing=("", "-9"), fill="40"),
        Column("pay", Numeric(0, 1e6)),
        Column("job", Categorical(("a", "b", "rest"), other="rest"), fill="b"),
        Column("sex", Categorical(("F", "M"))),
        Column("grade", Ordinal(("lo", "mid", "hi"))),
        Column("born", Date(FIRST, LAST), fill="1970-01-03"),
    ]
)
NAMES = SCHEMA.names


def query(columns, schema=SCHEMA):
    return QueryTable.of(pa.table(columns), schema)


def read(q):
    numbers = [q.numbers(name) for name in ("age", "pay", "grade", "born")]
    codes = [q.codes(name).astype(float) for name in ("job", "sex", "grade")]
    return np.column_stack([*numbers, *codes])


def test_each_rule_of_the_schema_has_its_place():
    q = query(
        {
            "age": ["34", "", "-9", "old", "900", "-3", "inf"],
            "pay": ["1.5", "", "x", "nan", "2e6", "-1", "1e999"],
            "job": ["a", "", "spy", "rest", "B", "b", " a"],
            "sex": ["F", "", "D", "M", "F", "M", "f"],
            "grade": ["hi", "", "top", "lo", "mid", "hi", "lo"],
            "born": ["1970-01-02", "", "2021-02-30", "2050-01-01", "1800-01-01", "x", "0000-01-01"],
        }
    )
    nan = math.nan
    days = (LAST - datetime.date(1970, 1, 1)).days

    assert q.numbers("age").tolist() == [34, 40, 40, 40, 120, 0, 40]
    np.testing.assert_array_equal(q.numbers("pay"), [1.5, nan, nan, nan, 1e6, 0, nan])
    assert q.codes("job").tolist() == [0, 1, 2, 2, 2, 1, 2]
    assert q.codes("sex").tolist() == [0, -1, -1, 1, 0, 1, -1]
    np.testing.assert_array_equal(q.numbers("grade"), [2, nan, nan, 0, 1, 2, 0])
    assert q.numbers("born").tolist() == [1, 2, 2, days, -25567, 2, 2]
    assert q.bounds("born") == (-25567, days)
    assert q.bounds("grade") == (0, 2)
    assert q.levels("sex") == ("F", "M")


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
cells = st.one_of(
    texts,
    st.sampled_from(
        [
            *("", "-9", "1", "007", "1e400", "-1e400", "1,5", "inf", "NaN", "a", "hi", "F", "\0"),
            *("1970-01-01", "0000-01-01", "9999-12-31", "1970-1-1", "2021-02-30", "0e9999999999"),
            *("2020-01-01 00:00+14:00", "0001-01-01T00:00+14:00", "1" * 5000, f".{0:0400}1"),
        ]
    ),
)
objects = st.one_of(
    cells,
    st.none(),
    st.text(max_size=3),
    st.integers(),
    st.just(10**5000),
    st.booleans(),
    st.floats(),
    st.decimals(),
    st.dates(),
    st.datetimes(),
    st.lists(st.integers(), max_size=2),
    st.binary(max_size=2),
    st.sampled_from([pd.NA, pd.NaT, np.int8(3), np.float32(0.1), np.bool_(1), 1j, {1}, object]),
    st.just(pd.Timestamp("2020-01-01 12:00", tz="Europe/Berlin")),
)


def frame_of(rows, kind):
    columns = {name: [row[i] for row in rows] for i, name in enumerate(NAMES)}
    if kind == "arrow":
        return pa.table({name: pa.array(cells, pa.string()) for name, cells in columns.items()})
    if kind == "polars":
        return pl.DataFrame(columns, schema=dict.fromkeys(columns, pl.String))
    return pd.DataFrame({name: pd.Series(cells, dtype=object) for name, cells in columns.items()})


@settings(max_examples=150, deadline=None)
@given(data=st.data(), kind=st.sampled_from(["arrow", "polars", "pandas"]))
def test_a_cell_never_raises_and_changes_its_own_row_only(data, kind):
    row = st.tuples(*[objects if kind == "pandas" else cells for _ in NAMES])
    rows = data.draw(st.lists(row, min_size=2, max_size=5))
    place = data.draw(st.integers(0, len(rows) - 1))
    others = [*rows]
    others[place] = data.draw(row)

    one, other = (QueryTable.of(frame_of(r, kind), SCHEMA) for r in (rows, others))
    before, after = read(one), read(other)

    assert len(one.digest(KEY)) == len(other.digest(KEY)) == 32
    np.testing.assert_array_equal(np.delete(before, place, 0), np.delete(after, place, 0))
    for name, low, high in (("age", 0, 120), ("pay", 0, 1e6)):
        values = after[:, NAMES.index(name)]
        assert np.all((values >= low) & (values <= high) | np.isnan(values))
    assert not np.isnan(after[:, 0]).any()  # declared fill


def test_objects_are_read_one_by_one_whatever_the_others_are():
    schema = Schema(
        [
            Column("n", Numeric(0, 9), missing=("", "-9")),
            Column("c", Categorical(("1", "true", "x"))),
            Column("d", Date(format="%d.%m.%Y")),
        ]
    )
    day = datetime.date(1970, 1, 2)
    numbers = [True, 2, 3.0, Decimal("4.5"), -9, np.float32(0.5), float("nan"), np.int8(7)]
    labels = [1, 1.0, True, "x", np.bool_(1), None, [1], Decimal(1)]
    dates = [day, "03.01.1970", pd.NaT, datetime.datetime(1970, 1, 5, 12), "x", None, 3, day]

    for rest in ([], ["spoilt"]):
        values = {"n": numbers + rest, "c": labels + rest, "d": dates + rest}
        frame = pd.DataFrame({name: pd.Series(v, dtype=object) for name, v in values.items()})
        q = QueryTable.of(frame, schema)
        np.testing.assert_array_equal(q.numbers("n")[:8], [1, 2, 3, 4.5, np.nan, 0.5, np.nan, 7])
        assert q.codes("c")[:8].tolist() == [0, 0, 1, 2, 1, -1, -1, 0]
        np.testing.assert_array_equal(
            q.numbers("d")[:8], [1, 2, np.nan, 4, np.nan, np.nan, np.nan, 1]
        )


typed = {
    "age": st.one_of(st.none(), st.integers(-5, 200)),
    "pay": st.one_of(st.none(), st.floats(0, 1e6)),
    "job": st.sampled_from(["a", "b", "rest", None]),
    "sex": st.sampled_from(["F", "M", None]),
    "grade": st.sampled_from(["lo", "mid", "hi", None]),
    "born": st.one_of(st.none(), st.dates(datetime.date(1890, 1, 1), datetime.date(2030, 1, 1))),
}


@settings(max_examples=60, deadline=None)
@given(rows=st.lists(st.fixed_dictionaries(typed), min_size=1, max_size=6))
def test_a_table_that_obeys_is_read_as_a_table_reads_it_in_every_library(rows):
    columns = {name: [row[name] for row in rows] for name in NAMES}
    kinds = [pa.int64(), pa.float64(), pa.string(), pa.string(), pa.string(), pa.date32()]
    arrow = pa.table({n: pa.array(columns[n], k) for n, k in zip(NAMES, kinds, strict=True)})
    table = Table.from_frame(arrow, SCHEMA)

    for frame in (arrow, pl.from_arrow(arrow), pd.DataFrame(columns, dtype=object), table):
        q = QueryTable.of(frame, SCHEMA)
        for name in ("age", "pay", "born", "grade"):
            values, missing = q.numbers(name), np.isnan(table.values(name))
            np.testing.assert_array_equal(values[~missing], table.clamped(name)[~missing])
        np.testing.assert_array_equal(
            np.where(q.codes("sex") < 0, np.nan, q.codes("sex")), table.values("sex")
        )
        assert q.digest(KEY) == table_digest(table, KEY)


def test_the_digest_does_not_depend_on_the_schema_and_covers_columns_outside_it():
    frame = pa.table({"x": ["1", "two"], "y": ["a", "b"]})
    one = QueryTable.of(frame, Schema({"x": Numeric(0, 1)}))
    two = QueryTable.of(frame, Schema({"x": Categorical(("1",)), "y": Text()}))

    assert one.digest(KEY) == two.digest(KEY) != two.digest(b"another")
    changed = QueryTable.of(frame.set_column(1, "y", [["a", "c"]]), one.schema)
    assert changed.digest(KEY) != one.digest(KEY)


def test_files_are_read_like_frames(tmp_path):
    text = 'age;pay;job;sex;grade;born;extra\n34;"1,5";spy;F;hi;1970-01-02;"x"\n;;;;;;y\n'
    (tmp_path / "t.csv").write_bytes(text.encode("latin-1"))
    schema = SCHEMA.with_file(FileFormat("latin-1", decimal=","))
    q = QueryTable.of(tmp_path / "t.csv", schema)

    assert q.n_rows == 2
    assert q.numbers("pay")[0] == 1.5
    assert q.schema.fingerprint() == schema.fingerprint()
    table = pa.table({name: ["x", ""] for name in NAMES})
    pa.parquet.write_table(table, tmp_path / "t.parquet")
    assert QueryTable.of([tmp_path / "t.parquet"] * 2, SCHEMA).n_rows == 4


def test_the_delimiter_is_found_by_the_names_and_not_by_the_cells(tmp_path):
    path = tmp_path / "t.csv"
    schema = Schema({"x": Categorical(("a",)), "y": Text()})

    for rows in ("a;b\n", 'a;"b,c,d"\n', "a;b,c\n" * 3):
        path.write_text("x;y\n" + rows)
        assert QueryTable.of(path, schema).codes("x")[0] == 0


def test_a_file_that_cannot_be_read_is_refused_without_its_line(tmp_path):
    path = tmp_path / "t.csv"
    for content in (b"x,y\n1,2\n1\n", b"x,y\n1,\xff\n"):
        path.write_bytes(content)
        with pytest.raises(TableError, match="read as the schema says") as caught:
            QueryTable.of(path, Schema({"x": Numeric(), "y": Text()}))
        assert "line" not in str(caught.value)
    with pytest.raises(TableError, match=r"none\.csv: No such file"):
        QueryTable.of(tmp_path / "none.csv", SCHEMA)


def test_bytes_that_are_no_text_are_read_as_question_marks():
    offsets, data = (pa.py_buffer(b) for b in (b"\0\0\0\0\1\0\0\0\3\0\0\0", b"F\xff\xfe"))
    broken = pa.Array.from_buffers(pa.string(), 2, [None, offsets, data])
    q = QueryTable.of(pa.table({"sex": broken}), Schema({"sex": Categorical(("F", "M"))}))

    assert q.codes("sex").tolist() == [0, -1]
    assert len(q.digest(KEY)) == 32


def test_days_with_milliseconds_are_read():
    cells = pa.array([86_400_000, 129_600_000], pa.date64())

    assert query({"d": cells}, Schema({"d": Date()})).numbers("d").tolist() == [1, 1.5]


def test_what_is_public_is_refused_by_name():
    frame = pa.table({"agee": [1], "note": ["x"]})
    with pytest.raises(TableError, match=r"got none named 'age'; did you mean .agee"):
        QueryTable.of(frame, Schema({"age": Numeric(0, 1)}))
    with pytest.raises(TableError, match="'x' must hold numbers, got type date32"):
        query({"x": pa.array([0], pa.date32())}, Schema({"x": Numeric(0, 1)}))
    with pytest.raises(TableError, match="'x' must hold numbers, texts, dates or booleans, got li"):
        query({"x": [[1]]}, Schema({"x": Numeric(0, 1)}))
    for schema in (None, Table.from_frame(frame.drop_columns("note")).schema):
        with pytest.raises(ParameterError, match="schema must be declared for a private query"):
            QueryTable.of(frame, schema)


def test_what_is_not_declared_is_asked_for():
    q = query(
        {"n": [1], "c": ["a"], "t": ["x"]},
        Schema([Column("n", Numeric(lower=0)), Column("c", Categorical()), Column("t", Text())]),
    )
    with pytest.raises(ParameterError, match=r"'n' must have declared bounds, got no upper; decl"):
        q.bounds("n")
    with pytest.raises(ParameterError, match=r"'c' must have declared categories or levels, got c"):
        q.codes("c")
    with pytest.raises(ParameterError, match=r"'t' must be numeric, date or ordinal.*got text"):
        q.numbers("t")
    with pytest.raises(ParameterError, match=r"'c' must be numeric, date or ordinal.*got categori"):
        q.bounds("c")
    with pytest.raises(SchemaError, match="column must be in the schema, got 'm'"):
        q.numbers("m")


def test_a_query_table_can_be_bound_again_and_hides_its_cells():
    q = query({"x": ["5", "70"]}, Schema({"x": Numeric(0, 9)}))

    assert QueryTable.of(q).numbers("x").tolist() == [5, 9]
    assert QueryTable.of(q, Schema({"x": Numeric(0, 99)})).numbers("x").tolist() == [5, 70]
    assert repr(q) == "QueryTable(n_rows=2, names=('x',))"


def test_a_cell_that_does_not_apply_is_never_filled():
    column = {"fill": "1", "not_applicable": ("-9",)}
    schema = Schema(
        [
            Column("x", Numeric(0, 9), **column),
            Column("o", Ordinal(("0", "1")), **column),
        ]
    )
    frame = pa.table({"x": ["-9", "", "3"], "o": ["-9", "", "0"]})

    table = QueryTable.of(frame, schema)

    np.testing.assert_array_equal(table.numbers("x"), [np.nan, 1, 3])
    assert table.codes("o").tolist() == [-1, 1, 0]
