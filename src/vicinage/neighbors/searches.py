"""Exact neighbour searches on a space, in distances."""

import math
import numbers

import numpy as np
import numpy.typing as npt

from vicinage.errors import ParameterError
from vicinage.neighbors.space import Space
from vicinage.neighbors.tree import Tree

__all__ = ["kth_distances", "nearest_distances", "neighborhood_sizes", "radius_counts"]

Floats = npt.NDArray[np.float64]


def kth_distances(space: Space, k: int) -> Floats:
    """Return the distance of each record to its `k`-th nearest other record.

    Parameters
    ----------
    space : Space
    k : int
        From 1 to n_records - 1.

    Examples
    --------
    >>> kth_distances(Space.of_numbers([[0.0], [1.0], [3.0]]), 1)
    array([1., 1., 2.])
    """
    _check_count("k", k, space, least=1)
    return space.distance(Tree.build(space).kth_measures(k))


def radius_counts(space: Space, radius: float) -> npt.NDArray[np.int64]:
    """Count the other records in the closed ball around each record.

    Examples
    --------
    >>> radius_counts(Space.of_numbers([[0.0], [1.0], [3.0]]), 1.0)
    array([1, 1, 0])
    """
    _check_radius(radius)
    bounds = np.full(space.coordinates.shape[0], space.bound(radius))
    return Tree.build(space).count(bounds)


def neighborhood_sizes(space: Space, *, n_neighbors: int, radius: float) -> npt.NDArray[np.int64]:
    """Return the size of each record's RWN neighbourhood, ties included.

    The neighbourhood is the closed ball without the record itself, as far as `radius` or the
    nearest `n_neighbors` records, whichever is farther.

    Examples
    --------
    >>> neighborhood_sizes(Space.of_numbers([[0.0], [1.0], [3.0]]), n_neighbors=1, radius=2.0)
    array([1, 2, 1])
    """
    _check_count("n_neighbors", n_neighbors, space, least=0)
    _check_radius(radius)
    tree = Tree.build(space)
    bounds = np.full(space.coordinates.shape[0], space.bound(radius))
    if n_neighbors > 0:
        bounds = np.maximum(bounds, tree.kth_measures(n_neighbors))
    return tree.count(bounds)


def nearest_distances(queries: Space, points: Space) -> tuple[Floats, npt.NDArray[np.int64]]:
    """Return the distance of each query to the nearest point, and how many are that near.

    Parameters
    ----------
    queries, points : Space
        With the same coordinates. A query that is also a point is its own nearest.

    Returns
    -------
    distances : ndarray of float64 of shape (n_queries,)
    ties : ndarray of int64 of shape (n_queries,)

    Examples
    --------
    >>> line = Space.of_numbers([[0.0], [1.0], [1.0]])
    >>> nearest_distances(Space.of_numbers([[1.5]]), line)
    (array([0.5]), array([2]))
    """
    asked, tree = Tree.build(queries), Tree.build(points)
    measures = tree.kth_measures(1, asked)
    return points.distance(measures), tree.count(measures, asked)


def _check_count(name: str, value: int, space: Space, *, least: int) -> None:
    n = space.coordinates.shape[0]
    if not isinstance(value, numbers.Integral) or not least <= value < n:
        raise ParameterError(
            f"{name} must be a whole number from {least} to n - 1 = {n - 1}, got {value!r}"
        )


def _check_radius(radius: float) -> None:
    if not 0.0 <= radius < math.inf:
        raise ParameterError(f"radius must be a finite number of at least 0, got {radius!r}")
