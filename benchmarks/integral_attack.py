"""What an intruder who knows all records but one learns of it: integral privacy beside DP.

Run ``python benchmarks/integral_attack.py [--n 100] [--runs 100] [--backgrounds 5]``. The target's
value is 1 or 5; the intruder knows the other n - 1 records, drawn anew for each background, and
sees one released statistic. His advantage is how much more often he says "5" when it is 5 than when
it is 1: he learns from one half of the runs which results are likelier under either, and is tried
on the other half, so that chance does not look like knowledge. Under DP with epsilon no rule gains
more than tanh(epsilon / 2).
"""

import argparse
import math
from collections import Counter

import numpy as np

from vicinage import IntegralStatistics

TARGETS = (1.0, 5.0)


def released(values, select, runs):
    """Return what the intruder sees in each run, by statistic."""
    seen = {"mean": [], "max": []}
    for seed in range(runs):
        estimator = IntegralStatistics(
            statistics=list(seen), bounds=(-9.0, 11.0), select=select, seed=seed
        )
        for name, result in estimator.fit(values).results_.items():
            seen[name].append(result.value)
    return seen


def advantage(one, other):
    """Return how much more often the likelier target is named: learnt on half, tried on half."""
    half = len(one) // 2
    learnt = Counter(one[:half]), Counter(other[:half])
    says_other = [
        np.mean([learnt[1][value] > learnt[0][value] for value in seen[half:]])
        for seen in (one, other)
    ]
    return float(says_other[1] - says_other[0])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--n", type=int, nargs="+", default=[100, 1000])
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--backgrounds", type=int, default=5)
    options = parser.parse_args()
    print("| n | statistic | accurate | private |\n|---|---|---|---|")
    for n in options.n:
        gained = {}
        for select in ("accurate", "private"):
            for background in range(options.backgrounds):
                others = np.random.default_rng(background).normal(1, 1, n - 1)
                one, other = (
                    released(np.r_[others, target], select, options.runs) for target in TARGETS
                )
                for name in one:
                    gained.setdefault((name, select), []).append(advantage(one[name], other[name]))
        for name in ("mean", "max"):
            cells = [f"{np.mean(gained[name, how]):.2f}" for how in ("accurate", "private")]
            print(f"| {n} | {name} | {cells[0]} | {cells[1]} |", flush=True)
    print(f"\nDP: at most {math.tanh(0.5):.2f} at epsilon 1, {math.tanh(2):.2f} at epsilon 4.")


if __name__ == "__main__":
    main()
