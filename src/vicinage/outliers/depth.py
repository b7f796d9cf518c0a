"""How many of the records on the verge can lie in one ball, for every distance at once."""

import math

import numpy as np
import numpy.typing as npt

from vicinage.outliers._kernels import lattice_depths, window_depths
from vicinage.outliers.degrees import squared_reach

__all__ = ["depths", "lattice", "span"]

Counts = npt.NDArray[np.int64]

_INFLATION = 1 + 1e-9  # so that rounding can only enlarge a depth
_CELLS = 100_000  # that one record may touch
_TOUCHES = 1e9  # of cells by all records together
_FEWEST = 2.5  # cells along a coordinate that one record may touch, before coordinates are left out
_FARTHEST = 2.0**20  # from the origin, in radii
_NEVER = np.iinfo(np.int64).max


def depths(
    points: npt.NDArray[np.float64],
    entries: Counts,
    radius: float,
    *,
    n: int,
    floors: Counts,
    ceilings: Counts,
) -> Counts:
    """Return a bound D_t, for each t, of how many records that count at t one ball can hold.

    D_t bounds the number of records that entered by t and have one point of space, any point, as a
    neighbour. It is the largest count over regions that are fixed before the data are seen, so it
    changes by at most one with one record. For one column the regions are all windows of length
    ``2 r``; else cells of a lattice widened by r, see :func:`lattice`.

    Parameters
    ----------
    points : ndarray of float64 of shape (n_records, m)
        Private; finite.
    entries : ndarray of int64 of shape (n_records,)
        Private; the t, from 0, from which on a record counts. Larger ones than t_max never count.
    radius : float
        Public.
    n : int
        Public number of records of the table, null records included.
    floors, ceilings : ndarray of int64 of shape (t_max + 1,)
        Between which depths matter to the caller: from any D_t that is not greater than its floor
        something may be missing, and from any that exceeds its ceiling what exceeds it.

    Returns
    -------
    ndarray of int64 of shape (t_max + 1,)
        Private; increasing.

    Notes
    -----
    Cost: O(n log n) for one column. Otherwise a record touches at most min(1e5, 1e9 / n) cells (6
    for more than 1.6e8 records), each by one comparison; 4 bytes a record and level of a binary
    tree over the cells, at most. No list of the touched cells is kept.

    Examples
    --------
    >>> line = np.array([[0.0], [2.0], [5.0], [1.0]])
    >>> never, always = np.zeros(2, np.int64), np.full(2, 9)
    >>> depths(line, np.array([0, 0, 0, 1]), 1.0, n=4, floors=never, ceilings=always)
    array([2, 3])
    """
    counted = np.flatnonzero(entries < floors.size)
    if counted.size == 0:
        return np.zeros_like(floors)
    counted = counted[np.argsort(entries[counted], kind="stable")]
    points, entries = points[counted], entries[counted]
    m = points.shape[1]
    reach = math.sqrt(squared_reach(radius, m)) * _INFLATION
    found: Counts
    if m == 1:
        order = np.argsort(points[:, 0], kind="stable")
        places = np.empty_like(order)
        places[order] = np.arange(order.size)
        found = window_depths(points[order, 0], 2 * reach, places, entries, floors.size)
        return found
    dims, side = lattice(m, n)
    # Clipping brings no two records farther apart, and keeps rounding far below the inflation.
    units = np.clip(points[:, :dims], -_FARTHEST * radius, _FARTHEST * radius) / (side * reach)
    floors = _least_ahead(np.where(floors < ceilings, floors, _NEVER))
    found = lattice_depths(units, entries, side**-2, floors, ceilings)
    return found


def _least_ahead(values: Counts) -> Counts:
    """Return for each t the least value at t or later."""
    least: Counts = np.minimum.accumulate(values[::-1])[::-1]
    return least


def span(m: int, n: int, radius: float) -> float:
    """Return how far apart, along the first coordinate, records of one region can be.

    Examples
    --------
    >>> span(1, 1000, 0.5)
    1.0
    """
    reach = math.sqrt(squared_reach(radius, m))
    return 2 * reach if m == 1 else (lattice(m, n)[1] + 2) * reach


def lattice(m: int, n: int) -> tuple[int, float]:
    """Return how many leading columns the lattice has, and the side of its cells in radii.

    A record touches at most ``(2 / side + 2) ** columns`` cells, which is min(1e5, 1e9 / n), and a
    cell is at most 4 radii wide: for many columns only the first ones count, since the shadow of a
    ball is a ball.

    Examples
    --------
    >>> columns, side = lattice(3, 100_000)
    >>> columns, round((2 / side + 2) ** columns)
    (3, 10000)
    """
    cells = max(_FEWEST**2, min(_CELLS, _TOUCHES / n))
    columns = min(m, int(math.log(cells) / math.log(_FEWEST)))
    return columns, 2 / (cells ** (1 / columns) - 2)
