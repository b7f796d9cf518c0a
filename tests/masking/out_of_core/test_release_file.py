import hashlib
import json

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from vicinage import (
    RWN,
    Categorical,
    Column,
    Date,
    FileFormat,
    Numeric,
    Ordinal,
    Schema,
    Table,
    Text,
    release_file,
)
from vicinage.engines import LocalEngine
from vicinage.errors import OutputError, ParameterError, TableError
from vicinage.masking import release_table
from vicinage.masking.out_of_core import Plan


def people(n=2000, seed=0):
    rng = np.random.default_rng(seed)
    return pd.DataFrame(
        {
            "id": [f"P{i:05d}" for i in rng.permutation(n)],
            "age": rng.integers(18, 90, n).astype(str),
            "pay": np.where(rng.random(n) < 0.1, "", rng.lognormal(10, 1, n).round(2).astype(str)),
            "sex": rng.choice(["F", "M"], n),
            "school": rng.choice(["low", "mid", "high"], n),
            "born": (
                pd.Timestamp("1980-01-01") + pd.to_timedelta(rng.integers(0, 9000, n), "D")
            ).strftime("%d.%m.%Y"),
            "area": rng.choice(["north", "south", "isle"], n, p=[0.7, 0.28, 0.02]),
            "note": ["same"] * n,
        }
    )


SCHEMA = Schema(
    [
        Column("id", Text(), role="key"),
        Column("age", Numeric(0, 120, integer=True)),
        Column("pay", Numeric(), missing=("",)),
        Column("sex", Categorical()),
        Column("school", Ordinal(("low", "mid", "high"))),
        Column("born", Date(format="%d.%m.%Y")),
        Column("area", Categorical(("isle", "north", "south"))),
        Column("note", Categorical()),
    ]
)


def masker(**parameters):
    chosen = {"n_neighbors": 3, "partition_size": 16, "block_size": 400, "seed": 5}
    return RWN(**chosen | parameters)


def write_parts(frame, folder, n_parts):
    paths = []
    for number, rows in enumerate(np.array_split(np.arange(len(frame)), n_parts)):
        paths.append(folder / f"in-{n_parts}-{number}.csv")
        frame.iloc[rows].to_csv(paths[-1], index=False)
    return paths


@pytest.mark.parametrize("n_parts", [1, 2, 4, 7])
def test_the_release_is_that_of_the_whole_table_whatever_the_parts(tmp_path, n_parts):
    frame = people()
    paths = write_parts(frame, tmp_path, n_parts)
    chosen = masker(within="area", radius=0.1, probability=0.9, keep_key=True)
    whole = chosen.fit_transform(paths, SCHEMA)

    record = release_file(chosen, paths, tmp_path / "out.csv", SCHEMA)

    released = pa.Table.from_pandas(pd.read_csv(tmp_path / "out.csv", dtype=str, na_filter=False))
    assert released.to_pylist() == whole.to_pylist()
    assert record == chosen.record_


@pytest.mark.parametrize("suffix", ["parquet", "arrow"])
def test_typed_cells_keep_their_types_and_labels(tmp_path, suffix):
    rng = np.random.default_rng(1)
    towns = np.where(rng.random(2000) < 0.001, "lone", rng.choice(["b", "a", "c"], 2000))
    frame = pd.DataFrame(
        {
            "x": pd.array(
                np.where(rng.random(2000) < 0.1, None, rng.integers(0, 99, 2000)), "Int16"
            ),
            "day": pd.Timestamp("2024-01-01") + pd.to_timedelta(rng.integers(0, 300, 2000), "D"),
            "town": pd.Categorical(towns),
            "y": rng.random(2000).astype("float32"),
            "kept": rng.random(2000),
        }
    )
    source, target = tmp_path / f"in.{suffix}", tmp_path / f"out.{suffix}"
    write = frame.to_parquet if suffix == "parquet" else frame.to_feather
    write(source)
    schema = Schema(
        {
            "x": Numeric(0, 99),
            "day": Date(),
            "town": Categorical(),
            "y": Numeric(),
            "kept": Column("kept", Numeric(), role="ignored"),
        }
    )
    whole = tmp_path / f"whole.{suffix}"
    loaded = Table.read(source, schema)
    release_table(masker(), loaded).table.write(whole)

    release_file(masker(), source, target, schema)

    assert Table.read(target, schema).frame.arrow().equals(Table.read(whole, schema).frame.arrow())
    read = pd.read_parquet if suffix == "parquet" else pd.read_feather
    released = read(target)
    assert released.dtypes.to_dict() == read(whole).dtypes.to_dict()
    assert released["kept"].equals(frame["kept"])


@pytest.mark.parametrize("dialect", ["quoted", "semicolon", "latin-1", "no final line end"])
def test_cells_that_stay_are_equal_byte_by_byte(tmp_path, dialect):
    rows = [f"{i % 50};x{i % 3}ä;{i % 7}.0" for i in range(500)]
    text = "a;b;c\n" + "\n".join(rows) + "\n"
    if dialect == "quoted":
        text = "\n".join(
            ";".join(f'"{c}"' if n == 1 else c for n, c in enumerate(line.split(";")))
            for line in text.splitlines()
        ) + "\n"  # fmt: skip
        text = text.replace('"b"', "b")
    if dialect == "no final line end":
        text = text.removesuffix("\n")
    encoding = "latin-1" if dialect == "latin-1" else "utf-8"
    source, target = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_bytes(text.encode(encoding))
    schema = Schema(
        {"a": Numeric(0, 50), "b": Categorical(), "c": Numeric(0, 7)},
        file=FileFormat(encoding=encoding, delimiter=";"),
    )

    release_file(masker(probability=0.0), source, target, schema)

    assert target.read_bytes() == source.read_bytes()


@pytest.mark.parametrize("n_workers", [1, 4])
def test_workers_do_not_change_a_byte(tmp_path, n_workers):
    paths = write_parts(people(1500).drop(columns="id"), tmp_path, 3)
    schema = Schema(SCHEMA.columns[1:])
    first, second = tmp_path / "first.parquet", tmp_path / "second.parquet"
    release_file(masker(), paths, first, schema)

    with LocalEngine(n_workers) as engine:
        release_file(masker(), paths, second, schema, engine=engine, memory="16GB")

    assert first.read_bytes() == second.read_bytes()


def test_a_small_ceiling_cuts_the_work_finer_and_changes_nothing(tmp_path, monkeypatch):
    (source,) = write_parts(people(500), tmp_path, 1)
    chosen = masker(block_size=100)
    release_file(chosen, source, tmp_path / "wide.csv", SCHEMA)
    monkeypatch.setattr(Plan, "check", lambda _: None)

    release_file(chosen, source, tmp_path / "narrow.csv", SCHEMA, memory=451 * 2**20)

    assert (tmp_path / "wide.csv").read_bytes() == (tmp_path / "narrow.csv").read_bytes()


def test_the_record_beside_tells_the_hash_and_nothing_of_the_work_is_left(tmp_path):
    (source,) = write_parts(people(300), tmp_path, 1)

    record = release_file(masker(), source, tmp_path / "out.csv", SCHEMA)

    told = json.loads((tmp_path / "out.csv.record.json").read_text())
    digest = hashlib.sha256((tmp_path / "out.csv").read_bytes()).hexdigest()
    assert told == record.as_dict() | {"output": {"file": "out.csv", "sha256": digest}}
    assert {path.name for path in tmp_path.iterdir()} == {
        source.name, "out.csv", "out.csv.record.json"
    }  # fmt: skip


def test_a_failure_leaves_what_was_there(tmp_path):
    (source,) = write_parts(people(300).assign(age="old"), tmp_path, 1)
    (tmp_path / "out.csv").write_text("before")

    with pytest.raises(TableError, match="'age' must be a number"):
        release_file(masker(), source, tmp_path / "out.csv", SCHEMA)

    assert (tmp_path / "out.csv").read_text() == "before"
    assert {path.name for path in tmp_path.iterdir()} == {source.name, "out.csv"}


@pytest.mark.parametrize(
    ("parameters", "error", "message"),
    [
        ({"partition_size": None}, ParameterError, "partition_size must be given"),
        ({"metric": "gower"}, ParameterError, "metric must be"),
        ({"columns": ["nope"]}, ParameterError, "columns must name columns"),
        ({"within": "nope"}, ParameterError, "within must name columns"),
        ({"key": "nope"}, ParameterError, "key must be a column"),
        ({"block_size": 8}, ParameterError, "block_size must be a whole number of at least 32"),
    ],
)
def test_what_is_not_possible_in_parts_is_refused_before_any_work(
    tmp_path, parameters, error, message
):
    (source,) = write_parts(people(100), tmp_path, 1)

    with pytest.raises(error, match=message):
        release_file(masker(**parameters), source, tmp_path / "out.csv", SCHEMA)


def test_files_that_cannot_be_used_are_refused(tmp_path):
    (source,) = write_parts(people(100), tmp_path, 1)
    other = tmp_path / "twice.csv"
    people(100).assign(id="P1").to_csv(other, index=False)
    mixed = tmp_path / "mixed.csv"
    mixed.write_text('a,b\n"1",x\n2,"x"\n' * 5)

    with pytest.raises(TableError, match="'id' must be different in every row"):
        release_file(masker(), other, tmp_path / "out.csv", SCHEMA)
    with pytest.raises(ParameterError, match=r"memory must be at least .*, got 200MB"):
        release_file(masker(), source, tmp_path / "out.csv", SCHEMA, memory="200MB")
    with pytest.raises(ParameterError, match="memory must be a size"):
        release_file(masker(), source, tmp_path / "out.csv", SCHEMA, memory="much")
    with pytest.raises(OutputError, match="CSV, Parquet or Arrow"):
        release_file(masker(), source, tmp_path / "out.sav", SCHEMA)
    with pytest.raises(OutputError, match="another file than the original"):
        release_file(masker(), source, source, SCHEMA)
    with pytest.raises(TableError, match="'sex' must be in the schema"):
        release_file(masker(), source, tmp_path / "out.csv", SCHEMA.drop(["sex"]))
    schema = Schema({"a": Numeric(0, 9), "b": Categorical()})
    with pytest.raises(TableError, match="quotes by one rule"):
        release_file(masker(), mixed, tmp_path / "out.csv", schema)


def test_keys_that_repeat_in_another_part_are_found(tmp_path):
    frame = pd.concat([people(200), people(200)])
    paths = write_parts(frame, tmp_path, 2)

    with pytest.raises(TableError, match="'id' must be different in every row"):
        release_file(masker(), paths, tmp_path / "out.csv", SCHEMA)


def test_strata_that_are_too_small_are_named(tmp_path):
    (source,) = write_parts(people(40), tmp_path, 1)

    with pytest.raises(ParameterError, match=r"too small: isle"):
        release_file(masker(within="area"), source, tmp_path / "out.csv", SCHEMA)


def test_the_record_goes_where_it_is_wanted_but_not_over_another_file(tmp_path):
    (source,) = write_parts(people(100), tmp_path, 1)
    out, wanted = tmp_path / "out.csv", tmp_path / "wanted.json"

    release_file(masker(), source, out, SCHEMA, record=wanted)

    assert json.loads(wanted.read_text())["output"]["file"] == "out.csv"
    assert not (tmp_path / "out.csv.record.json").exists()
    for taken in (out, source):
        with pytest.raises(OutputError, match="record must be another file than the"):
            release_file(masker(), source, out, SCHEMA, record=taken)
