"""The comparison of Senavirathne and Torra (DPM 2019) rebuilt: integral privacy beside DP.

Run ``python benchmarks/papers/integral.py [--runs 50] [--real-runs 10]``; prints Markdown. The
paper leaves its parameters open; those here are stated in docs/benchmarks/integral.md. DP adds
discrete Laplace noise, on a grid of 2^-20 of the sensitivity, to each statistic by itself: every
cell of its columns costs a whole epsilon.
"""

import argparse
import math

import numpy as np
from sklearn.datasets import load_breast_cancer
from statsmodels.datasets import randhie

from vicinage import IntegralStatistics
from vicinage.errors import FailedError
from vicinage.integral.discretisation import microaggregate
from vicinage.mechanisms import IntegerLaplace
from vicinage.privacy import Exact, PureDP

STATISTICS = {
    "count": np.size,
    "mean": np.mean,
    "median": np.median,
    "min": np.min,
    "max": np.max,
    "sd": lambda x: x.std(ddof=1),
    "iqr": lambda x: np.subtract(*np.percentile(x, [75, 25])),
    "sum": np.sum,
    "variance": lambda x: x.var(ddof=1),
}
INPUTS = {"none": None, "low (2)": 2, "high (20)": 20}
OURS = {}
PAPER = {
    "resampling": "bootstrap",
    "condition": "intersection",
    "resolution": 0.1,
    "select": "accurate",
}
# Mean and median of the slides, in the order none, low, high: (integral privacy, DP).
PRINTED = {
    "mean": {
        "Norm I": [(0, 0.43), (0, 1), (0, 1)],
        "Norm II": [(0.01, 2.42), (0, 0.94), (0, 0.95)],
        "Exp I": [(0, 0.16), (0, 1.02), (0, 1.03)],
        "Exp II": [(0.01, 1.34), (0.01, 5.11), (0.02, 5.12)],
        "Unif I": [(0.06, 39.13), (0.06, 48.73), (0.12, 48.75)],
        "Unif II": [(0.94, 373.32), (2.63, 469.02), (0.89, 469.26)],
    },
    "median": {
        "Norm I": [(0.01, 0.44), (0.01, 0.38), (0, 0.63)],
        "Norm II": [(0.03, 0.58), (0.04, 0.53), (0.09, 0.33)],
        "Exp I": [(0.01, 0.1), (0.01, 0.57), (0, 0.66)],
        "Exp II": [(0.07, 0.18), (0.04, 0.01), (0.09, 0.78)],
        "Unif I": [(0.05, 6.38), (0.17, 0.57), (0.41, 0.04)],
        "Unif II": [(3.22, 111.39), (3.11, 0.05), (10.22, 2.77)],
    },
}


def synthetic(n=1000):
    rng = np.random.default_rng(2019)
    return {
        "Norm I": (rng.normal(1, 1, n), (-9, 11)),
        "Norm II": (rng.normal(1, 5, n), (-29, 31)),
        "Exp I": (rng.exponential(1, n), (0, 20)),
        "Exp II": (rng.exponential(5, n), (0, 100)),
        "Unif I": (rng.uniform(0, 100, n), (0, 100)),
        "Unif II": (rng.uniform(0, 1000, n), (0, 1000)),
    }


def real():
    cancer = load_breast_cancer()
    column = dict(zip(cancer.feature_names, cancer.data.T, strict=True))
    disease = randhie.load_pandas().data["disea"].to_numpy(float)[:4177]
    return {
        "breast cancer, mean radius": (column["mean radius"], (0, 40)),
        "breast cancer, mean area": (column["mean area"], (0, 4000)),
        "health insurance, disease index": (disease, (0, 100)),
    }


def integral(values, bounds, settings, seed):
    """Return a value for each statistic; NaN where nothing may be released."""
    options = settings | {"bounds": bounds, "seed": seed}
    try:
        results = IntegralStatistics(statistics=[*STATISTICS], **options).fit(values).results_
        return {name: result.value for name, result in results.items()}
    except FailedError:
        found = {}
        for name in STATISTICS:
            try:
                one = IntegralStatistics(statistics=[name], **options).fit(values)
                found[name] = one.results_[name].value
            except FailedError:
                found[name] = math.nan
        return found


def private(values, bounds, epsilon):
    """Release each statistic with epsilon-DP, N public except for the count."""
    n, width = values.size, bounds[1] - bounds[0]
    sensitivities = dict.fromkeys(STATISTICS, width) | {
        "count": 1.0,
        "mean": width / n,
        "sd": width / math.sqrt(n),
        "sum": width,
        "variance": width**2 / n,
    }
    answers = {}
    mechanism = IntegerLaplace(sensitivity=2**20, loss=PureDP(epsilon))
    for name, statistic in STATISTICS.items():
        step = sensitivities[name] / 2**20
        exact = round(float(statistic(values)) / step)
        answers[name] = mechanism.release(Exact(exact)).value * step
    return answers


def figures(values, runs):
    """Return, by statistic: sd over the runs, mean absolute and relative error, share released."""
    rows = {}
    for name, statistic in STATISTICS.items():
        truth = float(statistic(values))
        got = np.array([run[name] for run in runs])
        known = got[~np.isnan(got)]
        error = np.abs(known - truth).mean() if known.size else math.nan
        spread = known.std() if known.size else math.nan
        rows[name] = (spread, error, error / abs(truth), known.size / got.size)
    return rows


def shown(number):
    if math.isnan(number):
        return "NA"
    return "0" if number < 5e-5 else f"{number:.2g}" if number < 100 else f"{number:.0f}"


def measure(columns, runs):
    """Return figures by (column, input, method)."""
    found = {}
    for column, (values, bounds) in columns.items():
        for label, size in INPUTS.items():
            for method, settings in (("paper", PAPER), ("ours", OURS)):
                answers = [
                    integral(values, bounds, settings | {"input_groups": size}, seed)
                    for seed in range(runs)
                ]
                found[column, label, method] = figures(values, answers)
            coarse = np.sort(values) if size is None else microaggregate(np.sort(values), size)
            for epsilon in (1, 4):
                answers = [private(coarse, bounds, epsilon) for _ in range(runs)]
                found[column, label, f"DP {epsilon}"] = figures(values, answers)
    return found


def print_figures(found, columns):
    methods = ["paper", "ours", "DP 1", "DP 4"]
    for place, title in ((0, "sd over the runs"), (1, "absolute error"), (2, "relative error")):
        print(f"\n### {title[0].upper() + title[1:]}\n")
        heads = [f"{label}: {method}" for label in INPUTS for method in methods]
        print("| column | statistic | " + " | ".join(heads) + " |")
        print("|---" * (2 + len(heads)) + "|")
        for column in columns:
            for name in STATISTICS:
                cells = [
                    shown(found[column, label, method][name][place])
                    for label in INPUTS
                    for method in methods
                ]
                print(f"| {column} | {name} | " + " | ".join(cells) + " |")


def print_beside_paper(found):
    print("\n### Beside the paper\n")
    print(
        "| statistic | column | input | paper's table: IP, DP | paper's mode | ours | DP 1 | DP 4 |"
    )
    print("|---|---|---|---|---|---|---|---|")
    for name, table in PRINTED.items():
        for column, triples in table.items():
            for label, (theirs, dp) in zip(INPUTS, triples, strict=True):
                cells = [
                    shown(found[column, label, method][name][1])
                    for method in ("paper", "ours", "DP 1", "DP 4")
                ]
                print(
                    f"| {name} | {column} | {label} | {theirs}, {dp} | " + " | ".join(cells) + " |"
                )


def print_released(found):
    print("\n### Runs without a result\n")
    print("| mode | statistic | runs without a result |\n|---|---|---|")
    for method in ("paper", "ours"):
        for name in STATISTICS:
            shares = [rows[name][3] for (_, _, how), rows in found.items() if how == method]
            lost = 1 - float(np.mean(shares))
            if lost or name == "sum":
                print(f"| {method} | {name} | {lost:.0%} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=50)
    parser.add_argument("--real-runs", type=int, default=10)
    options = parser.parse_args()
    columns, others = synthetic(), real()
    print(f"## Synthetic columns, {options.runs} runs")
    found = measure(columns, options.runs)
    print_beside_paper(found)
    print_released(found)
    print_figures(found, columns)
    print(f"\n## Real columns, {options.real_runs} runs")
    found = measure(others, options.real_runs)
    print_released(found)
    print_figures(found, others)


if __name__ == "__main__":
    main()
