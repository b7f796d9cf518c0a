import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet
import pytest

from vicinage import RWN, Categorical, Column, Date, Numeric, Ordinal, Schema, Text
from vicinage.engines import LocalEngine
from vicinage.errors import OutputError, ParameterError, TableError
from vicinage.masking.out_of_core import release_file


def people(n=3000, seed=0):
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
