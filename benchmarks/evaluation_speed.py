"""Time and peak memory of judging a release.

Run ``python benchmarks/evaluation_speed.py [--rows 10000 100000] [--columns 20] [--attacks]``.
The table has 14 numbers and 6 categories in 20 columns; the release adds noise to numbers and moves
a fifth of the categories. With ``--attacks``, 10,000 records held out are the control, and all
three attacks are tried. Every size is measured in a process of its own, since the peak of a process
never falls. Both tables are made before the clock starts; the peak holds them.
"""

import argparse
import json
import math
import resource
import subprocess
import sys
import time
from functools import partial

import numpy as np
import pyarrow as pa

from vicinage import evaluate

_MB = 1e6
HELD_OUT = 10_000


def tables(n, columns):
    """Return a mixed table and a release of it."""
    rng = np.random.default_rng(0)
    numbers = round(0.7 * columns)
    hidden = rng.normal(size=(n, 4))
    original, released = {}, {}
    for j in range(columns):
        if j < numbers:
            original[f"x{j}"] = hidden @ rng.normal(size=4) + 0.3 * rng.normal(size=n)
            released[f"x{j}"] = original[f"x{j}"] + 0.3 * rng.normal(size=n)
        else:
            codes = rng.integers(0, 4 + 3 * (j - numbers), n)
            moved = np.where(rng.random(n) < 0.2, np.roll(codes, 1), codes)
            labels = pa.array([f"level {i}" for i in range(codes.max() + 1)])
            original[f"c{j}"], released[f"c{j}"] = labels.take(codes), labels.take(moved)
    return pa.table(original), pa.table(released)


def judged(n, columns, attacks):
    """Return what judges a release of `n` records, ready to run, and the two tables."""
    if not attacks:
        pair = tables(n, columns)
        return partial(evaluate, *pair), pair
    everyone, released = tables(n + HELD_OUT, columns)
    pair = everyone.slice(0, n).combine_chunks(), released.slice(0, n).combine_chunks()
    held = everyone.slice(n)
    return partial(evaluate, *pair, holdout=held, quasi_identifiers=["x0", "x1", "c14"]), pair


def measure(n, columns, attacks):
    judged(2000, columns, attacks)[0]()  # compiles, or loads what was compiled
    judge, (original, released) = judged(n, columns, attacks)
    wall, cpu = time.perf_counter(), time.process_time()
    judge()
    return {
        "rows": n,
        "wall": time.perf_counter() - wall,
        "cpu": time.process_time() - cpu,
        "peak": _peak() / _MB,
        "tables": (original.nbytes + released.nbytes) / _MB,
    }


def _peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, nargs="+", default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--columns", type=int, default=20)
    parser.add_argument("--attacks", action="store_true", help="try attacks as well")
    parser.add_argument("--here", action="store_true", help="measure one size here")
    arguments = parser.parse_args()
    if arguments.here:
        print(json.dumps(measure(arguments.rows[0], arguments.columns, arguments.attacks)))
        return
    print("| rows | wall s | CPU s | exponent of CPU s | both tables MB | peak of the process MB |")
    print("|---|---|---|---|---|---|", flush=True)
    last = None
    for n in arguments.rows:
        command = [sys.executable, __file__, "--here", "--rows", str(n)]
        command += ["--columns", str(arguments.columns)] + ["--attacks"] * arguments.attacks
        found = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
        exponent = "-"
        if last is not None:
            rise = math.log(found["cpu"] / last["cpu"]) / math.log(n / last["rows"])
            exponent = f"{rise:.2f}"
        print(
            f"| {n:,} | {found['wall']:.1f} | {found['cpu']:.1f} | {exponent} "
            f"| {found['tables']:.0f} | {found['peak']:.0f} |",
            flush=True,
        )
        last = found


if __name__ == "__main__":
    main()
