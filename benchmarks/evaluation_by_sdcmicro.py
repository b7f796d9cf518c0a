"""Time of judging a release, beside sdcMicro in the same run.

Run ``python benchmarks/evaluation_by_sdcmicro.py [--rows 10000] [--columns 20] [--functions FILE]``
with R on the machine. R takes `dRisk`, `dRiskRMD` and `dUtility` from the package sdcMicro, or from
a file of R code that defines them. Starting R or Python, reading tables and a first small run
(which compiles) are not timed. Whether the figures agree is for ``sdcmicro_figures.py``.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pandas as pd

from vicinage.evaluation.pair import Pair
from vicinage.evaluation.risk.interval import interval_disclosure
from vicinage.evaluation.risk.robust_interval import robust_interval_disclosure
from vicinage.evaluation.utility.correlation import correlation_figures
from vicinage.evaluation.utility.information_loss import information_loss
from vicinage.table import Table

# By the call in R: what we call.
CALLS = {
    "dRisk(x, xm=y)": interval_disclosure,
    "dRiskRMD(x, xm=y)": robust_interval_disclosure,
    "dUtility(x, xm=y)": information_loss,
    'dUtility(x, xm=y, method="eigen")': correlation_figures,
}

R_CODE = """
arguments <- commandArgs(trailingOnly=TRUE)
if (arguments[1] == "") library(sdcMicro) else source(arguments[1])
x <- read.csv(file.path(arguments[2], "x.csv"))
y <- read.csv(file.path(arguments[2], "y.csv"))
seconds <- system.time({call})
cat(seconds[["user.self"]] + seconds[["sys.self"]])
"""


def tables(n, columns):
    """Return numbers that depend on one another, and the same with noise."""
    rng = np.random.default_rng(0)
    hidden = rng.normal(size=(n, 4)) @ rng.normal(size=(4, columns))
    original = hidden + 0.3 * rng.normal(size=(n, columns))
    released = original + 0.02 * rng.normal(size=(n, columns))
    names = [f"x{j}" for j in range(columns)]
    return (pd.DataFrame(values, columns=names) for values in (original, released))


def in_r(call, functions, folder):
    """Return R's CPU seconds."""
    command = ["Rscript", "-e", R_CODE.format(call=call), functions, folder]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def here(place, n, columns):
    """Print our CPU seconds for one call, and the peak memory of this process in MB."""
    call = list(CALLS.values())[place]
    call(_pair(200, columns))
    pair = _pair(n, columns)
    start = time.process_time()
    call(pair)
    seconds = time.process_time() - start
    print(json.dumps([seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6]))


def _pair(n, columns):
    return Pair.of(*(Table.of(frame) for frame in tables(n, columns)))


def main():
    """Print a line for each call."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=10_000)
    parser.add_argument("--columns", type=int, default=20)
    parser.add_argument("--functions", default="", help="R code that defines sdcMicro's functions")
    parser.add_argument("--here", type=int, help="measure one of our calls in this process")
    asked = parser.parse_args()
    if asked.here is not None:
        here(asked.here, asked.rows, asked.columns)
        return
    print("| sdcMicro's call | ours CPU s | sdcMicro CPU s | ratio | ours peak MB |")
    print("|---|---|---|---|---|", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for name, frame in zip("xy", tables(asked.rows, asked.columns), strict=True):
            frame.to_csv(Path(folder) / f"{name}.csv", index=False)
        for place, call in enumerate(CALLS):
            command = [sys.executable, __file__, "--here", str(place)]
            command += ["--rows", str(asked.rows), "--columns", str(asked.columns)]
            told = subprocess.run(command, check=True, capture_output=True).stdout
            ours, peak = json.loads(told)
            theirs = in_r(call, asked.functions, folder)
            line = f"| `{call}` | {ours:.3f} | {theirs:.3f} | {theirs / ours:.1f}x | {peak:.0f} |"
            print(line, flush=True)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024 / 1e6
    print(f"\nThe largest process of all, R's among them: {peak:.0f} MB")


if __name__ == "__main__":
    main()
