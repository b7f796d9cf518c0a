"""A command that is told to stop leaves nothing behind."""

import signal
import subprocess
import sys
import time

import numpy as np
import pandas as pd
import pytest

from vicinage import Numeric, Schema

_SECONDS = 60


@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT])
def test_a_release_in_parts_that_is_stopped_removes_the_rows_that_it_wrote(told, tmp_path):
    values = np.random.default_rng(0).random((400_000, 4))
    pd.DataFrame(values, columns=list("abcd")).to_parquet(tmp_path / "people.parquet")
    schema = Schema({name: Numeric(0, 1) for name in "abcd"})
    (tmp_path / "people.toml").write_text(schema.to_toml(), encoding="utf-8")
    before = sorted(path.name for path in tmp_path.iterdir())
    command = [sys.executable, "-m", "vicinage", "release", "people.parquet", "--method", "rwn"]
    command += ["--schema", "people.toml", "--partition-size", "100", "--memory", "2GB"]
    process = subprocess.Popen(
        [*command, "-o", "out.parquet"], cwd=tmp_path, stderr=subprocess.PIPE, text=True
    )

    _wait_for(lambda: any(tmp_path.glob(".out.parquet.*/*")))
    process.send_signal(told)
    _, said = process.communicate(timeout=_SECONDS)

    assert process.returncode == 3
    assert "interrupted" in said
    assert sorted(path.name for path in tmp_path.iterdir()) == before


def _wait_for(condition):
    until = time.monotonic() + _SECONDS
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.01)
