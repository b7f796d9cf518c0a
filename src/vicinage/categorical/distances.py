"""The distances between the values of a column, and the points that have them."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from scipy.spatial.distance import pdist, squareform

from vicinage.categorical.pair_counts import PairCounts

__all__ = ["distance_matrix", "embedding", "profiles"]

Floats = npt.NDArray[np.float64]

# Directions shorter than this, compared with the longest, are rounding errors.
_ROUNDING = 1e-13


def profiles(pairs: PairCounts, target: str, context: Sequence[str]) -> Floats:
    r"""Return the points whose Euclidean distances are those of DILCA.

    The value a of X lies at ``P(a | y) / sqrt(sum over Y of |Y|)``, one coordinate for each value
    y of each column Y of the context, where P(a | y) is the share of a among the records with y.
    A value y without records contributes 0. So for two values

    .. math:: d(a, b)^2 = \frac{\sum_Y \sum_{y \in Y} (P(a|y) - P(b|y))^2}{\sum_Y |Y|}

    Parameters
    ----------
    pairs : PairCounts
        Counts, or the non-negative numbers that noise has left of them.
    target : str
        X.
    context : sequence of str
        The columns Y.

    Returns
    -------
    ndarray of float64 of shape (levels of the target, levels of all columns of the context)

    References
    ----------
    D. Ienco, R. G. Pensa, R. Meo, "From context to distance: learning dissimilarity for
    categorical data clustering", TKDD 6 (2012).

    Examples
    --------
    >>> pairs = PairCounts(levels={"x": 2, "y": 3}, tables={("x", "y"): np.array([[3, 0, 0],
    ...     [1, 2, 0]])})
    >>> profiles(pairs, "x", ["y"]) * np.sqrt(3)
    array([[0.75, 0.  , 0.  ],
           [0.25, 1.  , 0.  ]])
    """
    shares: list[Floats] = []
    for name in context:
        table = pairs.table(target, name).astype(np.float64)
        totals = table.sum(axis=0)
        shares.append(np.divide(table, totals, out=np.zeros_like(table), where=totals > 0))
    points: Floats = np.hstack(shares)
    points /= np.sqrt(max(1, points.shape[1]))
    return points


def distance_matrix(points: Floats) -> Floats:
    """Return the distances between points: a symmetric matrix with 0 on its diagonal.

    Parameters
    ----------
    points : ndarray of float64 of shape (n_points, n_dimensions)

    Returns
    -------
    ndarray of float64 of shape (n_points, n_points)
        Each is computed from the differences of coordinates, so that points in the same place
        are 0 apart.
    """
    if len(points) < 2:
        return np.zeros((len(points), len(points)))
    matrix: Floats = squareform(pdist(points))
    return matrix


def embedding(points: Floats) -> Floats:
    """Return points with the same distances in as few dimensions as they need.

    Parameters
    ----------
    points : ndarray of float64 of shape (n_points, n_dimensions)

    Returns
    -------
    ndarray of float64 of shape (n_points, at most n_points - 1)
        Their mean is the origin; the first coordinate varies most. Distances agree with those of
        `points` to 1e-10.

    Examples
    --------
    >>> embedding(np.array([[1.0, 5.0, 2.0], [1.0, 5.0, 4.0]])).round(12) + 0.0
    array([[-1.],
           [ 1.]])
    """
    if not points.size:  # no values, or a context without any
        return np.zeros((len(points), 0))
    centred = points - points.mean(axis=0)
    left, lengths, axes = np.linalg.svd(centred, full_matrices=False)
    kept = lengths > _ROUNDING * max(1.0, lengths[0])
    kept[len(points) - 1 :] = False
    # An axis may point either way; the sign is fixed, so that equal tables give equal points.
    largest = np.abs(axes).argmax(axis=1, keepdims=True)
    signs = np.sign(np.take_along_axis(axes, largest, axis=1)).T
    coordinates: Floats = (left * lengths * signs)[:, kept]
    return coordinates
