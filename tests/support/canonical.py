"""The rule of outliers' degrees in ten naive lines, and tables full of exact ties."""

import numpy as np


def squared_distances(points, others=None):
    """Add squared differences in the order of the columns, as the package promises."""
    others = points if others is None else others
    total = np.zeros((len(points), len(others)))
    for column in range(points.shape[1]):
        gap = points[:, column][:, None] - others[:, column][None]
        total += gap * gap
    return total


def naive_degrees(points, radius, cap):
    near = squared_distances(points) <= points.shape[1] * radius * radius
    whole = np.isfinite(points).all(axis=1)
    return np.where(whole, np.minimum(near.sum(axis=1) - 1, cap), -1)


def tie_table(kind, n, m, rng):
    """Make a table whose distances often equal a multiple of 0.1 exactly, or nearly so."""
    if kind == "gridded":
        return rng.integers(0, 10, (n, m)) / 10
    if kind == "duplicated":
        return rng.integers(0, 3, (n, m)) / 10
    if kind == "collinear":
        return np.repeat(rng.integers(0, 200, (n, 1)) / 100, m, axis=1)
    if kind == "lopsided":  # nearly all in one corner of a huge domain
        return rng.random((n, m)) ** 20 * 1e4
    return rng.random((n, m))


KINDS = ("random", "gridded", "duplicated", "collinear", "lopsided")
