import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vicinage import Column, Numeric, Schema, Text
from vicinage.engines import LocalEngine, QueryParts, open_query, write_partition
from vicinage.errors import ParameterError, TableError
from vicinage.schema import Role
from vicinage.table import QueryTable

SCHEMA = Schema([Column("age", Numeric(0, 120)), Column("note", Text(), role=Role.IGNORED)])


@settings(max_examples=25, deadline=None)
@given(
    rows=st.lists(
        st.tuples(st.none() | st.integers(0, 120), st.sampled_from(["", "a", "b", "ä"])), min_size=3
    ),
    key=st.binary(min_size=1, max_size=40),
    cut=st.integers(1, 2),
)
def test_the_identity_of_files_is_that_of_one_table(tmp_path_factory, rows, key, cut):
    folder = tmp_path_factory.mktemp("parts")
    ages, notes = zip(*rows, strict=True)
    table = pa.table({"age": pa.array(ages, pa.int64()), "note": pa.array(notes)})
    paths = []
    for number, part in enumerate((table.slice(cut), table.slice(0, cut))):
        paths.append(folder / f"{number}.parquet")
        pyarrow.parquet.write_table(part, paths[-1])

    parts = QueryParts.of(paths, SCHEMA, LocalEngine())

    assert parts.n_rows == len(rows)
    assert parts.digest(key) == QueryTable.of(table, SCHEMA).digest(key)


def test_many_files_make_one_identity(tmp_path):
    table = pa.table({"age": np.arange(3000) % 120, "note": [f"n{row}" for row in range(3000)]})
    whole = QueryTable.of(table, SCHEMA).digest(b"key")

    paths = []
    for number in range(30):
        paths.append(tmp_path / f"{number}.csv")
        pyarrow.csv.write_csv(table.slice(100 * number, 100), paths[-1])

    parts = QueryParts.of(paths[::-1], SCHEMA, LocalEngine())
    assert parts.digest(b"key") == whole
    assert parts.digest(b"other key") != whole
    assert QueryParts.of(paths[1:], SCHEMA, LocalEngine()).digest(b"key") != whole


def test_all_that_is_public_is_there_without_a_row(tmp_path):
    part = write_partition(tmp_path, "part", [pa.record_batch({"age": [300], "note": ["x"]})])
    empty = write_partition(tmp_path, "empty", [pa.record_batch({"age": [1], "note": ["x"]})[:0]])

    parts = QueryParts.of([empty, part], SCHEMA, LocalEngine())

    assert parts.paths == (part.path,)
    assert parts.schema is SCHEMA
    assert parts.blank.bounds("age") == (0, 120)
    assert next(parts.map(ages)).tolist() == [120]


def ages(table):
    return table.numbers("age")


def test_without_an_engine_a_table_is_one(tmp_path):
    table = pa.table({"age": [1], "note": ["x"]})

    assert isinstance(open_query(table, SCHEMA, None), QueryTable)


@pytest.mark.parametrize(
    ("files", "message"),
    [
        (pa.table({"age": [1]}), "frame must be a list of files for an engine, got Table"),
        ([1.5], "frame must be a list of files for an engine, got list"),
        ([], "frame must have at least one file with rows, got none"),
        (["postgresql://u:secret@host/db/t"], "got a table in a database; write it to files"),
    ],
)
def test_what_is_no_list_of_files_is_refused_without_its_words(files, message):
    with pytest.raises(ParameterError, match=message) as refused:
        QueryParts.of(files, SCHEMA, LocalEngine())
    assert "secret" not in str(refused.value)


def test_a_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(TableError):
        QueryParts.of([tmp_path / "none.parquet"], SCHEMA, LocalEngine())
