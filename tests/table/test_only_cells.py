"""A release holds its cells and nothing else: every way in, every way out."""

import json
import pickle

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vicinage import RWN
from vicinage.errors import TableError
from vicinage.schema import Categorical, Column, Numeric, Ordinal, Role, Schema
from vicinage.table import Table, check_table, draft_schema
from vicinage.table.only_cells import only_cells

AREAS = ["south", "CANARY-rare", "north", "south", "east", "north"]
DONORS = np.array([4, 2, 0, 4, 0, 2])  # the rare label is drawn by nobody
DRAWN = ["east", "north", "south", "east", "south", "north"]
PUBLIC = Schema({"area": Categorical(("west", *sorted(set(AREAS), reverse=True)))}, public=True)


def arrow_in_pandas(cells):
    return pd.arrays.ArrowExtensionArray(pa.array(cells).dictionary_encode())


FRAMES = {
    "arrow": lambda: pa.table({"area": pa.array(AREAS).dictionary_encode()}),
    "arrow in chunks": lambda: pa.concat_tables(
        pa.table({"area": pa.array(part).dictionary_encode()}) for part in (AREAS[:2], AREAS[2:])
    ),
    "polars": lambda: pl.DataFrame({"area": pl.Series(AREAS, dtype=pl.Categorical)}),
    "polars lazy": lambda: pl.LazyFrame({"area": pl.Series(AREAS, dtype=pl.Categorical)}),
    "pandas": lambda: pd.DataFrame({"area": pd.Categorical(AREAS)}),
    "pandas of arrow": lambda: pd.DataFrame({"area": arrow_in_pandas(AREAS)}),
}


def labels_in(frame):
    """The dictionary that travels with the column, in its order."""
    if isinstance(frame, pl.LazyFrame):
        frame = frame.collect()
    if isinstance(frame, pl.DataFrame):
        frame = frame.to_arrow()
    if isinstance(frame, pa.Table):
        return frame.column("area").combine_chunks().dictionary.to_pylist()
    if frame["area"].dtype.name == "category":
        return frame["area"].cat.categories.tolist()
    return pa.chunked_array(pa.array(frame["area"].array)).combine_chunks().dictionary.to_pylist()


@pytest.mark.parametrize("make", FRAMES.values(), ids=FRAMES)
def test_a_dictionary_holds_the_labels_of_the_release_only(make):
    released = Table.from_frame(make()).gather({"area": DONORS}).native()

    assert sorted(labels_in(released)) == ["east", "north", "south"]
    if not isinstance(released, pl.DataFrame | pl.LazyFrame):  # polars rebuilds it at each export
        assert labels_in(released) == ["east", "north", "south"]
    assert b"CANARY" not in pickle.dumps(
        released.collect() if isinstance(released, pl.LazyFrame) else released
    )


@pytest.mark.parametrize("make", FRAMES.values(), ids=FRAMES)
def test_the_order_of_a_dictionary_does_not_tell_whose_cell_came_first(make):
    release = Table.from_frame(make()).gather({"area": DONORS}).native()
    turned = Table.from_frame(make()).gather({"area": DONORS[::-1].copy()}).native()

    if not isinstance(release, pl.DataFrame | pl.LazyFrame):
        assert labels_in(release) == labels_in(turned)


@pytest.mark.parametrize("name", ["arrow", "arrow in chunks", "pandas", "pandas of arrow"])
def test_the_labels_of_a_public_schema_stay_all_in_their_order(name):
    released = Table.from_frame(FRAMES[name](), PUBLIC).gather({"area": DONORS}).native()

    assert labels_in(released) == list(PUBLIC["area"].kind.categories)


def test_the_labels_of_a_draft_are_those_of_the_data_and_do_not_stay():
    draft = Schema(PUBLIC.columns)

    released = Table.from_frame(FRAMES["arrow"](), draft).gather({"area": DONORS}).native()

    assert labels_in(released) == ["east", "north", "south"]


def test_a_missing_code_stays_a_cell_beside_the_declared_labels():
    kind = Categorical(("west", "east"))
    schema = Schema([Column("area", kind, missing=("NA",))], public=True)

    for make in (pd.Categorical, arrow_in_pandas):
        frame = pd.DataFrame({"area": make(["NA", "east", "NA"])})
        released = Table.from_frame(frame, schema).native()
        assert released["area"].tolist() == ["NA", "east", "NA"]
        assert labels_in(released) == ["west", "east", "NA"]


def test_labels_of_rows_that_were_filtered_out_before_do_not_stay():
    frame = FRAMES["pandas"]()
    frame = frame[frame["area"] != "CANARY-rare"]
    table = FRAMES["arrow"]().slice(2)

    assert labels_in(Table.from_frame(frame).native()) == ["east", "north", "south"]
    assert labels_in(Table.from_frame(table).native()) == ["east", "north", "south"]


def test_ordered_types_keep_their_levels_and_an_unordered_one_keeps_its_own_order():
    levels = ["low", "mid", "high"]
    frame = pd.DataFrame(
        {
            "ordered": pd.Categorical(["low", "high"], levels, ordered=True),
            "order": pd.Categorical(["low", "high"], levels),
        }
    )
    enum = pl.DataFrame({"x": pl.Series(["low", "high"], dtype=pl.Enum(levels))})

    released = Table.from_frame(frame).native()
    as_arrow = Table.from_frame(enum.to_arrow()).native().column("x")

    assert released["ordered"].dtype == frame["ordered"].dtype
    assert released["order"].cat.categories.tolist() == ["low", "high"]
    assert Table.from_frame(enum).native().schema == enum.schema
    if enum.to_arrow().schema.field("x").type.ordered:  # as newer versions of polars say
        assert as_arrow.combine_chunks().dictionary.to_pylist() == levels


def test_ordered_levels_that_nobody_declared_leave_when_the_schema_is_public():
    frame = pd.DataFrame({"x": pd.Categorical(["a", "c"], ["c", "b", "a", "z"], ordered=True)})
    schema = Schema({"x": Ordinal(("a", "b", "c"))}, public=True)

    for given_frame in (frame, pa.Table.from_pandas(frame)):
        released = Table.from_frame(given_frame, schema).native()
        if isinstance(released, pa.Table):
            labels = released.column("x").combine_chunks().dictionary.to_pylist()
        else:
            labels = released["x"].cat.categories.tolist()
        assert labels == ["c", "b", "a"]


texts = st.one_of(st.none(), st.sampled_from(["a", "b", "c", ""]))


@given(st.lists(texts, min_size=1), st.sampled_from([pa.int8(), pa.uint16(), pa.int32()]))
def test_a_column_of_its_cells_alone_has_the_same_cells(cells, index_type):
    column = pa.array(cells).cast(pa.dictionary(index_type, pa.string()))

    alone = only_cells(column)

    assert alone.to_pylist() == cells
    assert alone.type == column.type
    assert alone.dictionary.to_pylist() == sorted({cell for cell in cells if cell is not None})


@pytest.mark.parametrize("suffix", [".parquet", ".feather", ".arrow"])
@pytest.mark.parametrize("name", FRAMES)
def test_no_file_of_a_release_holds_a_label_that_was_not_drawn(tmp_path, name, suffix):
    path = tmp_path / f"out{suffix}"

    Table.from_frame(FRAMES[name]()).gather({"area": DONORS}).write(path)

    read = pa.parquet.read_table if suffix == ".parquet" else pa.feather.read_table
    assert b"CANARY" not in pickle.dumps(read(path))
    assert sorted(set(DRAWN)) == sorted(labels_in(read(path)))


def with_canaries():
    """Texts and numbers of which the release below draws only the last two rows."""
    texts = [f"CANARY-{i}-of-more-than-twelve-bytes" for i in range(4)] + ["x", "y"]
    return pl.DataFrame({"text": texts, "number": [7_777_777, 7_777_777, 1, 1, 1, 2]})


WAYS_IN = {
    "arrow": lambda: with_canaries().to_arrow(),
    "arrow views": lambda: with_canaries().to_arrow(compat_level=pl.CompatLevel.newest()),
    "arrow slice": lambda: with_canaries().to_arrow().slice(1),
    "polars": with_canaries,
    "polars slice": lambda: with_canaries()[1:],
    "pandas": lambda: with_canaries().to_pandas(),
    "pandas slice": lambda: with_canaries().to_pandas()[1:],
    "pandas of arrow": lambda: with_canaries().to_pandas(use_pyarrow_extension_array=True),
}


@pytest.mark.parametrize("way", WAYS_IN)
def test_no_memory_of_a_release_holds_cells_that_were_not_drawn(tmp_path, way):
    frame = WAYS_IN[way]()
    schema = Schema({"text": Column("text", Categorical(), Role.IGNORED), "number": Numeric()})
    table = Table.from_frame(frame, schema)
    donors = dict.fromkeys(table.names, np.full(table.n_rows, table.n_rows - 1))
    release = table.gather(donors)

    release.write(tmp_path / "out.feather")
    release.write(tmp_path / "out.parquet")

    outs = [
        release.native(),
        pa.feather.read_table(tmp_path / "out.feather"),
        pa.parquet.read_table(tmp_path / "out.parquet"),
    ]
    for out in outs:
        dumped = pickle.dumps(out)
        assert b"CANARY" not in dumped
        assert np.int64(7_777_777).tobytes() not in dumped
        assert len(out) == table.n_rows


def test_rows_around_a_slice_and_values_under_a_null_leave_no_trace():
    hidden = pa.array(np.array([7_777_777, 5, 6]), mask=np.array([True, False, False]))
    masked = pd.array([7_777_777, 5, 6], dtype="Int64")
    masked[0] = pd.NA
    table = pa.table({"n": hidden, "t": ["CANARY", "a", "a"]})

    of_slice = Table.from_frame(table.slice(1)).native()
    of_null = Table.from_frame(table.select(["n"])).native()
    of_pandas = Table.from_frame(pd.DataFrame({"n": masked})).native()

    assert b"CANARY" not in pickle.dumps(of_slice)
    for released in (of_slice, of_null, of_pandas):
        assert np.int64(7_777_777).tobytes() not in pickle.dumps(released)


@pytest.mark.parametrize("compression", ["uncompressed", "lz4"])
def test_files_that_polars_writes_with_views_are_read_and_released(tmp_path, compression):
    frame = with_canaries().with_columns(
        pl.Series("area", AREAS, dtype=pl.Categorical), pl.lit("same").alias("text")
    )
    frame.write_ipc(tmp_path / "in.arrow", compression=compression)

    released = RWN(n_neighbors=2, seed=1).fit_transform(tmp_path / "in.arrow")

    assert released.column_names == ["text", "number", "area"]
    assert released.schema.field("text").type == pa.large_string()
    assert set(released.column("area").to_pylist()) <= set(AREAS)


def test_metadata_of_arrow_tables_and_files_do_not_come_out(tmp_path):
    field = pa.field("x", pa.int64(), metadata={"note": "CANARY"})
    table = pa.table([[1, 2, 3]], schema=pa.schema([field], metadata={"owner": "CANARY"}))
    pa.parquet.write_table(table, tmp_path / "in.parquet")

    Table.read(tmp_path / "in.parquet").write(tmp_path / "out.parquet")

    assert Table.from_frame(table).native().schema.metadata is None
    assert Table.from_frame(table).native().schema.field("x").metadata is None
    assert b"CANARY" not in (tmp_path / "out.parquet").read_bytes()


def test_attributes_of_a_pandas_frame_do_not_come_out(tmp_path):
    frame = pd.DataFrame({"id": list("abcde"), "x": [1, 2, 3, 4, 5]})
    frame.columns.name = "CANARY"
    frame.attrs = {"made from": "CANARY"}

    released = RWN(n_neighbors=2, key="id", seed=1).fit_transform(frame)
    Table.from_frame(released).write(tmp_path / "out.parquet")

    assert released.attrs == {}
    assert released.columns.name is None
    assert b"CANARY" not in (tmp_path / "out.parquet").read_bytes()
    assert frame.attrs == {"made from": "CANARY"}


def test_the_notes_of_pandas_keep_types_but_neither_attributes_nor_dropped_names(tmp_path):
    frame = pd.DataFrame(
        {
            "CANARY": list("abcde"),
            "n": pd.array([1, None, 3, 4, 5], "Int16"),
            "b": pd.array([True, None, False, True, True], "boolean"),
            "x": [1.5, 2.5, 3.5, 4.5, 5.5],
        }
    )
    frame.attrs = {"made from": "CANARY"}
    frame.to_parquet(tmp_path / "in.parquet")

    table = Table.read(tmp_path / "in.parquet", key="CANARY").drop(["CANARY"])
    table.write(tmp_path / "out.parquet")

    notes = json.loads(pa.parquet.read_schema(tmp_path / "out.parquet").metadata[b"pandas"])
    assert [column["name"] for column in notes["columns"]] == ["n", "b"]
    assert b"CANARY" not in (tmp_path / "out.parquet").read_bytes()
    again = pd.read_parquet(tmp_path / "out.parquet")
    pd.testing.assert_frame_equal(again, frame.drop(columns="CANARY"))


@pytest.mark.parametrize("notes", [b"no json", b"[]", b'{"columns": [1]}', b'{"columns": [{}]}'])
def test_broken_notes_of_pandas_are_left_out(notes):
    table = pa.table({"x": [1, 2]}).replace_schema_metadata({b"pandas": notes})

    assert Table.from_frame(table).native().schema.metadata is None


def test_an_index_that_is_not_the_usual_one_is_told():
    frame = pd.DataFrame({"x": [1, 2, 3]})

    assert not Table.from_frame(frame).labelled_rows
    assert Table.from_frame(frame.drop(1)).labelled_rows
    assert Table.from_frame(frame.set_axis([0, 1, 5])).labelled_rows
    assert not Table.from_frame(frame.set_axis(pd.Index([0, 1, 2]))).labelled_rows
    assert not Table.from_frame(pl.from_pandas(frame)).labelled_rows
    assert not Table.from_frame(pa.Table.from_pandas(frame)).labelled_rows


NAMES = [f"person {i}" for i in range(8)]


@pytest.mark.parametrize(
    "frame",
    [
        pd.DataFrame({"who": pd.Categorical(NAMES), "x": range(8)}),
        pl.DataFrame({"who": pl.Series(NAMES, dtype=pl.Categorical), "x": range(8)}),
        pa.table({"who": pa.array(NAMES).dictionary_encode(), "x": range(8)}),
        pd.DataFrame({"who": pd.Categorical(range(1000, 1008)), "x": range(8)}),
    ],
    ids=["pandas", "polars", "arrow", "numbers in pandas"],
)
def test_an_identifier_stored_as_a_category_is_refused_like_one_stored_as_text(frame):
    with pytest.raises(TableError, match="'who' must have a role"):
        Table.from_frame(frame)
    assert Table.from_frame(frame, key="who").schema["who"].role is Role.KEY


def test_levels_are_no_identifiers_though_each_occurs_once():
    days = ["mon", "tue", "wed", "thu", "fri"]
    frame = pd.DataFrame({"day": pd.Categorical(days, days, ordered=True)})

    assert Table.from_frame(frame).schema["day"].kind == Ordinal(tuple(days))


@pytest.mark.parametrize("schema", [None, Schema({"x": Numeric()}, public=True)])
@pytest.mark.parametrize("index", [[70, 30, 50], ["Ada", "Bob", "Cyd"]])
def test_the_index_of_pandas_in_a_file_is_an_identifier_and_is_dropped(tmp_path, schema, index):
    pd.DataFrame({"x": [1, 2, 3]}, index=index).to_parquet(tmp_path / "in.parquet")
    masker = RWN(n_neighbors=1, seed=1)

    released = masker.fit_transform(tmp_path / "in.parquet", schema)

    assert released.column_names == ["x"]
    assert released.schema.metadata is None
    assert "Dropped: __index_level_0__." in masker.record_.notes
    draft = draft_schema(tmp_path / "in.parquet")
    assert Schema.from_toml(draft)["__index_level_0__"].role is Role.IDENTIFIER
    assert check_table(tmp_path / "in.parquet", schema) == []


def test_the_index_of_a_pandas_frame_is_not_written_to_a_file(tmp_path):
    frame = pd.DataFrame({"x": [1, 2, 3]}, index=[70, 30, 50])

    Table.from_frame(frame).write(tmp_path / "out.parquet")

    assert pa.parquet.read_table(tmp_path / "out.parquet").column_names == ["x"]
