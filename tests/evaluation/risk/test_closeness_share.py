import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from vicinage.evaluation import evaluate

tables = st.integers(3, 10).flatmap(
    lambda n: st.tuples(*(arrays(np.float64, (n, 2), elements=st.integers(0, 4)) for _ in "abc"))
)


@settings(max_examples=40)
@given(tables=tables)
def test_the_share_is_that_of_all_pairs(tables):
    original, _, holdout = tables
    frames = [pd.DataFrame(cells, columns=["x", "y"]) for cells in tables]
    kept = [j for j in range(2) if np.ptp(original[:, j]) > 0]
    # Whole numbers beside fractions: no record of the one table is in the other.
    holdout = holdout + 0.5
    frames[2] = frames[2] + 0.5
    assume(kept)
    both = np.concatenate([original, holdout])[:, kept]
    scaled = [
        (t[:, kept] - both.min(axis=0)) / np.ptp(both, axis=0) for t in (*tables[:2], holdout)
    ]
    nearest = [
        np.sqrt(((scaled[1][:, None] - side[None]) ** 2).sum(axis=2)).min(axis=1)
        for side in (scaled[0], scaled[2])
    ]
    closer = np.where(np.isclose(*nearest, rtol=1e-12), 0.5, nearest[0] < nearest[1])

    risk = evaluate(frames[0], frames[1], holdout=frames[2], n_attacks=1).risk

    assert risk["dcr_share"] == pytest.approx(closer.mean())


@pytest.mark.parametrize("size", [250, 1000, 4000])
def test_the_share_is_balanced_whatever_the_sizes(size):
    """Seeds are fixed; a fair share lies within 4 standard errors of a half."""
    rng = np.random.default_rng(7)
    frames = [pd.DataFrame(rng.normal(size=(n, 2)), columns=["x", "y"]) for n in (1000, 1000, size)]

    fresh = evaluate(*frames[:2], holdout=frames[2], n_attacks=1).risk
    copied = evaluate(frames[0], frames[0].copy(), holdout=frames[2], n_attacks=1).risk

    assert abs(fresh["dcr_share"] - 0.5) < 4 * 0.5 / np.sqrt(min(size, 1000))
    assert fresh["dcr_share_lower"] < fresh["dcr_share"] < fresh["dcr_share_upper"]
    assert copied["dcr_share"] == 1.0
