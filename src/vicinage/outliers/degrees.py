"""How many records lie near each record, exactly, as far as anyone asks."""

import math
import numbers

import numpy as np
import numpy.typing as npt
from numpy.lib.stride_tricks import sliding_window_view

from vicinage._kernels import threads
from vicinage.errors import ParameterError
from vicinage.neighbors import Space, Tree
from vicinage.outliers._kernels import (
    arrange,
    cell_degrees,
    cell_keys,
    leaf_degrees,
    line_cells,
    line_degrees,
)

__all__ = ["NULL", "count_of", "degrees", "squared_reach"]

Floats = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int64]

NULL = -1  # the degree of a null record

_LEAF = 96  # records of a leaf
_SAMPLE = 4096  # records that tell how crowded a table is
_MARGIN = 1 + 1e-6  # by which cells are wider than a part of the radius
_ALONG = 2**20  # most cells along one coordinate, so that three coordinates make one key
_TASKS = 16  # for each thread, so that uneven ones still share the work


def degrees(points: Floats, radius: float, *, cap: int) -> Counts:
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

    Notes
    -----
    One column is sorted, but for crowded parts of it; two or three are sorted into cells; more are
    arranged in a k-d tree. Cells and leaves wholly inside a ball are counted without a look at
    their records. Cost: O(n log n) for one column; for two and three, O(n) times the cap at most;
    else as a search of a k-d tree. Memory: 8 m + 60 bytes a record,
    or 12 m + 60 from 12 columns on; no list of neighbours is kept.

    Examples
    --------
    >>> degrees(np.array([[0.0], [1.0], [3.0], [np.nan]]), 1.0, cap=5)
    array([ 1,  1,  0, -1])
    """
    if not isinstance(cap, numbers.Integral) or cap < 1:
        raise ParameterError(f"cap must be a whole number of at least 1, got {cap!r}")
    bound = squared_reach(radius, points.shape[1])
    most = min(int(cap), len(points))
    if np.isfinite(points).all():
        return _degrees(points, bound, most)
    counted = np.full(len(points), NULL, np.int64)
    whole = np.isfinite(points).all(axis=1)
    counted[whole] = _degrees(points[whole], bound, most)
    return counted


def _degrees(points: Floats, bound: float, cap: int) -> Counts:
    n, m = points.shape
    counted: Counts = np.zeros(n, np.int64)
    if n == 0:
        return counted
    if m == 1:
        counted = _degrees_on_a_line(np.ascontiguousarray(points[:, 0]), bound, cap)
    elif m <= 3:
        counted = _degrees_by_cells(points, bound, cap, _parts(points, bound, cap))
    else:
        tree = Tree.build(Space.of_numbers(points), leaf_size=_LEAF)
        counted = leaf_degrees(tree.index, bound, cap, _TASKS * threads())
    return counted


def _degrees_on_a_line(values: Floats, bound: float, cap: int) -> Counts:
    """Give records of crowded cells the cap, and sort only the others and those near them.

    Cells are half a radius wide: those beside a record's own lie inside its ball, which goes no
    farther than the third.
    """
    low, extent = float(values.min()), float(values.max()) - float(values.min())
    width = math.sqrt(bound) / (2 * _MARGIN)
    if extent > width * min(_ALONG, values.size):
        return _sorted_degrees(values, bound, cap)
    cells, held = line_cells(values, low, width, int(extent / width) + 1)
    held = np.pad(held, 3)
    crowded = held[2:-4] + held[3:-3] + held[4:-2] > cap
    if not crowded.any():
        return _sorted_degrees(values, bound, cap)
    near: npt.NDArray[np.bool_] = sliding_window_view(np.pad(~crowded, 3), 7).max(axis=1)
    counted: Counts = np.full(values.size, cap)
    some = np.flatnonzero(near[cells])
    counted[some] = np.where(crowded[cells[some]], cap, _sorted_degrees(values[some], bound, cap))
    return counted


def _sorted_degrees(values: Floats, bound: float, cap: int) -> Counts:
    order = np.argsort(values)
    counted: Counts = line_degrees(values[order], order, bound, cap)
    return counted


def _parts(points: Floats, bound: float, cap: int) -> int:
    """Choose how many cells the radius spans, by how crowded a sample is; no result depends on it.

    Small cells pay where many balls hold several times the cap.
    """
    n, m = points.shape
    if n <= _SAMPLE:
        return 1
    sample = np.ascontiguousarray(points[:: n // _SAMPLE])
    found = _degrees_by_cells(sample, bound, len(sample), 1)
    crowd = float(np.quantile(found, 0.25)) * n / len(sample) / cap
    if m == 2:
        return 4 if crowd > 2 else 1
    return 4 if crowd > 6 else 2 if crowd > 2 else 1


def _degrees_by_cells(points: Floats, bound: float, cap: int, parts: int) -> Counts:
    n, m = points.shape
    low = np.array([column.min() for column in points.T])
    extent = np.array([column.max() for column in points.T]) - low
    reach = math.sqrt(bound) * _MARGIN
    if (extent * parts > reach * _ALONG).any():
        parts = 1
    width = np.maximum(reach / parts, extent / _ALONG)
    inner = parts * parts - 1 if (width == reach / parts).all() else 0
    sizes = (extent / width).astype(np.int64) + 2 * parts + 2
    keys = cell_keys(points, low, width, sizes, parts)
    order = np.argsort(keys)
    arranged, cells, starts = arrange(points, keys, order)
    strides = np.array([sizes[-1] * sizes[-2] if m == 3 else 0, sizes[-1]])
    counted = np.empty(n, np.int64)
    counted[order] = cell_degrees(
        arranged, cells, starts, strides, parts, inner, bound, cap, _TASKS * threads()
    )
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
    """Return the largest sum of squared differences of neighbours: ``m * radius * radius``.

    Examples
    --------
    >>> squared_reach(0.5, 3)
    0.75
    """
    if not isinstance(radius, numbers.Real) or not 1e-100 <= radius <= 1e100:
        raise ParameterError(
            f"radius must be a positive number from 1e-100 to 1e100, got {radius!r}"
        )
    return m * float(radius) * float(radius)
