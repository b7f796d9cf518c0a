"""Degrees in many subspaces of one table."""

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from vicinage._kernels import threads
from vicinage.neighbors import Space, Tree
from vicinage.outliers._kernels import LANES, family_degrees
from vicinage.outliers.degrees import NULL, count_of, degrees, squared_reach

__all__ = ["degrees_of_each", "subspace_counts"]

Subspaces = Sequence[tuple[int, ...]]

# Records up to which comparing all pairs in many subspaces at once pays: for all subspaces, and for
# those of more than 3 columns.
_FEW_RECORDS, _SOME_RECORDS = 10_000, 30_000
_BLOCK = 1024  # records compared at a time
_DEGREES = 1 << 24  # held at a time
_TASKS = 16  # for each thread


def degrees_of_each(
    points: npt.NDArray[np.float64], subspaces: Subspaces, radius: float, *, cap: int
) -> Iterator[npt.NDArray[np.int64]]:
    """Yield the degrees of the records in each subspace, see :func:`degrees`.

    Parameters
    ----------
    points : ndarray of float64 of shape (n, d)
        Private. A row is a null record in the subspaces where one of its cells is not finite.
    subspaces : sequence of tuple of int
        Public; columns, increasing.
    radius : float
        Public; positive.
    cap : int
        Public; counting stops there.

    Notes
    -----
    Subspaces share their sums of squares where a table has up to 10,000 records, or up to 30,000
    and the subspace more than three columns: O(n^2) additions for each at most, and 4 bytes for
    each of at most 2^24 degrees (or those of one subspace) at a time. Other subspaces are counted
    one by one.

    Examples
    --------
    >>> square = np.array([[0.0, 0.0], [0.0, 1.0], [np.nan, 0.0]])
    >>> [each.tolist() for each in degrees_of_each(square, [(0,), (1,), (0, 1)], 0.1, cap=3)]
    [[1, 1, -1], [1, 0, 1], [0, 0, -1]]
    """
    n = len(points)
    batch = max(1, _DEGREES // max(1, n))
    for start in range(0, len(subspaces), batch):
        some = subspaces[start : start + batch]
        sharing = list(dict.fromkeys(each for each in some if _shares(len(each), n)))
        found = _shared_degrees(points, sharing, radius, cap) if len(sharing) > 1 else None
        for each in some:
            if found is not None and _shares(len(each), n):
                yield found[:, sharing.index(each)].astype(np.int64)
            else:
                yield degrees(np.ascontiguousarray(points[:, each]), radius, cap=cap)


def subspace_counts(
    points: npt.NDArray[np.float64], subspaces: Subspaces, radius: float, k: int
) -> npt.NDArray[np.int64]:
    """Count the outliers of each subspace, exactly: private, for the steward's own eyes.

    Examples
    --------
    >>> square = np.array([[0.0, 0.0], [0.0, 1.0], [np.nan, 0.0]])
    >>> subspace_counts(square, [(0,), (1,), (0, 1)], 0.1, 1)
    array([0, 1, 2])
    """
    each = degrees_of_each(points, subspaces, radius, cap=k)
    return np.array([count_of(found, k) for found in each], np.int64)


def _shares(m: int, n: int) -> bool:
    return m > 1 and n <= (_FEW_RECORDS if m <= 3 else _SOME_RECORDS)


def _shared_degrees(
    points: npt.NDArray[np.float64], subspaces: Subspaces, radius: float, cap: int
) -> npt.NDArray[np.int32]:
    """Return the degrees, of shape (n, n_subspaces), of distinct subspaces."""
    n = len(points)
    finite = np.isfinite(points)
    arrangement = Tree.build(Space.of_numbers(np.where(finite, points, 0.0)), leaf_size=_BLOCK)
    order, blocks = arrangement.index.order, arrangement.index.leaves
    starts = np.arange(blocks + 1) * n // blocks
    arranged_points = np.where(finite, points, np.nan)[order]
    holes = np.logical_or.reduceat(~finite[order], starts[:-1])
    lows = np.fmin.reduceat(arranged_points, starts[:-1])
    highs = np.fmax.reduceat(arranged_points, starts[:-1])
    stride = -(-np.diff(starts).max() // LANES) * LANES
    lanes = np.full((blocks, points.shape[1], stride), np.nan)
    for block, start, end in zip(lanes, starts[:-1], starts[1:], strict=True):
        block[:, : end - start] = arranged_points[start:end].T
    deepest = max(len(subspace) for subspace in subspaces)
    bounds = np.array([squared_reach(radius, m) for m in range(deepest + 1)])
    arranged = np.empty((n, len(subspaces)), np.int32)
    family_degrees(
        lanes, starts, lows, highs, holes, _prefix_tree(subspaces), bounds,
        min(cap, n), arranged, _TASKS * threads(),
    )  # fmt: skip
    found = np.empty_like(arranged)
    found[order] = arranged
    for i, subspace in enumerate(subspaces):
        found[~finite[:, subspace].all(axis=1), i] = NULL
    return found


def _prefix_tree(subspaces: Subspaces) -> npt.NDArray[np.int64]:
    """List the prefixes of all subspaces in preorder, as the compiled loop wants them."""
    member = {subspace: i for i, subspace in enumerate(subspaces)}
    prefixes = sorted({each[:size] for each in subspaces for size in range(1, len(each) + 1)})
    place = {prefix: i for i, prefix in enumerate(prefixes)}
    ends = np.full(len(prefixes), len(prefixes))
    open_prefixes: list[tuple[int, ...]] = []
    for i, prefix in enumerate(prefixes):
        while open_prefixes and open_prefixes[-1] != prefix[: len(open_prefixes[-1])]:
            ends[place[open_prefixes.pop()]] = i
        open_prefixes.append(prefix)
    columns = [prefix[-1] for prefix in prefixes]
    levels = [len(prefix) for prefix in prefixes]
    parents = [place.get(prefix[:-1], -1) for prefix in prefixes]
    members = [member.get(prefix, -1) for prefix in prefixes]
    limits = [max(levels[i:end]) for i, end in enumerate(ends)]
    whole = [
        end - i - 1 == 15 and len(set(columns[i + 1 : end])) == 4 for i, end in enumerate(ends)
    ]
    return np.array([columns, levels, ends, parents, members, limits, whole])
