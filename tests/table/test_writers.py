import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import pytest

from vicinage.errors import OutputError
from vicinage.table import Table, check_place, check_suffix


@pytest.mark.parametrize("suffix", [".parquet", ".feather", ".arrow"])
def test_typed_files_come_back_with_the_same_schema(tmp_path, suffix):
    frame = pl.DataFrame(
        {
            "i": pl.Series([1, None], dtype=pl.Int16),
            "c": pl.Series(["a", "b"], dtype=pl.Categorical),
            "d": pl.Series(["1.10", "2.20"]).cast(pl.Decimal(10, 2)),
            "t": pl.Series([0, 1]).cast(pl.Datetime("us", "Europe/Zurich")),
        }
    )
    arrow = frame.to_arrow().replace_schema_metadata({"made": "here"})
    path = tmp_path / f"in{suffix}"
    if suffix == ".parquet":
        pa.parquet.write_table(arrow, path)
    else:
        pa.feather.write_feather(arrow, path)
    before = Table.read(path)

    before.gather(dict.fromkeys(before.names, np.array([1, 0]))).write(tmp_path / f"out{suffix}")
    after = Table.read(tmp_path / f"out{suffix}")

    assert after.native().schema.equals(before.native().schema, check_metadata=True)
    assert pl.DataFrame(after.native()).equals(pl.DataFrame(before.native()).reverse())


def test_a_pandas_frame_is_written_so_that_pandas_reads_its_types_again(tmp_path):
    frame = pd.DataFrame({"i": pd.array([1, None], "Int8"), "c": pd.Categorical(["a", "b"])})

    Table.from_frame(frame).write(tmp_path / "out.parquet")

    pd.testing.assert_frame_equal(pd.read_parquet(tmp_path / "out.parquet"), frame)


def test_a_typed_frame_becomes_a_plain_csv(tmp_path):
    frame = pl.DataFrame({"x": [1.5, None, 2.0], "b": [True, None, False], "s": ["a,b", "", "c"]})

    Table.from_frame(frame).write(tmp_path / "out.csv")

    text = (tmp_path / "out.csv").read_text(encoding="utf-8")
    assert text == 'x,b,s\n1.5,true,"a,b"\n,,\n2,false,c\n'


def test_an_interrupted_write_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch):
    target = tmp_path / "out.csv"
    target.write_text("old", encoding="utf-8")
    table = Table.from_frame(pl.DataFrame({"x": [1, 2]}))

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("vicinage.table.writers.write_csv", fail)

    with pytest.raises(OutputError, match=r"out\.csv: No space left on device"):
        table.write(target)
    assert target.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [target]


def test_a_link_stays_a_link(tmp_path):
    (tmp_path / "real").mkdir()
    link = tmp_path / "out.csv"
    link.symlink_to(tmp_path / "real" / "data.csv")

    Table.from_frame(pl.DataFrame({"x": [1]})).write(link)

    assert link.is_symlink()
    assert (tmp_path / "real" / "data.csv").read_text(encoding="utf-8") == "x\n1\n"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("none/out.csv", "must be in a folder that exists"),
        ("folder.csv", "must be a file"),
        ("a" * 300 + ".csv", "must be a place to write to"),
    ],
)
def test_a_place_that_cannot_be_written_is_refused_before_work(tmp_path, name, expected):
    (tmp_path / "folder.csv").mkdir()

    with pytest.raises(OutputError, match=expected):
        check_place(tmp_path / name)


@pytest.mark.parametrize("name", ["out.xls", "out"])
def test_an_unknown_suffix_is_refused(tmp_path, name):
    with pytest.raises(OutputError, match=r"report must end in one of \.csv"):
        check_suffix(tmp_path / name, "report")
    with pytest.raises(OutputError, match=r"path must end in one of \.csv"):
        Table.from_frame(pl.DataFrame({"x": [1]})).write(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_can_be_written_is_left_as_it_was(tmp_path):
    check_place(tmp_path / "out.csv")

    assert list(tmp_path.iterdir()) == []
