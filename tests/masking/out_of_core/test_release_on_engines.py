import numpy as np
import pandas as pd
import pytest

from support.losing_engine import LosingEngine
from vicinage import RWN, Categorical, Column, Numeric, Schema, Text, release_file
from vicinage.engines import DaskEngine, LocalEngine

pytest.importorskip("distributed", reason="needs vicinage[distributed]")

N_ROWS, N_FILES = 3000, 5
SCHEMA = Schema(
    [
        Column("id", Text(), role="key"),
        Column("age", Numeric(0, 120, integer=True)),
        Column("pay", Numeric(), missing=("",)),
        Column("area", Categorical(("isle", "north", "south"))),
    ]
)
MASKER = RWN(
    n_neighbors=3,
    radius=0.1,
    partition_size=16,
    block_size=200,
    within="area",
    keep_key=True,
    seed=5,
)


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    rng = np.random.default_rng(0)
    pay = rng.lognormal(10, 1, N_ROWS).round(2).astype(str)
    people = pd.DataFrame(
        {
            "id": [f"P{i:05d}" for i in rng.permutation(N_ROWS)],
            "age": rng.integers(18, 90, N_ROWS),
            "pay": np.where(rng.random(N_ROWS) < 0.1, "", pay),
            "area": rng.choice(["north", "south", "isle"], N_ROWS, p=[0.7, 0.28, 0.02]),
        }
    )
    folder = tmp_path_factory.mktemp("people")
    paths = [folder / f"{number}.csv" for number in range(N_FILES)]
    for path, rows in zip(paths, np.array_split(np.arange(N_ROWS), N_FILES), strict=True):
        people.iloc[rows].to_csv(path, index=False)
    return paths


@pytest.fixture(scope="module")
def local(files, tmp_path_factory):
    """The bytes that this process alone releases, and the record."""
    target = tmp_path_factory.mktemp("local") / "out.csv"
    record = release_file(MASKER, files, target, SCHEMA, engine=LocalEngine())
    return target.read_bytes(), record


@pytest.fixture(scope="module")
def dask():
    with DaskEngine(n_workers=2) as engine:
        yield engine


def test_a_cluster_releases_what_one_process_does_in_parts_and_at_once(
    files, local, dask, tmp_path
):
    record = release_file(MASKER, files, tmp_path / "out.csv", SCHEMA, engine=dask)

    assert ((tmp_path / "out.csv").read_bytes(), record) == local
    released = pd.read_csv(tmp_path / "out.csv", dtype=str, na_filter=False)
    at_once = MASKER.fit_transform(files, SCHEMA).to_pandas()
    assert released.to_dict("list") == at_once.to_dict("list")


def test_workers_lost_while_rows_are_dealt_out_and_drawn_for_do_not_change_a_byte(
    files, local, dask, tmp_path
):
    losing = LosingEngine(dask, calls=(2, 5))

    record = release_file(MASKER, files, tmp_path / "out.csv", SCHEMA, engine=losing)

    assert losing.n_calls > 5
    assert ((tmp_path / "out.csv").read_bytes(), record) == local
    assert {path.name for path in tmp_path.iterdir()} == {"out.csv", "out.csv.record.json"}
