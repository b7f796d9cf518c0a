import datetime
import sys

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.feather
import pyarrow.parquet
import pytest

from vicinage import Categorical, Column, Date, FileFormat, Numeric, Schema, Text
from vicinage.engines import LocalEngine, QueryParts, cut_file, write_parts
from vicinage.errors import TableError
from vicinage.schema import Role
from vicinage.table import QueryTable

SCHEMA = Schema(
    [
        Column("age", Numeric(0, 120), missing=("",), fill="40"),
        Column("job", Categorical(("clerk", "else"), other="else")),
        Column("day", Date(datetime.date(2024, 1, 1), datetime.date(2024, 12, 31))),
        Column("note", Text(), role=Role.IGNORED),
    ]
)
WRITERS = {
    "csv": pyarrow.csv.write_csv,
    "parquet": pyarrow.parquet.write_table,
    "arrow": pyarrow.feather.write_feather,
}


def people(n=2000):
    rng = np.random.default_rng(0)
    ages = [None if row % 7 == 0 else int(age) for row, age in enumerate(rng.integers(0, 150, n))]
    return pa.table(
        {
            "age": pa.array(ages, pa.int16()),
            "job": pa.array(rng.choice(["clerk", "spy", ""], n)).dictionary_encode(),
            "day": [datetime.date(2024, 1, 1) + datetime.timedelta(row % 366) for row in range(n)],
            "note": [f'said "{row}",\nthen left' for row in range(n)],
        }
    )


@pytest.mark.parametrize("suffix", WRITERS)
def test_parts_are_read_as_the_file_is_and_have_its_identity(tmp_path, monkeypatch, suffix):
    monkeypatch.setattr(sys.modules[cut_file.__module__], "_PART_BYTES", 2**14)
    monkeypatch.setattr("vicinage.table.chunks._CHUNK_BYTES", 2**13)
    monkeypatch.setattr("vicinage.table.csv_dialect.BLOCK_BYTES", 2**13)
    file = tmp_path / f"people.{suffix}"
    WRITERS[suffix](people(), file)
    whole = QueryTable.of(file, SCHEMA)

    cut = cut_file(file, SCHEMA, tmp_path)

    parts = QueryParts.of(cut, SCHEMA, LocalEngine())
    assert len(cut) > 3
    assert parts.n_rows == sum(part.n_rows for part in cut) == 2000
    assert parts.digest(b"key") == whole.digest(b"key")
    reads = (("age", QueryTable.numbers), ("day", QueryTable.numbers), ("job", QueryTable.codes))
    for name, read in reads:
        together = np.concatenate([read(QueryTable.of(part.path, SCHEMA), name) for part in cut])
        np.testing.assert_array_equal(together, read(whole, name))


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("people.csv", b"age\n31\n4,secret\n", "can be read in parts as the schema says"),
        ("people.csv", b'age\n31\n"secret\n', "can be read in parts as the schema says"),
        (
            "people.csv",
            b'age,x\n"1",secret\n2,"secret"\n' * 3,
            "with quotes by one rule, got some that cannot",
        ),
        ("people.csv", b"age\nsecret\xff\n", "can be read in parts as the schema says"),
        ("people.parquet", b"secret", "can be read in parts as the schema says"),
        ("people.xlsx", b"secret", "must be a CSV, Parquet or Arrow file to be read in parts"),
    ],
)
def test_what_cannot_be_read_is_refused_without_its_words(tmp_path, name, content, message):
    (tmp_path / name).write_bytes(content)
    schema = Schema({"age": Numeric(0, 120)}, file=FileFormat(delimiter=","))

    with pytest.raises(TableError, match=message) as refused:
        cut_file(tmp_path / name, schema, tmp_path)

    assert "secret" not in str(refused.value)
    assert "line" not in str(refused.value)


def test_files_that_are_not_there_and_databases_are_refused_by_name(tmp_path):
    schema = Schema({"age": Numeric(0, 120)})

    with pytest.raises(TableError, match="No such file"):
        cut_file(tmp_path / "none.csv", schema, tmp_path)
    with pytest.raises(TableError, match="to be read in parts") as refused:
        cut_file("postgresql://u:secret@host/db/t", schema, tmp_path)
    assert "secret" not in str(refused.value)


def test_rows_are_written_in_their_order_to_parts_of_about_a_size(tmp_path):
    tables = [pa.table({"x": range(start, start + 10)}) for start in range(0, 50, 10)]

    parts = list(write_parts(tables, tmp_path, 2 * tables[0].nbytes))

    assert [part.n_rows for part in parts] == [20, 20, 10]
    assert [row for part in parts for row in part.read()["x"].to_pylist()] == list(range(50))
