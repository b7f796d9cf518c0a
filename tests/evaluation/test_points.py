"""Distances to the closest record computed again in plain loops, with missing cells."""

import math

import numpy as np
import pandas as pd
import pytest

from vicinage.evaluation import evaluate
from vicinage.schema import Categorical, Numeric, Ordinal, Schema

SCHEMA = Schema(
    {
        "a": Numeric(),
        "b": Numeric(),
        "size": Ordinal(("low", "middle", "high")),
        "kind": Categorical(("p", "q", "r")),
    }
)
RANKS = {"low": 0.0, "middle": 1.0, "high": 2.0}


def mixed(seed, n=30):
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame(
        {
            "a": rng.normal(size=n),
            "b": np.round(3 * rng.normal(size=n)),
            "size": rng.choice(list(RANKS), n),
            "kind": rng.choice(["p", "q", "r"], n),
        }
    )
    released = frame.apply(lambda column: column.where(rng.random(n) < 0.5, np.roll(column, 1)))
    return tuple(
        table.apply(lambda column: column.where(rng.random(n) < 0.85))
        for table in (frame, released)
    )


def squared_gap(x, y, width):
    """A missing number lies in the middle of the range, and a range away from every number."""
    if pd.isna(x) and pd.isna(y):
        return 0.0
    if pd.isna(x) or pd.isna(y):
        there = y if pd.isna(x) else x
        return (there - width[0] - (width[1] - width[0]) / 2) ** 2 + (width[1] - width[0]) ** 2
    return (x - y) ** 2


def distance(x, y, ranges, *, scaled):
    total = 0.0
    for name in ("a", "b", "size") if scaled else ("a", "b"):
        p, q = (RANKS.get(cell, cell) for cell in (x[name], y[name]))
        width = ranges[name][1] - ranges[name][0]
        total += squared_gap(p, q, ranges[name]) / (width**2 if scaled else 1.0)
    if scaled:
        p, q = ("missing" if pd.isna(cell) else cell for cell in (x["kind"], y["kind"]))
        total += 0.0 if p == q else 2.0
    return math.sqrt(total)


@pytest.mark.parametrize("seed", range(6))
def test_the_closest_records_are_those_of_a_plain_loop(seed):
    original, released = mixed(seed)
    ranges = {
        name: (original[name].map(lambda c: RANKS.get(c, c)).astype(float).agg(["min", "max"]))
        for name in ("a", "b", "size")
    }
    ranges = {name: (float(ends["min"]), float(ends["max"])) for name, ends in ranges.items()}
    before, after = (table.to_dict("records") for table in (original, released))

    risk = evaluate(original, released, SCHEMA).risk

    for scaled, ending in ((False, ""), (True, "_scaled")):
        matrix = np.array([[distance(x, y, ranges, scaled=scaled) for y in after] for x in before])
        nearest = matrix.min(axis=1)
        assert risk[f"dcr_mean{ending}"] == pytest.approx(nearest.mean())
        assert risk[f"dcr_median{ending}"] == pytest.approx(np.median(nearest))
        assert risk[f"dcr_mean{ending}_released"] == pytest.approx(matrix.min(axis=0).mean())
    ties = (matrix <= nearest[:, None] + 1e-9).sum(axis=1)
    own = np.diag(matrix) <= nearest + 1e-9
    assert risk["linkage_distance"] == pytest.approx((own / ties).mean())
