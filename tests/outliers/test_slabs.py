from itertools import pairwise

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest

from vicinage import Ledger, Numeric, OutlierCount, Schema
from vicinage.engines import LocalEngine, QueryParts
from vicinage.outliers.exact import exact_outlier_counts
from vicinage.outliers.measurement import Measurement
from vicinage.outliers.profile import exact_profile
from vicinage.outliers.slabs import placed
from vicinage.table import QueryTable

N = 600
rng = np.random.default_rng(5)
WORLDS = {
    "clusters": np.concatenate([rng.normal(0.3, 0.02, (N // 2, 5)), rng.random((N // 2, 5))]),
    "lattice": rng.integers(0, 30, (N, 5)) / 30,
    "duplicates": np.repeat(rng.random((6, 5)), N // 6, axis=0),
    "one place": np.full((N, 5), 0.5),
    "nulls": np.where(rng.random((N, 5)) < 0.05, np.nan, rng.random((N, 5))),
    "nothing": np.full((N, 5), np.nan),
}


def schema_of(m):
    return Schema({f"x{d}": Numeric(0, 1) for d in range(m)}, public=True)


def files(folder, points, n_files):
    columns = {f"x{d}": pa.array(column, from_pandas=True) for d, column in enumerate(points.T)}
    table, paths = pa.table(columns), []
    for start, end in pairwise(np.linspace(0, len(points), n_files + 1).astype(int)):
        paths.append(folder / f"{n_files}-{start}.parquet")
        pyarrow.parquet.write_table(table.slice(start, end - start), paths[-1])
    return table, paths


@pytest.fixture(scope="module")
def workers():
    with LocalEngine(n_workers=2) as engine:
        yield engine


@pytest.mark.parametrize("world", WORLDS)
@pytest.mark.parametrize("m", [1, 2, 3, 5])
@pytest.mark.parametrize("radius", [0.01, 1 / 30, 0.3])
def test_counts_and_profiles_are_those_of_one_table(tmp_path, world, m, radius):
    table, paths = files(tmp_path, WORLDS[world][:, :m], 5)
    schema, names = schema_of(m), [f"x{d}" for d in range(m)]
    whole = QueryTable.of(table, schema)
    measurement = Measurement.of(whole, names, radius=radius, scaling="bounds")
    points = measurement.points(whole)

    parts = QueryParts.of(paths, schema, LocalEngine())
    with placed(parts, measurement) as slabs:
        assert (
            sum(slab.n_rows for slab in slabs.layout.slabs) == np.isfinite(points).all(axis=1).sum()
        )
        for k, t_max in ((1, 3), (5, 40)):
            count, profile = exact_profile(points, measurement.reach, k, t_max=t_max)
            found = [part.reveal() for part in slabs.profile(k, t_max=t_max)]
            assert found == [count, profile]
            assert slabs.count(k).reveal() == count


def test_small_radii_need_little_of_the_other_slabs(tmp_path):
    _, paths = files(tmp_path, rng.random((2000, 2)), 10)
    parts = QueryParts.of(paths, schema_of(2), LocalEngine())
    measurement = Measurement.of(parts.blank, ["x0", "x1"], radius=0.001, scaling="bounds")

    with placed(parts, measurement) as slabs:
        sizes = [slab.n_rows for slab in slabs.layout.slabs]
        assert len(sizes) == 10
        assert max(sizes) < 400
        points, distances = slabs.layout.near(4, 0.01)
        assert len(points) < 400
        assert (distances[: sizes[4]] == 0).all()
        assert distances.max() <= 0.01


@pytest.mark.parametrize("mechanism", ["global", "smooth", "inverse", "smooth-inverse"])
def test_a_private_count_of_files_is_charged_and_recorded_as_that_of_a_table(
    tmp_path, mechanism, workers
):
    table, paths = files(tmp_path, WORLDS["nulls"][:, :2], 3)
    counter = OutlierCount(
        columns=["x0", "x1"],
        min_neighbors=[2, 5],
        radius=0.05,
        epsilon=1,
        delta="1e-6" if mechanism == "smooth" else None,
        mechanism=mechanism,
        ledger=Ledger.unlimited(),
    )
    whole = counter.fit(table, schema_of(2)).record_

    assert counter.fit(paths, schema_of(2), engine=workers).record_ == whole
    assert [type(count) for count in counter.count_] == [int, int]
    assert counter.quote(paths, schema_of(2), engine=workers) == counter.loss_


def test_the_steward_counts_files_exactly(tmp_path, workers):
    table, paths = files(tmp_path, WORLDS["clusters"][:, :3], 4)
    settings = {"columns": ["x0", "x1", "x2"], "min_neighbors": [1, 5, 9], "radius": 0.05}

    counts = exact_outlier_counts(paths, schema_of(3), engine=workers, **settings)

    assert counts == exact_outlier_counts(table, schema_of(3), **settings)
    assert counts[0] < counts[2]
