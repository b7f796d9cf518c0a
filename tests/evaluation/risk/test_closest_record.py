from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.stats import rankdata

from vicinage.evaluation import evaluate
from vicinage.schema import Numeric, Schema

# Few different records, so that ties of the nearest one are the rule; ranges of 1 or 2, so that
# scaled coordinates are exact.
tables = st.integers(2, 12).flatmap(
    lambda n: st.tuples(
        arrays(np.float64, (n, 2), elements=st.integers(0, 2)),
        arrays(np.float64, (n, 2), elements=st.integers(0, 2)),
        arrays(np.int64, (n, 2), elements=st.integers(0, 2)),
    )
)


def naive(original, released, n_numbers):
    distances = np.zeros((len(original), len(released)))
    for i, a in enumerate(original):
        for j, b in enumerate(released):
            numbers = sum((x - y) ** 2 for x, y in zip(a[:n_numbers], b[:n_numbers], strict=True))
            others = sum(x != y for x, y in zip(a[n_numbers:], b[n_numbers:], strict=True))
            distances[i, j] = np.sqrt(numbers + 2 * others)
    nearest = distances.min(axis=1)
    linked = sum(
        1 / np.isclose(row, row.min(), rtol=1e-12).sum()
        for i, row in enumerate(distances)
        if np.isclose(row[i], row.min(), rtol=1e-12)
    )
    return nearest, linked / len(original)


@settings(max_examples=60)
@given(tables=tables)
def test_distances_and_links_are_those_of_all_pairs(tables):
    before, after, codes = tables
    letters = np.array(["a", "b", "c"])
    original = pd.DataFrame({"x": before[:, 0], "y": before[:, 1], "c": letters[codes[:, 0]]})
    released = pd.DataFrame({"x": after[:, 0], "y": after[:, 1], "c": letters[codes[:, 1]]})

    risk = evaluate(original, released).risk

    varying = [name for name in ("x", "y") if original[name].nunique() > 1]
    if varying:
        nearest, _ = naive(original[varying].to_numpy(), released[varying].to_numpy(), 2)
        np.testing.assert_allclose(risk["dcr_mean"], nearest.mean(), atol=1e-12)
        np.testing.assert_allclose(risk["dcr_median"], np.median(nearest), atol=1e-12)
    lower, width = original[varying].min(), np.ptp(original[varying].to_numpy(), axis=0)
    parts = [((frame[varying] - lower) / width).to_numpy(object) for frame in (original, released)]
    if original["c"].nunique() > 1:
        parts = [
            np.column_stack([part, frame["c"]])
            for part, frame in zip(parts, (original, released), strict=True)
        ]
    if parts[0].shape[1]:
        nearest, linked = naive(parts[0], parts[1], len(varying))
        np.testing.assert_allclose(risk["dcr_mean_scaled"], nearest.mean(), atol=1e-12)
        np.testing.assert_allclose(risk["linkage_distance"], linked, atol=1e-12)
    else:
        assert risk["linkage_distance"] == "not defined: constant"


@pytest.mark.parametrize("seed", range(3))
def test_ties_of_whole_numbers_are_those_of_fractions(seed):
    rng = np.random.default_rng(seed)
    n = 60
    original = np.column_stack([rng.integers(0, 63, n), rng.integers(0, 29, n)])
    ends = original.min(axis=0), original.max(axis=0)
    released = np.clip(original + rng.integers(-6, 7, (n, 2)), *ends)
    tables = [pd.DataFrame(x, columns=["a", "b"], dtype=float) for x in (original, released)]

    found = evaluate(*tables, Schema({"a": Numeric(), "b": Numeric()})).risk

    def linked(x, y):
        widths = [Fraction(float(w)) for w in np.ptp(x, axis=0)]
        share = Fraction(0)
        for i in range(n):
            far = [
                sum((Fraction(float(g)) / w) ** 2 for g, w in zip(x[i] - z, widths, strict=True))
                for z in y
            ]
            share += Fraction(1, far.count(min(far))) if far[i] == min(far) else 0
        return float(share / n)

    assert found["linkage_distance"] == pytest.approx(linked(original, released), abs=1e-12)
    ranks = [np.column_stack([rankdata(column) for column in x.T]) for x in (original, released)]
    assert found["linkage_rank"] == pytest.approx(linked(*ranks), abs=1e-12)
