"""CPU seconds and memory of pair counts and of `Dilca.fit`, beside the authors' stored ones.

Run ``python benchmarks/dilca_speed.py [rows of the large table]``. The stored seconds are those of
the authors' code for the same numbers of rows, columns and levels; the peers are run here. CPU
seconds add up those of all threads.
"""

import json
import os
import resource
import subprocess
import sys
import time
from itertools import combinations
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.csv

from vicinage import Dilca, Schema, Table
from vicinage.categorical import count_pairs
from vicinage.schema import Categorical

_BESIDE = Path(__file__).resolve().parents[2] / "shared" / "reference"
DILCA = Path(os.environ.get("VICINAGE_REFERENCE") or _BESIDE) / "dilca"
_COLUMNS, _LEVELS, _ROWS = 20, 10, 200_000
_CHUNK = 100_000
_MB = 1e6
NAMES = [f"x{c}" for c in range(_COLUMNS)]


def codes(n, seed=0):
    """Return 20 columns of 10 levels that hang together: half the cells copy a hidden one."""
    rng = np.random.default_rng(seed)
    hidden = rng.integers(0, _LEVELS, n, dtype=np.int8)
    return [
        np.where(rng.random(n) < 0.5, hidden, rng.integers(0, _LEVELS, n, dtype=np.int8))
        for _ in range(_COLUMNS)
    ]


def chunked(columns):
    for start in range(0, columns[0].size, _CHUNK):
        yield [column[start : start + _CHUNK] for column in columns]


def seconds(work, repeats=5):
    """Return the least CPU seconds of some runs, after one that compiles."""
    work()
    spent = []
    for _ in range(repeats):
        start = time.process_time()
        work()
        spent.append(time.process_time() - start)
    return min(spent)


def by_bincount(columns):
    for x, y in combinations(columns, 2):
        np.bincount(x.astype(np.int64) * _LEVELS + y, minlength=_LEVELS * _LEVELS)


def by_crosstab(frame):
    for x, y in combinations(frame.columns, 2):
        pd.crosstab(frame[x], frame[y])


def stored(table, method):
    if not DILCA.exists():
        return None
    for run in json.loads((DILCA / "timing.json").read_text())["runs"]:
        if (run["table"], run["method"], run["mode"]) == (table, method, "fit"):
            return run["fit_cpu_s"] if run["done"] else run["projected_fit_cpu_s"]
    return None


def row(name, ours, theirs, target=None):
    beside = f"{theirs:>10.2f}{theirs / ours:>9.0f}x" if theirs else f"{'-':>10}{'-':>10}"
    met = "" if target is None or not theirs else f"  target {target}x"
    print(f"{name:<58}{ours:>9.4f}{beside}{met}", flush=True)


def synthetic():
    columns = codes(_ROWS)
    levels = dict.fromkeys(NAMES, _LEVELS)
    frame = pd.DataFrame(dict(_named(columns)))
    letters = dict.fromkeys(NAMES, tuple("abcdefghij"))
    typed = pa.table({n: pa.DictionaryArray.from_arrays(c, letters[n]) for n, c in _named(columns)})
    schema = Schema({name: Categorical(letters[name]) for name in NAMES}, public=True)
    table = Table.of(typed, schema)
    theirs, joint = stored("synthetic", "M"), stored("synthetic", "K_dep")
    as_texts = stored("synthetic_str", "M")
    print(f"{_ROWS:,} x {_COLUMNS}, {_LEVELS} levels:")
    row(
        "  count_pairs of codes", seconds(lambda: count_pairs(chunked(columns), levels)), theirs, 20
    )
    row(
        "  count_pairs of codes, and Dilca().fit_counts",
        seconds(lambda: Dilca().fit_counts(count_pairs(chunked(columns), levels), letters)),
        theirs,
        20,
    )
    row("  Dilca().fit of a Table of Arrow", seconds(lambda: Dilca().fit(table)), theirs, 20)
    row("  Dilca().fit of pandas integers", seconds(lambda: Dilca().fit(frame)), theirs, 20)
    texts = frame.map(lambda code: f"v{code}")
    row("  Dilca().fit of pandas texts", seconds(lambda: Dilca().fit(texts)), as_texts, 20)
    kinds = texts.astype("category")
    row("  Dilca().fit of pandas categories", seconds(lambda: Dilca().fit(kinds)), as_texts, 20)
    row(
        "  Dilca(context='K_dep').fit of a Table of Arrow",
        seconds(lambda: Dilca(context="K_dep").fit(table), 1),
        joint,
    )
    row("  peer: numpy.bincount of each pair", seconds(lambda: by_bincount(columns), 2), None)
    row("  peer: pandas.crosstab of each pair", seconds(lambda: by_crosstab(frame), 1), None)


def _named(columns):
    return zip(NAMES, columns, strict=True)


def published():
    for table in ("cmc", "NLTCS", "mushrooms", "soybean", "dermatology"):
        frame = pyarrow.csv.read_csv(DILCA / "prepared" / f"{table}.csv")
        top = {name: pa.compute.max(frame[name]).as_py() for name in frame.column_names}
        kinds = {name: Categorical(tuple(map(str, range(top[name] + 1)))) for name in top}
        for method in ("M", "K_dep"):
            dilca = Dilca(context=method)
            ours = seconds(lambda: dilca.fit(frame, Schema(kinds)), 3)  # noqa: B023
            row(f"Dilca(context={method!r}).fit of {table}", ours, stored(table, method))


def large(n):
    """Count chunks that are made one at a time, in a process of its own."""
    chunks = (codes(min(_CHUNK, n - start), start) for start in range(0, n, _CHUNK))
    levels = dict.fromkeys(NAMES, _LEVELS)
    count_pairs([codes(1000)], levels)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    made = counted = 0.0
    start = time.process_time()

    def timed():
        nonlocal made
        while True:
            begin = time.process_time()
            chunk = next(chunks, None)
            made += time.process_time() - begin
            if chunk is None:
                return
            yield chunk

    pairs = count_pairs(timed(), levels)
    counted = time.process_time() - start - made
    over = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 - before) / _MB
    assert all(table.sum() == n for table in pairs.tables.values())
    dilca = Dilca().fit_counts(pairs, dict.fromkeys(NAMES, tuple("abcdefghij")))
    assert len(dilca.distances_) == _COLUMNS
    print(
        f"\n{n:,} x {_COLUMNS} in chunks of {_CHUNK:,}: {counted:.2f} CPU s of counting, "
        f"{over:.0f} MB over the process before (a chunk of codes is "
        f"{_CHUNK * _COLUMNS / _MB:.0f} MB, making one takes more)",
        flush=True,
    )


def main(n):
    print(f"{'':<58}{'ours':>9}{'authors':>10}{'ratio':>10}   CPU seconds")
    synthetic()
    if DILCA.exists():
        published()
    else:
        print("the reference tables are not at hand: VICINAGE_REFERENCE names their folder")
    subprocess.run([sys.executable, __file__, "large", str(n)], check=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["large"]:
        large(int(sys.argv[2]))
    else:
        main(int(float((sys.argv[1:] or ["1e7"])[0])))
