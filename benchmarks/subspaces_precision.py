"""How much epsilon it takes to name the right subspaces, by the score that is compared.

Run ``python benchmarks/subspaces_precision.py [--quick]``. Precision is the share of the three
subspaces named that belong to the three with most outliers, over 50 draws of the real selection
among all subspaces of one to three columns. The radius is 0.05 of the range, k is 10.

In the planted tables every column lies near one of five levels. Three sets of three columns obey a
parity that 2 % of the records break: in any two columns, and in other sets of three, they look as
usual. The real table has 569 rows.
"""

import sys
from itertools import combinations

import numpy as np

from outlier_tables import tumours
from vicinage.mechanisms import generalized_scores
from vicinage.outliers.many_subspaces import subspace_counts
from vicinage.outliers.sensitivity import global_sensitivity
from vicinage.outliers.subspace_choice import SubspaceChoice
from vicinage.privacy import Exact, PureDP

RADIUS, K, TOP = 0.05, 10, 3
PLANTED = ((0, 1, 2), (1, 3, 4), (0, 3, 5))  # the last column of each occurs nowhere else
EPSILONS = (0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200)


def planted(d, n=5000, seed=0):
    """Five levels a column; a planted set adds up to a multiple of five, but for 2 % of records."""
    generator = np.random.default_rng(seed)
    levels = generator.integers(0, 5, (n, d))
    strange = generator.permutation(n)[: 3 * (n // 50)].reshape(3, -1)
    for rows, (a, b, c) in zip(strange, PLANTED, strict=True):
        levels[:, c] = -(levels[:, a] + levels[:, b]) % 5
        levels[rows, c] += generator.integers(1, 5, rows.size)
    return np.clip(0.1 + 0.2 * (levels % 5) + generator.normal(0, 0.02, (n, d)), 0, 1)


def precision(scores, selection, best, draws):
    named = [selection.release(scores).value for _ in range(draws)]
    return float(np.mean([len(best & set(chosen)) / TOP for chosen in named]))


def curves(points, draws):
    """Yield the score's name and its precision at each epsilon."""
    n, d = points.shape
    members = tuple(c for size in (1, 2, 3) for c in combinations(range(d), size))
    counts = subspace_counts(points, members, RADIUS, K)
    best = set(np.flatnonzero(counts >= np.sort(counts)[-TOP]).tolist())
    sensitivities = np.array([global_sensitivity(len(c), K, n) for c in members])
    for score in ("count", "gem", "dampened"):
        found, scores = [], None
        for epsilon in EPSILONS:
            settings = {"k": K, "members": members, "n_rows": n, "top": TOP}
            choice = SubspaceChoice(score=score, loss=PureDP(str(epsilon)), **settings)
            if score == "gem":  # its handicap depends on epsilon
                share = PureDP(str(epsilon / TOP))
                scores = generalized_scores(Exact(counts), sensitivities, loss=share)
            elif scores is None:
                scores = choice.scores(points, RADIUS)
            found.append(precision(scores, choice.selection, best, draws))
        yield score, found


def main(quick):
    tables = {f"planted, d = {d}": planted(d) for d in ((6,) if quick else (6, 8, 10))}
    tables["tumours, d = 5"] = tumours(5)
    print("| table | score | " + " | ".join(f"ε {epsilon:g}" for epsilon in EPSILONS) + " |")
    print("|---" * (2 + len(EPSILONS)) + "|")
    for name, points in tables.items():
        for score, found in curves(points, draws=20 if quick else 50):
            cells = " | ".join(f"{share:.2f}" for share in found)
            print(f"| {name} | {score} | {cells} |", flush=True)


if __name__ == "__main__":
    main("--quick" in sys.argv)
