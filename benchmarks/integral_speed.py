"""Seconds for nine integrally private statistics, beside two loops of NumPy that only resample.

Run ``python benchmarks/integral_speed.py [--n 1000000] [--resamples 1000] [--loop 20]``. The plain
loop draws with NumPy's generator and calls a function for each statistic; the tuned one sorts the
column once, so that what is drawn is sorted too, and nothing is computed twice. Neither checks a
condition. They run for ``--loop`` resamples, and their time is multiplied to the full number.
"""

import argparse
import resource
import time

import numpy as np

from vicinage import IntegralStatistics
from vicinage._kernels import threads

NAMES = ["count", "sum", "mean", "median", "variance", "sd", "iqr", "min", "max"]


def plain(values, rng, bootstrap):
    n = values.size
    drawn = (
        rng.choice(values, n, replace=True)
        if bootstrap
        else rng.choice(values, n // 2, replace=False)
    )
    return [
        n,
        drawn.sum(),
        drawn.mean(),
        np.median(drawn),
        drawn.var(ddof=1),
        drawn.std(ddof=1),
        np.subtract(*np.percentile(drawn, [75, 25])),
        drawn.min(),
        drawn.max(),
    ]


def tuned(ordered, rng, bootstrap):
    """Resample the sorted column by counts or a mask, so that what is drawn is sorted at once."""
    n = ordered.size
    if bootstrap:
        counts = np.bincount(rng.integers(0, n, n, dtype=np.int32), minlength=n)
        drawn = np.repeat(ordered, counts)
    else:
        chosen = np.zeros(n, np.bool_)
        chosen[rng.choice(n, n // 2, replace=False, shuffle=False)] = True
        drawn = ordered[chosen]
    size = drawn.size
    total, variance = drawn.sum(), drawn.var(ddof=1)
    places = (np.array([0.25, 0.5, 0.75]) * (size - 1)).astype(int)
    quartiles = (drawn[places] + drawn[places + 1]) / 2
    spread = quartiles[2] - quartiles[0]
    return [n, total, total / size, variance, variance**0.5, spread, *drawn[[0, -1]], quartiles[1]]


def timed(times, job, *arguments):
    wall, cpu = time.perf_counter(), time.process_time()
    for _ in range(times):
        job(*arguments)
    return time.perf_counter() - wall, time.process_time() - cpu


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--n", type=float, default=1e6)
    parser.add_argument("--resamples", type=int, default=1000)
    parser.add_argument("--loop", type=int, default=20)
    options = parser.parse_args()
    n = int(options.n)
    values = np.random.default_rng(0).normal(5, 2, n)
    ordered = np.sort(values)
    rng = np.random.default_rng(1)
    for resampling in ("half", "bootstrap"):  # compiles
        IntegralStatistics(statistics=NAMES, resampling=resampling).fit(values[:5000])
    print(f"n = {n}, B = {options.resamples}, {len(NAMES)} statistics, {threads()} threads")
    ours = {}
    for kind in ("half", "bootstrap"):
        for condition in ("absence", "intersection"):
            estimator = IntegralStatistics(
                statistics=NAMES,
                resampling=kind,
                condition=condition,
                n_resamples=options.resamples,
                bounds=(-15, 25),
            )
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            ours[kind, condition] = timed(1, estimator.fit, values)
            more = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
            print(f"{kind}, {condition}: peak memory grew by {more:.0f} MB")
    print(
        f"\n{'':<26}{'wall s':>8}{'CPU s':>8}   {'plain/ours':>14}   {'tuned/ours':>14}  wall, CPU"
    )
    share = options.resamples / options.loop
    for kind in ("half", "bootstrap"):
        loops = [
            timed(options.loop, plain, values, rng, kind == "bootstrap"),
            timed(options.loop, tuned, ordered, rng, kind == "bootstrap"),
        ]
        for name, (wall, cpu) in zip(("plain NumPy", "tuned NumPy"), loops, strict=True):
            print(f"{kind + ', ' + name:<26}{wall * share:>8.2f}{cpu * share:>8.2f}")
        for condition in ("absence", "intersection"):
            wall, cpu = ours[kind, condition]
            ratios = "   ".join(
                f"{loop_wall * share / wall:>6.1f}, {loop_cpu * share / cpu:>6.1f}"
                for loop_wall, loop_cpu in loops
            )
            print(f"{kind + ', ' + condition:<26}{wall:>8.2f}{cpu:>8.2f}   {ratios}")


if __name__ == "__main__":
    main()
