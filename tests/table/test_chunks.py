import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from vicinage import Categorical, FileFormat, Numeric, Schema, Table
from vicinage.errors import TableError
from vicinage.table import Chunks, Survey, chunks, writing_chunks

SCHEMA = Schema({"a": Numeric(), "b": Categorical()})


@pytest.fixture
def frame():
    return pd.DataFrame({"a": np.arange(5000), "b": [f"x{i % 7}" for i in range(5000)]})


@pytest.fixture(autouse=True)
def _small_chunks(monkeypatch):
    monkeypatch.setattr(chunks, "_CHUNK_BYTES", 2**12)


def read(paths, schema=SCHEMA):
    return pa.concat_tables(Chunks.open(paths, schema))


@pytest.mark.parametrize("suffix", ["csv", "parquet", "arrow"])
def test_parts_make_the_table_that_is_read_at_once(tmp_path, frame, suffix):
    path = tmp_path / f"in.{suffix}"
    {"csv": frame.to_csv, "parquet": frame.to_parquet, "arrow": frame.to_feather}[suffix](
        path, **({"index": False} if suffix == "csv" else {})
    )
    opened = Chunks.open(path, SCHEMA)

    assert read(path).to_pylist() == Table.read(path, SCHEMA).frame.arrow().to_pylist()
    assert opened.size()[0] == len(frame)
    assert suffix == "csv" or len(list(opened)) > 1
    assert read([path, path]).num_rows == 2 * len(frame)


def test_dictionaries_become_plain_cells(tmp_path, frame):
    frame.assign(b=frame["b"].astype("category")).to_parquet(tmp_path / "in.parquet")

    assert read(tmp_path / "in.parquet")["b"].to_pylist() == frame["b"].tolist()


def test_a_survey_knows_what_the_whole_table_knows(tmp_path, frame):
    frame.to_csv(tmp_path / "in.csv", index=False)
    whole = Table.read(tmp_path / "in.csv", SCHEMA)
    rows = read(tmp_path / "in.csv")
    before = Survey.before(Chunks.open(tmp_path / "in.csv", SCHEMA), SCHEMA)

    survey = before.after([before.look(rows.slice(0, 10)), before.look(rows.slice(10))], len(frame))

    assert survey.schema == whole.schema
    part = survey.bind(rows.slice(70, 5))
    assert part.bounds("a") == whole.bounds("a")
    assert part.values("b").tolist() == whole.values("b")[70:75].tolist()


@pytest.mark.parametrize("suffix", ["csv", "parquet", "arrow"])
def test_rows_are_written_as_the_whole_table_would_be(tmp_path, frame, suffix):
    source = tmp_path / "in.csv"
    frame.to_csv(source, index=False)
    Table.read(source, SCHEMA).write(tmp_path / f"whole.{suffix}")
    survey = Survey.before(Chunks.open(source, SCHEMA), SCHEMA)
    rows = read(source)

    with writing_chunks(tmp_path / f"out.{suffix}", survey, ("a", "b"), {}) as append:
        append(rows.slice(0, 3000))
        append(rows.slice(3000))

    released, whole = (read(tmp_path / f"{name}.{suffix}") for name in ("out", "whole"))
    assert released.equals(whole)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a,b\n", "at least one row"),
        ("", "empty file"),
        ("a,b\n1,x\n2\n", "rows as long as its header, which has 2 fields"),
        ("a,a\n1,x\n", "different column names"),
        ('a,b\n1,"x\n', "quotes by one rule|close its quotation marks"),
    ],
)
def test_a_file_that_is_no_table_is_refused(tmp_path, text, message):
    (tmp_path / "in.csv").write_text(text)

    with pytest.raises(TableError, match=message):
        read(tmp_path / "in.csv")


def test_other_files_are_refused(tmp_path, frame):
    frame.to_csv(tmp_path / "in.csv", index=False)
    frame.assign(c=1).to_csv(tmp_path / "wider.csv", index=False)
    (tmp_path / "bad.parquet").write_text("no")
    (tmp_path / "latin.csv").write_bytes("a,b\n1,ä\n".encode("latin-1") * 2)
    ordered = pd.CategoricalDtype([f"x{i}" for i in range(7)], ordered=True)
    frame.assign(b=frame["b"].astype(ordered)).to_parquet(tmp_path / "ordered.parquet")

    for names, message in (
        (["in.csv", "wider.csv"], "must have the columns and types of"),
        (["bad.parquet"], "must be a Parquet file"),
        (["none.csv"], "must be a file that can be read"),
        (["in.xlsx"], "CSV, Parquet or Arrow file to be read in parts"),
        (["latin.csv"], "encoding"),
        (["ordered.parquet"], "'b' must be of plain cells"),
    ):
        with pytest.raises(TableError, match=message):
            read([tmp_path / name for name in names])


def test_a_declared_encoding_is_read(tmp_path):
    (tmp_path / "in.csv").write_bytes("a;b\n1;ä\n".encode("utf-16"))
    schema = Schema(SCHEMA.columns, file=FileFormat(encoding="utf-16", delimiter=";"))

    assert read(tmp_path / "in.csv", schema)["b"].to_pylist() == ["ä"]
