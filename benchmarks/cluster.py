"""One machine, several processes: throughput of a cluster against local workers, and a lost worker.

Run ``python benchmarks/cluster.py [rows]``. A scheduler and two workers of one thread each are
started as programs of their own, as an administrator would; the other engines get as many
processors: two processes of one thread, or one process of two. Each job is run twice with each, in
turns, and the lesser wall-clock seconds count.
"""

import hashlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pyarrow as pa

from vicinage import RWN, Categorical, Dilca, IntegralStatistics, Numeric, Schema
from vicinage.engines import DaskEngine, LocalEngine, write_partition
from vicinage.errors import ParameterError
from vicinage.masking import release_file
from vicinage.outliers.exact import exact_outlier_counts

_COLUMNS, _LEVELS, _FILES = 10, 10, 32
_ROUNDS = 2
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


def timed(job, engine):
    start = time.perf_counter()
    result = job(engine)
    return time.perf_counter() - start, result


def compare(name, n, job, engines):
    """Print the rows a second of a job with each engine, and check that the results are equal."""
    spent, results = {key: [] for key in engines}, set()
    for _ in range(_ROUNDS):
        for key, engine in engines.items():
            seconds, result = timed(job, engine)
            spent[key].append(seconds)
            results.add(repr(result))
    assert len(results) == 1
    best = {key: min(seconds) for key, seconds in spent.items()}
    fastest = min(seconds for key, seconds in best.items() if key.startswith("local"))
    for key, seconds in best.items():
        speed, share = n / seconds / 1e6, fastest / seconds
        print(f"| {name} | {key} | {seconds:.2f} | {speed:.2f} | {share:.2f} |", flush=True)
    return results.pop()


def lose_worker(name, job, engine, expected):
    """Kill a worker in the middle of a job."""
    alone, _ = timed(job, engine)
    victim = next(iter(set(engine.map(process_of, range(8)))))
    killer = threading.Timer(alone / 2, os.kill, (victim, signal.SIGKILL))
    killer.start()
    seconds, result = timed(job, engine)
    killer.join()
    still = set(engine.map(process_of, range(40)))
    assert victim not in still
    same = "the same result" if repr(result) == expected else "ANOTHER RESULT"
    print(
        f"{name}: {alone:.1f} s; a worker killed after {alone / 2:.1f} s: {same}, {seconds:.1f} s",
        flush=True,
    )


def main():
    n = int(float(sys.argv[1])) if len(sys.argv) > 1 else 10_000_000
    with tempfile.TemporaryDirectory(prefix="vicinage-") as name:
        folder = Path(name)
        categories, numbers = write_categories(folder, n), write_numbers(folder, n)
        n_released = sum(part.n_rows for part in numbers[: _FILES // 10])
        column = np.random.default_rng(2).exponential(1, n // 10)

        def pairs(engine):
            return Dilca().fit(categories, CATEGORIES, engine=engine).as_dict()

        def outliers(engine):
            settings = {"columns": ["x", "y"], "min_neighbors": 10, "radius": 0.0005}
            return exact_outlier_counts(numbers, NUMBERS, engine=engine, **settings)

        def release(engine):
            masker = RWN(n_neighbors=5, partition_size=2000, seed=1)
            files = [part.path for part in numbers[: _FILES // 10]]
            release_file(masker, files, folder / "released.arrow", NUMBERS, engine=engine)
            return hashlib.sha256((folder / "released.arrow").read_bytes()).hexdigest()

        def resamples(engine):
            return IntegralStatistics(bounds=(0, 32), seed=1).fit(column, engine=engine).results_

        with (
            cluster(folder) as address,
            LocalEngine(n_workers=2) as two,
            connected(address) as dask,
        ):
            one = LocalEngine()
            engines = {"local, 1 x 2 threads": one, "local, 2 x 1": two, "dask": dask}
            print("| job | engine | s | million rows/s | share of local |")
            print("|---|---|---|---|---|")
            expected = compare(f"pair counts, {n:.0e} x {_COLUMNS}", n, pairs, engines)
            counted = compare(f"outliers, {n:.0e} x 2", n, outliers, engines)
            released = compare(f"RWN, {n_released:.0e} x 2", n_released, release, engines)
            compare(f"1000 resamples of {n // 10:.0e}", n // 10, resamples, engines)
            lose_worker("pair counts, local", pairs, two, expected)
            lose_worker("pair counts, dask", pairs, dask, expected)
            lose_worker("outliers, dask", outliers, dask, counted)
            lose_worker("RWN, dask", release, dask, released)


if __name__ == "__main__":
    main()
