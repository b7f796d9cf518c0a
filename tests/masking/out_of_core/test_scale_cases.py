"""The scale cases, small: many equal records within a ceiling, many columns, many levels."""

import json
import subprocess
import sys
import time

import numpy as np
import pandas as pd
import pytest

from vicinage import Categorical, Column, Dilca, Numeric, Schema, Table
from vicinage.errors import ParameterError, TableError

RELEASE = """
import sys
from vicinage import RWN, Schema, release_file
source, target, schema = sys.argv[1:]
masker = RWN(n_neighbors=5, partition_size=128, block_size=16384, seed=1)
release_file(masker, source, target, Schema.from_toml(open(schema).read()), memory="700MB")
status = open("/proc/self/status").read()
print(int(status.split("VmHWM:")[1].split()[0]) * 1024)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the peak of memory is read from /proc")
def test_many_equal_records_stay_within_the_ceiling(tmp_path):
    i = np.arange(50_000)  # S1 has 200,000
    frame = pd.DataFrame(
        {"x": i % 1000, "y": 7 * i % 997, "c": np.char.add("c", (i % 50).astype(str))}
    )
    frame.loc[:20_000, :] = [1, 1, "c1"]
    source, target = tmp_path / "in.csv", tmp_path / "out.csv"
    frame.to_csv(source, index=False)
    schema = Schema({"x": Numeric(0, 1000), "y": Numeric(0, 1000), "c": Categorical()})
    (tmp_path / "s.toml").write_text(schema.to_toml())

    done = subprocess.run(
        [sys.executable, "-c", RELEASE, source, target, tmp_path / "s.toml"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip

    assert int(done.stdout) < 700 * 2**20
    released = pd.read_csv(target)
    # Those of the large group have more neighbours at distance 0 than they need.
    assert (released.iloc[:20_001] == frame.iloc[:20_001]).all(axis=None)
    assert json.loads((tmp_path / "out.csv.record.json").read_text())["seeded"]


def test_a_wide_table_is_validated_fast_and_all_its_problems_are_listed_at_once():
    columns = {
        f"v{j}": np.zeros(500) if j % 10 == 0 else np.arange(500.0) * j % 13 for j in range(842)
    }
    for j in range(0, 842, 97):
        columns[f"v{j}"] = np.full(500, np.nan)
    frame = pd.DataFrame(columns)
    schema = Schema({name: Numeric(0, 13) for name in frame})
    began = time.process_time()

    assert Table.from_frame(frame, schema).n_rows == 500
    broken = frame.assign(v13="x", v801="y")
    with pytest.raises(TableError, match=r"(?s)breaks 2 rules.*'v13'.*'v801'"):
        Table.from_frame(broken, schema)

    assert time.process_time() - began < 5


def test_too_many_levels_are_refused_before_any_distance_is_built():
    i = np.arange(20_000)
    frame = pd.DataFrame({"city": np.char.add("city", (i % 5000).astype(str)), "region": i % 26})
    schema = Schema([Column("city", Categorical()), Column("region", Categorical())])
    began = time.process_time()

    with pytest.raises(ParameterError, match=r"5,?000"):
        Dilca().fit(frame.astype(str), schema)

    assert time.process_time() - began < 10
