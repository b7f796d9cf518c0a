"""How many records lie near each record, exactly, as far as anyone asks."""

import math
import numbers

import numpy as np
import numpy.typing as npt

from vicinage.errors import ParameterError
from vicinage.neighbors import Space, Tree

__all__ = ["check_radius", "count_of", "degrees", "squared_reach"]

NULL = -1


def degrees(points: npt.NDArray[np.float64], radius: float, *, cap: int) -> npt.NDArray[np.int64]:
    """Return ``min(degree, cap)`` of every record.

    The degree of a record is the number of other records within `radius`, the closed ball, of the
    distance ``sqrt(sum of squared differences / m)``. The rule is exact: squared differences are
    added in the order of the columns in float64, without fused multiply-add, and compared with
    :func:`squared_reach`.

    Parameters
    ----------
    points : ndarray of float64 of shape (n, m)
        Private. A row with a cell that is not finite is a null record: it has no neighbours and is
        nobody's neighbour.
    radius : float
        Public; positive.
    cap : int
        Public; at least 1. Counting stops there.

    Returns
    -------
    ndarray of int64 of shape (n,)
        Private; -1 for a null record.

    Examples
    --------
    >>> degrees(np.array([[0.0], [1.0], [3.0], [np.nan]]), 1.0, cap=5)
    array([ 1,  1,  0, -1])
    """
    check_radius(radius, points.shape[1])
    if not isinstance(cap, numbers.Integral) or cap < 1:
        raise ParameterError(f"cap must be a whole number of at least 1, got {cap!r}")
    n, m = points.shape
    counted = np.full(n, NULL, np.int64)
    whole = np.isfinite(points).all(axis=1)
    if whole.any():
        space = Space.of_numbers(points[whole])
        bounds = np.full(len(space.coordinates), squared_reach(radius, m))
        counted[whole] = np.minimum(Tree.build(space).count(bounds), cap)
    return counted


def count_of(degrees: npt.NDArray[np.int64], k: int) -> int:
    """Count the outliers, the records with fewer than `k` neighbours; null records are none.

    Examples
    --------
    >>> count_of(np.array([1, 1, 0, -1]), 1)
    1
    """
    return int(np.count_nonzero((degrees >= 0) & (degrees < k)))


def squared_reach(radius: float, m: int) -> float:
    """Return the largest sum of squared differences of neighbours: ``m * radius * radius``."""
    return m * float(radius) * float(radius)


def check_radius(radius: float, m: int) -> None:
    """Refuse a radius that is not positive, or whose square float64 cannot hold precisely."""
    if not isinstance(radius, numbers.Real) or not 1e-100 <= radius <= 1e100:
        raise ParameterError(
            f"radius must be a positive number from 1e-100 to 1e100, got {radius!r}"
        )
    if m < 1 or not math.isfinite(squared_reach(radius, m)):
        raise ParameterError(f"points must have at least one column, got {m}")
