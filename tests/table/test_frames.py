import datetime
import decimal
from contextlib import suppress

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vicinage.errors import ParameterError, TableError
from vicinage.schema import Categorical, Column, Date, Numeric, Ordinal, Role, Schema, Text
from vicinage.table import Table, check_table

DAY = datetime.date(2024, 2, 29)
NOON = datetime.datetime(2024, 2, 29, 12, tzinfo=datetime.UTC)


def pandas_frame():
    return pd.DataFrame(
        {
            "int": [1, 2, 3],
            "Int": pd.array([1, None, 3], "Int64"),
            "float": [0.5, np.nan, 1.5],
            "small": np.array([1, 2, 3], np.float32),
            "text": ["a", None, "b"],
            "string": pd.array(["x", "y", None], "string"),
            "object": np.array(["u", None, "v"], object),
            "mixed": np.array([1, None, "v"], object),
            "category": pd.Categorical(["x", None, "y"], categories=["y", "x"]),
            "ordered": pd.Categorical(["lo", "hi", "lo"], ["lo", "hi"], ordered=True),
            "bool": [True, False, True],
            "boolean": pd.array([True, None, False], "boolean"),
            "when": pd.to_datetime(["2024-01-01", None, "2024-01-03"]).tz_localize("Europe/Zurich"),
            "day": np.array([DAY, None, DAY], object),
            "arrow": pd.array([1, None, 2], dtype=pd.ArrowDtype(pa.int16())),
            "Größe (cm) ": [1, 2, 3],
        },
        index=[7, 3, 5],
    )


def polars_frame():
    return pl.DataFrame(
        {
            "int": pl.Series([1, 2, None], dtype=pl.Int16),
            "category": pl.Series(["x", None, "y"], dtype=pl.Categorical),
            "enum": pl.Series(["lo", "hi", "lo"], dtype=pl.Enum(["lo", "hi"])),
            "decimal": pl.Series([decimal.Decimal("1.10"), None, decimal.Decimal("2.25")]),
            "day": pl.Series([DAY, None, DAY]),
            "when": pl.Series([NOON, None, NOON], dtype=pl.Datetime("ms", "UTC")),
            "text": ["a", None, "b"],
            "bool": [True, False, None],
            "float": [0.5, float("nan"), None],
        }
    )


def arrow_table():
    table = polars_frame().to_arrow()
    field = table.schema.field("int").with_metadata({"unit": "years"})
    return table.set_column(0, field, table.column(0)).replace_schema_metadata({"made": "here"})


def rows_of(frame):
    return frame.to_dicts() if isinstance(frame, pl.DataFrame) else frame.to_pylist()


def test_a_pandas_frame_comes_back_with_the_same_types_index_and_order():
    frame = pandas_frame()

    table = Table.from_frame(frame)
    same = table.gather({name: np.arange(3) for name in table.names})

    pd.testing.assert_frame_equal(same.native(), pandas_frame())
    pd.testing.assert_frame_equal(frame, pandas_frame())


def test_gathered_pandas_cells_are_those_of_the_donors_and_the_index_stays():
    frame = pandas_frame()
    donors = np.array([2, 0, 1])

    released = Table.from_frame(frame).gather(dict.fromkeys(frame.columns, donors)).native()

    expected = pandas_frame().iloc[donors].set_axis(frame.index)
    pd.testing.assert_frame_equal(released, expected)
    pd.testing.assert_frame_equal(frame, pandas_frame())


def test_a_donor_of_minus_one_gives_the_missing_value_of_the_type():
    names = [name for name in pandas_frame() if name not in ("int", "bool", "Größe (cm) ")]
    donors = dict.fromkeys(names, np.array([-1, 0, 2]))

    released = Table.from_frame(pandas_frame()).gather(donors).native()

    assert released[names].iloc[0].isna().all()
    assert (released.dtypes == pandas_frame().dtypes).all()


@pytest.mark.parametrize("donors", [[2, 0, 1, 3], [-1, 0, 1, 3]])
def test_texts_that_are_objects_stay_objects(donors):
    texts = pd.Series(["a", None, "b", "b"], index=[3, 1, 1, 0], dtype=object)
    frame = pd.DataFrame({"x": texts})

    table = Table.from_frame(frame)
    gathered = table.gather({"x": np.array(donors)}).native()
    labelled = table.relabel(table.schema["x"], np.array([0, 1, 0, -1]), ["b", "a"]).native()

    assert gathered["x"].dtype == labelled["x"].dtype == object
    assert gathered.index.tolist() == labelled.index.tolist() == [3, 1, 1, 0]
    assert gathered["x"].iloc[1:3].tolist() == ["a", None]
    assert labelled["x"].tolist()[:3] == ["b", "a", "b"]


@pytest.mark.parametrize("name", ["int", "bool"])
def test_a_pandas_type_without_missing_cells_refuses_one_with_the_fix(name):
    with pytest.raises(TableError, match=rf"column '{name}' must be able to hold a missing.*Int64"):
        Table.from_frame(pandas_frame()).gather({name: np.array([-1, 0, 0])})


@pytest.mark.parametrize("lazy", [False, True])
def test_a_polars_frame_comes_back_as_the_same_kind(lazy):
    frame = polars_frame()
    table = Table.from_frame(frame.lazy() if lazy else frame)

    released = table.gather(dict.fromkeys(table.names, np.array([1, 2, -1]))).native()

    assert isinstance(released, pl.LazyFrame if lazy else pl.DataFrame)
    released = released.lazy().collect()
    assert released.schema == frame.schema
    assert released[0].equals(frame[1])
    assert released[1].equals(frame[2])
    assert all(cell is None for cell in released.row(2))


def test_a_pyarrow_table_keeps_its_types():
    table = Table.from_frame(arrow_table())

    released = table.gather(dict.fromkeys(table.names, np.array([1, 2, -1]))).native()

    assert released.schema.equals(arrow_table().schema)
    assert released.slice(0, 2).to_pylist()[1]["text"] == "b"
    assert set(released.to_pylist()[2].values()) == {None}


def test_a_record_batch_reader_comes_back_as_one():
    released = Table.from_frame(arrow_table().to_reader()).native()

    assert isinstance(released, pa.RecordBatchReader)
    assert str(rows_of(released.read_all())) == str(rows_of(arrow_table()))


def test_a_field_that_is_not_nullable_refuses_a_missing_cell():
    schema = pa.schema([pa.field("a", pa.int64(), nullable=False)])
    table = Table.from_frame(pa.table({"a": [1, 2]}, schema=schema))

    with pytest.raises(TableError, match="column 'a' must be able to hold a missing cell"):
        table.gather({"a": np.array([-1, 0])})


@pytest.mark.parametrize("frame", [pandas_frame(), polars_frame(), arrow_table()])
def test_values_are_the_same_from_every_library(frame):
    table = Table.from_frame(frame)

    names = set(table.names)
    for name, expected in {
        "float": [0.5, np.nan, np.nan if "enum" in names else 1.5],
        "category": [1, np.nan, 0] if "object" in names else [0, np.nan, 1],
        "enum": [0, 1, 0],
        "ordered": [0, 1, 0],
        "decimal": [1.1, np.nan, 2.25],
        "day": [19782, np.nan, 19782],
        "Int": [1, np.nan, 3],
    }.items():
        if name in names:
            np.testing.assert_array_equal(table.values(name), expected, err_msg=name)
    if "enum" in names:
        np.testing.assert_array_equal(table.values("when"), [19782.5, np.nan, 19782.5])


def test_kinds_are_observed_from_types():
    kinds = {column.name: column.kind.label for column in Table.from_frame(pandas_frame()).schema}

    assert kinds == {
        "int": "numeric",
        "Int": "numeric",
        "float": "numeric",
        "small": "numeric",
        "text": "categorical",
        "string": "categorical",
        "object": "categorical",
        "mixed": "categorical",
        "category": "categorical",
        "ordered": "ordinal",
        "bool": "categorical",
        "boolean": "categorical",
        "when": "date",
        "day": "date",
        "arrow": "numeric",
        "Größe (cm) ": "numeric",
    }


def test_open_bounds_and_categories_are_filled_in_and_said_to_be_observed():
    table = Table.from_frame(pandas_frame())

    assert table.schema.observed
    assert table.schema["int"].kind == Numeric(1, 3, integer=True)
    assert table.schema["text"].kind == Categorical(("a", "b"))
    assert table.schema["ordered"].kind == Ordinal(("lo", "hi"))
    assert table.schema["category"].kind == Categorical(("y", "x"))
    assert table.bounds("ordered") == (0, 1)


def test_values_outside_declared_bounds_are_counted_and_can_be_taken_at_the_bound():
    schema = Schema({"age": Numeric(0, 120), "day": Date(upper=datetime.date(2024, 1, 1))})
    frame = pl.DataFrame({"age": [-1, 40, 999], "day": [DAY, DAY, datetime.date(2023, 1, 1)]})

    table = Table.from_frame(frame, schema)

    assert table.values("age").tolist() == [-1, 40, 999]
    assert table.clamped("age").tolist() == [0, 40, 120]
    assert table.outside_bounds("age") == 2
    assert table.outside_bounds("day") == 2
    assert table.bounds("age") == (0, 120)
    assert table.bounds("day") == (19358, 19723)
    assert table.native().equals(frame)


def test_a_typed_cell_equal_to_a_missing_code_is_missing():
    codes = ("-9", "inf", "2024-02-29")
    schema = Schema(
        [
            Column("i", Numeric(), missing=codes),
            Column("f", Numeric(), missing=codes),
            Column("d", Date(), missing=codes),
        ]
    )
    frame = pl.DataFrame({"i": [1, -9], "f": [float("inf"), -9.0], "d": [DAY, None]})

    table = Table.from_frame(frame, schema)

    assert np.isnan(table.values("i")).tolist() == [False, True]
    assert np.isnan(table.values("f")).all()
    assert np.isnan(table.values("d")).all()
    assert np.isnan(table.bounds("f")).all()


@pytest.mark.parametrize(
    ("frame", "schema", "expected"),
    [
        (pl.DataFrame({"x": [1.0, float("inf")]}), None, "'x' must be finite, or declared as a"),
        (pl.DataFrame({"x": [[1], [2]]}), None, "'x' must hold numbers, texts"),
        (pd.DataFrame({"x": [{"a": 1}, 2]}), None, "'x' must hold one value in a cell, got dict"),
        (pl.DataFrame({"x": [datetime.timedelta(1)]}), None, "'x' must hold numbers, texts"),
        (pl.DataFrame({"x": [b"a"]}), None, "'x' must hold numbers, texts"),
        (pl.DataFrame({"name": list("abcde")}), None, "'name' must have a role.*identifier"),
        (pl.DataFrame({"x": [1.5]}), Schema({"x": Numeric(integer=True)}), "'x' must be a whole"),
        (pl.DataFrame({"x": ["a"]}), Schema({"x": Numeric()}), "'x' must be a number"),
        (pl.DataFrame({"x": [1]}), Schema({"x": Date()}), "'x' must hold dates, got type int64"),
        (pl.DataFrame({"x": [DAY]}), Schema({"x": Numeric()}), "'x' must hold numbers, got type"),
        (pl.DataFrame({"x": ["a"]}), Schema({"x": Categorical(("b",))}), "declared categories"),
        (pl.DataFrame({"x": ["a"]}), Schema({"x": Ordinal(("b",))}), "declared levels"),
        (pl.DataFrame({"agee": [1]}), Schema({"age": Numeric()}), 'in the table; did you mean "ag'),
        (
            pl.DataFrame({"x": [1, 1]}),
            Schema([Column("x", Numeric(), "key")]),
            "different in every",
        ),
        (pl.DataFrame({"x": [1, None]}), Schema([Column("x", Numeric(), "key")]), "not be missing"),
        (pl.DataFrame({"x": [1, None]}), Schema([Column("x", Numeric(), "weight")]), "not be miss"),
        (pl.DataFrame({"x": [1, -1]}), Schema([Column("x", Numeric(), "weight")]), "negative"),
        (pl.DataFrame({"x": []}), None, "at least one column and one row"),
        (pl.DataFrame({"": [1]}), None, "column names must be strings that are not empty"),
        (pd.DataFrame([[1, 2]], columns=["a", "a"]), None, "column names must be different"),
        (pd.DataFrame([[1, 2]], columns=["a", 1]), None, "column names must be strings.*got 1"),
        (pd.DataFrame({"a": [1]}, index=["Ada"]), None, "reset_index"),
        (pd.DataFrame({"a": [1]}, index=pd.Index([1], name="id")), None, "reset_index"),
        ({"a": [1]}, None, "frame must be a pandas or polars frame.*got builtins.dict"),
    ],
)
def test_a_frame_that_cannot_be_used_is_refused(frame, schema, expected):
    with pytest.raises(TableError, match=f"(?s){expected}"):
        Table.from_frame(frame, schema)


def test_all_rules_broken_are_named_at_once_and_no_cell_is_shown():
    frame = pl.DataFrame({"a": ["secret", "1"], "b": [float("inf"), 1.0], "c": [1, 2]})

    with pytest.raises(TableError) as caught:
        Table.from_frame(frame, Schema({"a": Numeric(), "b": Numeric(), "d": Text()}))

    for part in ("'a' must be a number", "'b' must be finite", "'c' must be in the schema", "'d'"):
        assert part in str(caught.value)
    assert "secret" not in str(caught.value)


def test_a_schema_that_is_a_path_is_refused_with_the_fix():
    with pytest.raises(ParameterError, match=r"schema must be a Schema.*Schema\.from_toml"):
        Table.from_frame(polars_frame(), "people.toml")


def test_a_key_can_be_named_without_a_schema():
    frame = pl.DataFrame({"id": list("abcde"), "x": range(5)})

    table = Table.from_frame(frame, key="id")
    data, offsets = table.key_bytes()

    assert table.schema["id"].role is Role.KEY
    assert data.tobytes() == b"abcde"
    assert offsets.tolist() == [0, 1, 2, 3, 4, 5]
    with pytest.raises(ParameterError, match=r'key must be a column.*did you mean "id"'):
        Table.from_frame(frame, key="idd")
    assert Table.from_frame(frame.select("x")).key_bytes() is None


def test_codes_are_equal_for_equal_cells_and_labels_are_texts():
    table = Table.from_frame(pl.DataFrame({"x": [1.5, None, 2.0, 1.5], "s": ["a", "b", "", "a"]}))

    assert table.codes("x").tolist()[0] == table.codes("x").tolist()[3]
    assert table.codes("x").tolist()[1] == -1
    assert table.codes("s").tolist()[2] == -1
    assert table.labels("x") == ["1.5", None, "2", "1.5"]
    assert table.labels("s") == ["a", "b", None, "a"]


@pytest.mark.parametrize("make", [pandas_frame, polars_frame, arrow_table])
def test_computed_numbers_become_cells_of_the_same_type(make):
    table = Table.from_frame(make())
    names = [c.name for c in table.schema if c.kind.label == "numeric"]

    same = table.replace({name: table.values(name) for name in names})

    if isinstance(make(), pd.DataFrame):
        pd.testing.assert_frame_equal(same.native(), make())
    else:
        assert same.native().schema == make().schema
        assert str(rows_of(same.native())) == str(rows_of(make()))


def test_computed_integers_are_rounded_half_to_even_or_released_as_floats():
    table = Table.from_frame(pd.DataFrame({"x": [1, 2, 3, 4]}))
    numbers = {"x": np.array([0.5, 1.5, -0.4, 7.0])}

    rounded = table.replace(numbers).native()["x"]
    floats = table.replace(numbers, keep_integers=False).native()["x"]

    assert rounded.tolist() == [0, 2, 0, 7]
    assert rounded.dtype == np.int64
    assert floats.tolist() == numbers["x"].tolist()


def test_a_computed_number_that_the_type_cannot_hold_is_refused():
    table = Table.from_frame(pl.DataFrame({"x": [1, 2]}, schema={"x": pl.Int8}))

    with pytest.raises(TableError, match="'x' must be of a type that holds the computed numbers"):
        table.replace({"x": np.array([1000.0, 1.0])})


def test_an_infinite_number_is_refused():
    table = Table.from_frame(pl.DataFrame({"x": [1.5, 2.0]}))

    with pytest.raises(TableError, match="'x' must take finite numbers"):
        table.replace({"x": np.array([np.inf, 1.0])})


@pytest.mark.parametrize("cells", [["a", "b"], [DAY, DAY], [True, False]])
def test_a_computed_number_cannot_replace_a_label_or_a_date(cells):
    table = Table.from_frame(pl.DataFrame({"x": cells}))

    with pytest.raises(TableError, match="'x' must be numeric to take computed numbers"):
        table.replace({"x": np.array([0.0, 1.0])})


def test_dropped_columns_leave_table_schema_and_frame():
    table = Table.from_frame(polars_frame()).drop(["int", "text"])

    assert table.names == table.schema.names == tuple(table.native().columns)
    assert "int" not in table.names


@pytest.mark.parametrize("name", ["^.*$", "^x$", "*", "ALL"])
def test_a_column_whose_name_looks_like_a_pattern_is_only_itself(name):
    frame = pl.DataFrame({name: list("abcde"), "x": range(5)})
    table = Table.from_frame(frame, key=name)

    reversed_x = table.gather({"x": np.arange(5)[::-1]}).native()
    reversed_name = table.gather({name: np.arange(5)[::-1]}).native()

    assert table.drop([name]).names == ("x",)
    assert reversed_x.to_dict(as_series=False) == {name: list("abcde"), "x": [4, 3, 2, 1, 0]}
    assert reversed_name.to_dict(as_series=False) == {name: list("edcba"), "x": list(range(5))}


def test_donors_outside_the_table_are_refused():
    table = Table.from_frame(pl.DataFrame({"x": [1, 2]}))

    for rows in ([0, 2], [0, -2], [0]):
        with pytest.raises(ParameterError, match="donors of 'x' must be one row of the table"):
            table.gather({"x": np.array(rows)})


def test_the_representation_of_a_table_shows_no_cell():
    assert repr(Table.from_frame(pl.DataFrame({"x": [31337]}))) == "Table(n_rows=1, names=('x',))"


def test_a_table_keeps_the_schema_as_it_was_declared():
    frame = pl.DataFrame({"id": [1, 2, 3], "x": [1.0, 2.0, 4.0]})
    schema = Schema({"id": Numeric(), "x": Numeric()})
    table = Table.from_frame(frame, schema, key="id").drop(["id"])
    assert table.declared is schema
    observed = Table.from_frame(frame)
    assert observed.declared is None
    assert Table.from_frame(frame, observed.schema).declared is None


def test_a_table_is_made_of_a_frame_a_file_or_several_files(tmp_path):
    frame = pl.DataFrame({"id": [1, 2], "x": [1.0, 2.0]})
    paths = [tmp_path / "a.csv", tmp_path / "b.csv"]
    for path in paths:
        frame.write_csv(path)

    assert Table.of(frame).values("x").tolist() == [1.0, 2.0]
    assert Table.of(str(paths[0]), key="id").schema["id"].role is Role.KEY
    assert Table.of(paths).values("x").tolist() == [1.0, 2.0, 1.0, 2.0]


def test_a_column_that_may_be_lacking_is_still_checked_where_it_is():
    schema = Schema({"id": Column("id", Numeric(), Role.KEY), "x": Numeric()})

    table = Table.of(pl.DataFrame({"x": [1.0, 2.0]}), schema, may_lack=["id"])

    assert table.names == ("x",)
    assert table.declared is schema
    with pytest.raises(TableError, match="must be different in every row"):
        Table.of(pl.DataFrame({"id": [1, 1], "x": [1.0, 2.0]}), schema, may_lack=["id"])
    with pytest.raises(TableError, match="'x' must be in the table"):
        Table.of(pl.DataFrame({"id": [1, 2]}), schema, may_lack=["id"])


def test_integers_of_any_size_among_objects_are_texts():
    table = Table.from_frame(pd.DataFrame({"x": [10**30, 1]}, dtype=object))

    assert table.labels("x") == [str(10**30), "1"]


def test_a_text_that_utf8_cannot_spell_is_refused():
    with pytest.raises(TableError, match="'x' must hold texts that UTF-8 can spell, got a lone su"):
        Table.from_frame(pd.DataFrame({"x": ["\ud800"]}, dtype=object))


@given(
    labels=st.lists(st.sampled_from(["a", "b", "", "3", "-9", "x"]), min_size=1, unique=True),
    data=st.data(),
)
def test_a_dictionary_is_read_as_its_cells_are(labels, data):
    places = st.lists(st.none() | st.integers(0, len(labels) - 1), min_size=1, max_size=8)
    indices = data.draw(st.lists(places, min_size=1, max_size=2))
    chunks = [pa.DictionaryArray.from_arrays(pa.array(i, pa.int8()), labels) for i in indices]
    encoded = pa.table({"x": pa.chunked_array(chunks)})
    plain = pa.table({"x": encoded["x"].cast(pa.string())})
    kinds = [Categorical(("b", "a", "3")), Categorical(), Ordinal(("x", "3")), Numeric(0, 5)]

    for kind in kinds:
        schema = Schema([Column("x", kind, missing=("", "-9"))])
        assert check_table(encoded, schema) == check_table(plain, schema)
        with suppress(TableError):
            one, other = Table.of(encoded, schema), Table.of(plain, schema)
            np.testing.assert_array_equal(one.clamped("x"), other.clamped("x"))
            assert one.schema == other.schema
