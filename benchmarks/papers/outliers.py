"""Differentially private analysis of outliers (Okada and others, 2015), beside ours.

Run ``python benchmarks/papers/outliers.py [--quick]``. First the worst case that the paper states,
on tables that attain it. Then what private counts and subspaces are worth with the paper's ideas
("smooth" noise; counts as scores) and with ours. It ends with exit code 1 if a worst case differs.
"""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd

from vicinage import Numeric, Schema
from vicinage.outliers import exact_outlier_counts
from vicinage.outliers.sensitivity import global_sensitivity

BENCHMARKS = Path(__file__).parents[1]
PAPER = {1: 2, 2: 5}  # the paper's factor of k, by number of columns
RADIUS = 1.0


def corners(m):
    """Return points within the radius of the origin and farther than it from one another."""
    if m == 1:
        return np.array([[-0.9], [0.9]])
    angles = 2 * np.pi * np.arange(5) / 5
    return 0.9 * np.column_stack([np.cos(angles), np.sin(angles)])


def outliers(points, k):
    names = [f"x{number}" for number in range(points.shape[1])]
    schema = Schema({name: Numeric(-100, 100) for name in names}, public=True)
    # The library's distance is a root mean square: the radius is divided accordingly.
    radius = RADIUS / len(names) ** 0.5
    counts = exact_outlier_counts(
        pd.DataFrame(points, columns=names),
        schema=schema,
        columns=names,
        min_neighbors=[k],
        radius=radius,
        scaling="none",
    )
    return counts[0]


def change(m, k):
    """Return by how much the count changes when the record in the middle moves far away."""
    around = np.repeat(corners(m), k, axis=0)
    middle, far = np.zeros((1, m)), np.full((1, m), 90.0)
    return outliers(np.vstack([around, far]), k) - outliers(np.vstack([around, middle]), k)


def worst_cases():
    print("| columns | k | paper | ours, as a bound | attained by a table | verdict |")
    print("|---|---|---|---|---|---|")
    misfits = 0
    for m, factor in PAPER.items():
        for k in (1, 5, 20):
            figures = factor * k + 1, global_sensitivity(m, k, 10_000), change(m, k)
            misfits += len(set(figures)) > 1
            verdict = "equal" if len(set(figures)) == 1 else "DIFFERENT"
            print(f"| {m} | {k} | {' | '.join(map(str, figures))} | {verdict} |")
    return misfits


def run(script, *arguments):
    print(f"\n{script}", flush=True)
    subprocess.run([sys.executable, BENCHMARKS / script, *arguments], check=True)


def main(arguments):
    misfits = worst_cases()
    run("outliers_error.py", *arguments)
    run("subspaces_precision.py", *arguments)
    return 1 if misfits else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
