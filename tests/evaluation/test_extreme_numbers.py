import json
import math
import warnings

import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from vicinage.evaluation import evaluate

TINY, HUGE = 5e-324, np.finfo(float).max
NUMBERS = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False),
    st.integers(0, 9).map(lambda k: k * TINY),
    st.sampled_from([0.0, 1.0, 1e300, 1e-300, HUGE, -HUGE, 1e16, 1.0 + 2**-52]),
)


@st.composite
def columns(draw, n):
    """Cells of any size, constant or partly missing."""
    cells = draw(st.lists(NUMBERS, min_size=n, max_size=n))
    if draw(st.booleans()):
        cells = cells[:1] * n
    gone = draw(st.lists(st.integers(0, 3).map(lambda k: k == 0), min_size=n, max_size=n))
    return [math.nan if g else cell for g, cell in zip(gone, cells, strict=True)]


@st.composite
def pairs(draw):
    n = draw(st.integers(1, 12))
    names = "xyz"[: draw(st.integers(1, 3))]
    original = pd.DataFrame({name: draw(columns(n)) for name in names})
    released = {name: draw(columns(n)) for name in names}
    if draw(st.booleans()):
        released = {name: draw(st.permutations(original[name].tolist())) for name in names}
    return original, pd.DataFrame(released, columns=list(names))


def check(original, released):
    """Evaluate without a warning; every figure must be a finite number or a reason."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        outcome = evaluate(original, released)
    json.dumps(outcome.as_dict(), allow_nan=False)
    return outcome


def frame(*cells):
    return pd.DataFrame(dict(zip("xyz", cells, strict=False)))


@settings(max_examples=100, deadline=None)
@given(tables=pairs())
@example(tables=(frame([1e300, 1e-300]), frame([1e-300, 1e300])))
@example(tables=(frame([HUGE, -HUGE, 0.0]), frame([-HUGE, HUGE, 1.0])))
@example(tables=(frame([1e-300, 2e-300, 3e-300]), frame([1e300, 2e300, 3e300])))
def test_finite_numbers_of_any_size_give_finite_figures_or_reasons(tables):
    check(*tables)


def test_denormal_numbers_are_measured_like_others():
    rng = np.random.default_rng(1)
    whole = pd.DataFrame(rng.integers(0, 2**20, (50, 2)).astype(float), columns=["x", "y"])
    released = whole.sample(frac=1, random_state=2).reset_index(drop=True)

    usual, denormal = check(whole, released), check(whole * TINY, released * TINY)

    per_unit = ("dcr_mean", "dcr_median")
    for name, figure in usual.risk.items():
        if name not in per_unit:
            assert denormal.risk[name] == pytest.approx(figure), name
    for name in ("il1s", "correlation_mad", "total_correlation_original"):
        assert denormal.utility[name] == pytest.approx(usual.utility[name]), name


def test_the_largest_numbers_have_their_mean_and_no_standard_deviation():
    outcome = check(frame([HUGE, HUGE, -HUGE, -HUGE]), frame([HUGE, HUGE, HUGE, -HUGE]))

    assert outcome.utility["columns"]["x"]["mean_original"] == 0.0
    assert outcome.utility["columns"]["x"]["sd_original"].startswith("not defined: numbers too")
    assert outcome.utility["columns"]["x"]["quantiles_original"][-1] == HUGE


def test_a_release_far_beyond_the_range_says_why_it_has_no_scaled_distance():
    outcome = check(frame([1e-300, 2e-300, 3e-300]), frame([1e300, 2e300, 3e300]))

    for name in ("dcr_mean_scaled", "linkage_distance"):
        assert outcome.risk[name] == "not defined: numbers too large, or too far apart"
    assert outcome.risk["dcr_mean"] == pytest.approx(1e300)
    assert outcome.utility["il1s"].startswith("not defined: numbers too large")
