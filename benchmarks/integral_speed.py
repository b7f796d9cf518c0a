"""Seconds for nine integrally private statistics, beside two loops of NumPy that only resample.

Run ``python benchmarks/integral_speed.py [--n 1000000] [--resamples 1000] [--loop 20]``. The plain
loop draws with NumPy's generator and calls a function for each statistic; the tuned one sorts the
column once, takes counts instead of values, and computes all nine from them. Neither checks any
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
    drawn = rng.choice(values, n, replace=True) if bootstrap else rng.choice(
        values, n // 2, replace=False
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


def tuned(ordered, centred, rng, bootstrap):
    n = ordered.size
    if bootstrap:
        counts = np.bincount(rng.integers(0, n, n), minlength=n)
    else:
        counts = np.zeros(n, np.int64)
        counts[rng.permutation(n)[: n // 2]] = 1
    size = n if bootstrap else n // 2
    below = np.cumsum(counts)
    total = counts @ centred
    squares = counts @ (centred * centred)
    places = [0, *np.linspace(0, size - 1, 5).astype(int)[1:4], size - 1]
    ranks = np.searchsorted(below, [*places, *(place + 1 for place in places[1:4])], side="right")
    variance = (squares - total**2 / size) / (size - 1)
    return [n, total, total / size, variance, variance**0.5, *ordered[ranks]]


def timed(job):
    wall, cpu = time.perf_counter(), time.process_time()
    job()
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
    centred = ordered - ordered[n // 2]
    rng = np.random.default_rng(1)
    for resampling in ("half", "bootstrap"):  # compiles
        IntegralStatistics(statistics=NAMES, resampling=resampling).fit(values[:5000])
    print(f"n = {n}, B = {options.resamples}, {len(NAMES)} statistics, {threads()} threads")
    print(f"{'':<26}{'wall s':>8}{'CPU s':>8}{'plain/ours':>12}{'tuned/ours':>12}   (wall)")
    share = options.resamples / options.loop
    for bootstrap in (False, True):
        kind = "bootstrap" if bootstrap else "half"
        loops = [
            timed(lambda: [plain(values, rng, bootstrap) for _ in range(options.loop)]),
            timed(lambda: [tuned(ordered, centred, rng, bootstrap) for _ in range(options.loop)]),
        ]
        for name, (wall, cpu) in zip(("plain NumPy", "tuned NumPy"), loops, strict=True):
            print(f"{kind + ', ' + name:<26}{wall * share:>8.2f}{cpu * share:>8.2f}")
        for condition in ("absence", "intersection"):
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            estimator = IntegralStatistics(
                statistics=NAMES,
                resampling=kind,
                condition=condition,
                n_resamples=options.resamples,
                bounds=(-15, 25),
            )
            wall, cpu = timed(lambda: estimator.fit(values))
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            ratios = [loop[0] * share / wall for loop in loops]
            print(
                f"{kind + ', ' + condition:<26}{wall:>8.2f}{cpu:>8.2f}{ratios[0]:>12.1f}"
                f"{ratios[1]:>12.1f}   peak {peak / 1024:.0f} MB (before {before / 1024:.0f} MB)"
            )


if __name__ == "__main__":
    main()
