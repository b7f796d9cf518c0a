"""Random spaces, and the rule of distance in ten naive lines."""

import numpy as np
from hypothesis import strategies as st

from vicinage.neighbors import Space


def measures(space, queries=None):
    """Compute the measure of every pair by the rule of the package, in NumPy."""
    points = space.coordinates
    asked = points if queries is None else queries.coordinates
    total, shared = np.zeros((2, len(asked), len(points)))
    for d, weight in enumerate(space.weights):
        gap = np.abs(asked[:, d][:, None] - points[:, d][None])
        present = ~np.isnan(gap)
        if weight > 0:
            gap = np.where(gap > 0, 1.0 if space.gower else weight, 0.0)
        elif not space.gower:
            gap = gap * gap
        total += np.where(present, gap, 0.0)
        shared += present
    if not space.gower:
        return total
    return np.where(shared > 0, total / np.maximum(shared, 1), np.inf)


@st.composite
def spaces(draw, max_records=300, gower=None):
    """Small spaces full of exact ties: lattices, duplicates, many or few columns."""
    seed = draw(st.integers(0, 2**32 - 1))
    rng = np.random.default_rng(seed)
    n = draw(st.integers(2, max_records))
    numeric, nominal = draw(st.integers(0, 18)), draw(st.integers(0, 3))
    if numeric + nominal == 0:
        numeric = 1
    levels = draw(st.sampled_from([1, 3, 50]))
    numbers = rng.integers(0, levels, (n, numeric)) / levels
    if draw(st.booleans()):
        numbers += rng.normal(size=numbers.shape)
    coordinates = np.hstack([numbers, rng.integers(0, 4, (n, nominal))]).astype(float)
    weights = np.array([0.0] * numeric + [2.0] * nominal)
    is_gower = draw(st.booleans()) if gower is None else gower
    if is_gower:
        coordinates[rng.random(coordinates.shape) < draw(st.sampled_from([0.0, 0.3, 0.9]))] = np.nan
    return Space(np.ascontiguousarray(coordinates), weights, gower=is_gower)
