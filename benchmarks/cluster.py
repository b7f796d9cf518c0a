"""One machine, several processes: throughput of a cluster against local workers, and a lost worker.

Run ``python benchmarks/cluster.py [rows] [job ...] [--rounds 2]``. A scheduler and two workers of
one thread each are started as programs of their own, as an administrator would; the other engines
get as many processors: two processes of one thread, or one process of two. Each job is run with
each on a small table first, so that no start counts, then in rounds, in turns, and the least
wall-clock seconds count; then once more, and a worker is killed.
"""

import argparse
import hashlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import psutil
import pyarrow as pa

from vicinage import RWN, Categorical, Dilca, IntegralStatistics, Numeric, Schema
from vicinage.engines import DaskEngine, LocalEngine, write_partition
from vicinage.errors import ParameterError
from vicinage.masking import release_file
from vicinage.outliers.exact import exact_outlier_counts

_COLUMNS, _LEVELS, _FILES = 10, 10, 32
_WARM_ROWS = 100_000
_LABELS = [f"level {level}" for level in range(_LEVELS)]
_NAMES = [f"x{c}" for c in range(_COLUMNS)]
CATEGORIES = Schema({name: Categorical(tuple(_LABELS)) for name in _NAMES}, public=True)
NUMBERS = Schema({"x": Numeric(0, 1), "y": Numeric(0, 1)}, public=True)


def write_categories(folder, n_rows):
    """Write columns that hang together: half the cells copy a hidden one."""
    rng = np.random.default_rng(0)
    files = []
    for number in range(_FILES):
        n = n_rows // _FILES
        hidden = rng.integers(0, _LEVELS, n, dtype=np.int8)
        cells = {}
        for name in _NAMES:
            own = rng.integers(0, _LEVELS, n, dtype=np.int8)
            codes = np.where(rng.random(n) < 0.5, hidden, own)
            cells[name] = pa.DictionaryArray.from_arrays(pa.array(codes), _LABELS)
        files.append(write_partition(folder, f"categories-{number}", [pa.record_batch(cells)]))
    return files


def write_numbers(folder, n_rows):
    """Write places in a square, a half of them in a thousand towns."""
    rng = np.random.default_rng(1)
    towns = rng.random((1000, 2))
    files = []
    for number in range(_FILES):
        n = n_rows // _FILES
        near = towns[rng.integers(0, 1000, n)] + rng.normal(0, 0.002, (n, 2))
        places = np.clip(np.where(rng.random((n, 1)) < 0.5, near, rng.random((n, 2))), 0, 1)
        cells = {"x": places[:, 0], "y": places[:, 1]}
        files.append(write_partition(folder, f"numbers-{number}", [pa.record_batch(cells)]))
    return files


@contextmanager
def cluster(folder):
    """Run a scheduler and two workers; give the address and the process that keeps the workers."""
    file = folder / "scheduler.json"
    common = ["--scheduler-file", file, "--host", "127.0.0.1", "--no-dashboard"]
    workers = ["worker", *common, "--nthreads", "1", "--nworkers", "2", "--memory-limit", "0"]
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "dask", *command], cwd=folder, stderr=subprocess.DEVNULL
        )
        for command in (["scheduler", *common, "--port", "0"], workers)
    ]
    try:
        while not file.exists():
            time.sleep(0.1)
        yield json.loads(file.read_text())["address"]
    finally:
        for process in reversed(running):
            process.terminate()
            process.wait(30)


def connected(address):
    """Connect once both workers are there."""
    while True:
        try:
            engine = DaskEngine(address)
        except ParameterError:
            time.sleep(0.2)
            continue
        if engine.n_workers == 2:
            return engine
        engine.close()


def process_of(_):
    time.sleep(0.05)
    return os.getpid()


def cpu_seconds():
    """Return what all processes have taken so far, scheduler and workers included."""
    me = psutil.Process()
    times = [process.cpu_times() for process in (me, *me.children(recursive=True))]
    return sum(each.user + each.system for each in times)


def timed(job, engine):
    """Return wall-clock seconds, those of processors, and the result."""
    start, before = time.perf_counter(), cpu_seconds()
    result = job(engine)
    return time.perf_counter() - start, cpu_seconds() - before, result


class Losing:
    """An engine, one of whose workers is killed in the middle of the first job."""

    def __init__(self, engine):
        self.engine, self.n_workers = engine, engine.n_workers
        self.victim = next(iter(engine.map(process_of, [0])))

    def map(self, task, parts):
        """Give the results of the engine; after the second one, kill."""
        for number, result in enumerate(self.engine.map(task, parts)):
            if number == 2 and self.victim:
                os.kill(self.victim, signal.SIGKILL)
                self.victim = None
            yield result


def compare(name, n, job, engines, n_rounds):
    """Print the rows a second of a job with each engine; check that all results are equal."""
    spent, results = {key: [] for key in engines}, set()
    for _ in range(n_rounds):
        for key, engine in engines.items():
            *seconds, result = timed(job, engine)
            spent[key].append(seconds)
            results.add(repr(result))
    best = {key: min(seconds) for key, seconds in spent.items()}
    fastest = min(seconds for key, (seconds, _) in best.items() if key != "dask")
    for key, (seconds, cpu) in best.items():
        speed, share = n / seconds / 1e6, fastest / seconds
        figures = f"{seconds:.2f} | {cpu:.2f} | {speed:.2f} | {share:.2f}"
        print(f"| {name} | {key} | {figures} |", flush=True)
    for key in ("dask", "local, 2 x 1"):
        losing = Losing(engines[key])
        seconds, _, result = timed(job, losing)
        assert losing.victim is None
        results.add(repr(result))
        print(f"| {name} | {key}, a worker killed | {seconds:.2f} | | | |", flush=True)
    assert len(results) == 1


def jobs(folder, n):
    """Return each job: how many rows it has, and a function of an engine."""
    categories, numbers = write_categories(folder, n), write_numbers(folder, n)
    column = np.random.default_rng(2).exponential(1, n // 10)

    def pairs(engine):
        return Dilca().fit(categories, CATEGORIES, engine=engine).as_dict()

    def outliers(engine):
        settings = {"columns": ["x", "y"], "min_neighbors": 10, "radius": 0.0005}
        return exact_outlier_counts(numbers, NUMBERS, engine=engine, **settings)

    def release(engine):
        masker = RWN(n_neighbors=5, partition_size=2000, seed=1)
        files = [part.path for part in numbers]
        release_file(masker, files, folder / "released.arrow", NUMBERS, engine=engine)
        return hashlib.sha256((folder / "released.arrow").read_bytes()).hexdigest()

    def resamples(engine):
        return IntegralStatistics(bounds=(0, 32), seed=1).fit(column, engine=engine).results_

    return {
        "pairs": (n, pairs),
        "outliers": (n, outliers),
        "rwn": (n, release),
        "resamples": (n // 10, resamples),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rows", type=float, nargs="?", default=1e7)
    parser.add_argument("jobs", nargs="*", default=["pairs", "outliers", "rwn", "resamples"])
    parser.add_argument("--rounds", type=int, default=2)
    given = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="vicinage-") as name,
        tempfile.TemporaryDirectory(prefix="vicinage-") as small,
        cluster(Path(name)) as address,
        LocalEngine(n_workers=2) as two,
        connected(address) as dask,
    ):
        engines = {"local, 1 x 2": LocalEngine(), "local, 2 x 1": two, "dask": dask}
        warm, measured = jobs(Path(small), _WARM_ROWS), jobs(Path(name), int(given.rows))
        print("| job and rows | engine | s | CPU s | million rows/s | share of the faster local |")
        print("|---|---|---|---|---|---|", flush=True)
        for job in given.jobs:
            for engine in engines.values():
                warm[job][1](engine)
            rows, run = measured[job]
            compare(f"{job}, {rows:.0e}", rows, run, engines, given.rounds)


if __name__ == "__main__":
    main()
