"""Columns that statistics find hard: ties, outliers, few records, skew, constants."""

import numpy as np


def awkward_columns(number):
    """Yield (name, values, bounds) for `number` columns, each of another kind and size in turn."""
    rng = np.random.default_rng(20190926)
    kinds = list(_KINDS.items())
    for i in range(number):
        name, make = kinds[i % len(kinds)]
        n = int(rng.choice([20, 21, 33, 64, 100, 257, 1000]))
        values = np.asarray(make(rng, n), dtype=float)
        low, high = np.floor(values.min()), np.ceil(values.max())
        # Bounds that somebody would declare: tight, generous, or far too wide.
        room = float(rng.choice([0.0, 0.5, 20.0])) * (high - low) + 1.0
        yield f"{name} n={n}", values, (float(low - room), float(high + room))


def _with_outliers(rng, n):
    values = rng.normal(size=n)
    values[:2] = 1e6, -1e7
    return values


_KINDS = {
    "normal": lambda rng, n: rng.normal(50, 10, n),
    "two values": lambda rng, n: rng.integers(0, 2, n),
    "constant": lambda _, n: np.full(n, 7.25),
    "nearly constant": lambda _, n: np.r_[np.zeros(n - 1), 1.0],
    "heavy ties": lambda rng, n: rng.choice([0, 0, 0, 1, 5, 100], n),
    "outliers": _with_outliers,
    "integers": lambda rng, n: rng.integers(-3, 40, n),
    "skewed": lambda rng, n: rng.lognormal(3, 2, n),
    "very skewed": lambda rng, n: rng.pareto(0.8, n),
    "cluster and tail": lambda rng, n: np.where(rng.random(n) < 0.05, 1e4, rng.random(n)),
    "far from zero": lambda rng, n: 1e9 + rng.random(n),
    "tiny": lambda rng, n: 1e-8 * rng.random(n),
    "around zero": lambda rng, n: rng.normal(0, 1e-3, n),
    "zero inflated": lambda rng, n: np.maximum(rng.normal(-0.5, 1, n), 0),
    "uniform": lambda rng, n: rng.uniform(0, 1000, n),
}
