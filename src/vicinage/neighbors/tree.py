"""The k-d tree that every search walks."""

from dataclasses import dataclass, field
from typing import Self

import numpy as np
import numpy.typing as npt

from vicinage._kernels import threads
from vicinage.neighbors._kernels import (
    Index,
    count_members,
    draw_members,
    fill_leaves,
    kth_measures,
    split_nodes,
    turned,
)
from vicinage.neighbors.space import Space
from vicinage.privacy import RandomKey

__all__ = ["Tree", "arranged", "lanes_for"]

Floats = npt.NDArray[np.float64]
Singles = npt.NDArray[np.float32]
Rows = npt.NDArray[np.int32]

_LEAF = 128  # records a leaf: long enough for vector instructions, short enough to prune
_WIDE = 12  # numeric coordinates from which leaves are screened in float32 first
_LARGEST = 1e37  # half a squared norm that float32 still holds
_TASKS = 8  # for each thread, so that uneven leaves still share the work


@dataclass(frozen=True, slots=True, eq=False)
class Tree:
    """Records of a space, arranged so that near ones lie together.

    Build one by :meth:`build`. Every result is exact under the one rule of distance (see
    :mod:`vicinage.neighbors`) and the same for any number of threads.

    Parameters
    ----------
    index : Index
        Flat arrays for the compiled loops; private.
    """

    index: Index = field(repr=False)

    @classmethod
    def build(cls, space: Space, *, leaf_size: int = _LEAF, least: int = 1) -> Self:
        """Arrange the records of `space` in leaves of about `leaf_size`, of at least `least`.

        Cost: O(n log n) time; about 8 bytes a coordinate and 12 bytes a record of memory, and half
        as much again from 12 numeric coordinates on, which are kept in float32 too.
        """
        return cls.of_leaves(space, *arranged(space, leaf_size=leaf_size, least=least))

    @classmethod
    def of_leaves(
        cls, space: Space, order: Rows, starts: npt.NDArray[np.int64], *, stride: int | None = None
    ) -> Self:
        """Make a tree of leaves that are arranged already, near ones following one another.

        Parameters
        ----------
        space : Space
        order : ndarray of int32 of shape (n_records,)
            Rows of the space, leaf by leaf.
        starts : ndarray of int64 of shape (n_leaves + 1,)
            Where each leaf begins in `order`, and the number of records.
        stride : int, optional
            Lanes of a leaf, for a tree of some of the leaves of a larger one. By default the size
            of the largest leaf, see :func:`lanes_for`.
        """
        dims, leaves = space.coordinates.shape[1], starts.size - 1
        stride = stride or lanes_for(int(np.diff(starts).max()))
        lanes = np.empty(leaves * dims * stride)
        lower, upper = np.empty((2, (2 * leaves - 1) * dims))
        fill_leaves(space.coordinates, order, starts, lanes, lower, upper, stride)
        numeric = int(np.sum(space.weights == 0))
        rough, heights = np.empty((2, 0), np.float32)
        if numeric >= _WIDE and not space.gower:
            rough, heights = _rounded(lanes.reshape(leaves, dims, stride), numeric)
        return cls(
            Index(
                lanes=lanes,
                rough=rough,
                heights=heights,
                order=order,
                starts=starts,
                lower=lower,
                upper=upper,
                weights=space.weights,
                numeric=numeric,
                gower=space.gower,
                leaves=leaves,
                stride=stride,
            )
        )

    def kth_measures(self, k: int, queries: "Tree | None" = None) -> Floats:
        """Return the measure of the `k`-th nearest record; a record is not its own neighbour.

        Parameters
        ----------
        k : int
            From 1 to the number of (other) records.
        queries : Tree, optional
            Records to ask for instead of the tree's own, in a tree of the same coordinates.
        """
        asked = self if queries is None else queries
        alike, tasks = queries is None, _TASKS * threads()
        measures: Floats = kth_measures(self.index, asked.index, alike, k, tasks)
        return measures

    def count(self, bounds: Floats, queries: "Tree | None" = None) -> npt.NDArray[np.int64]:
        """Return how many (other) records have a measure of at most the query's bound."""
        asked = self if queries is None else queries
        alike, tasks = queries is None, _TASKS * threads()
        counts: npt.NDArray[np.int64] = count_members(self.index, asked.index, alike, bounds, tasks)
        return counts

    def draw(
        self,
        *,
        bound: float,
        k: int,
        columns: npt.NDArray[np.uint64],
        probability: float,
        key: RandomKey,
        records: npt.NDArray[np.uint64],
        nearest_leaves: int | None = None,
        leaves: tuple[int, int] | None = None,
    ) -> npt.NDArray[np.int32]:
        """Draw one donor for each column and record, uniform on the record's neighbourhood.

        The neighbourhood is the closed ball without the record itself, as far as `bound` or the
        `k`-th nearest record, whichever is farther.

        Parameters
        ----------
        bound : float
            Measure of the ball's edge, see :meth:`Space.bound`.
        k : int
            Least number of neighbours, from 0 to the number of other records.
        columns : ndarray of uint64
            One word for each column, see :meth:`RandomKey.of_name`.
        probability : float
            With the rest, from 0 to 1, the record itself is the donor.
        key : RandomKey
        records : ndarray of uint64 of shape (n_records,)
            Keys of the records.
        nearest_leaves : int, optional
            Search only the record's own leaf and this many nearest others. Then what a record
            draws depends on these leaves alone, not on which others the tree has.
        leaves : pair of int, optional
            Draw only for the records of the leaves from the first up to the second.

        Returns
        -------
        ndarray of int32 of shape (n_columns, n_records)
            Row numbers; -1 where the neighbourhood is empty, and no matter what for a record that
            does not draw.
        """
        others = self.index.leaves - 1
        limit = -1 if nearest_leaves is None else min(nearest_leaves, others)
        groups = leaves or (0, self.index.leaves)
        halves = np.array([key.k0, key.k1])
        tasks = _TASKS * threads()
        donors: npt.NDArray[np.int32] = draw_members(
            self.index, bound, k, limit, groups, columns, probability, halves, records, tasks
        )
        return donors


def arranged(space: Space, *, leaf_size: int, least: int = 1) -> tuple[Rows, npt.NDArray[np.int64]]:
    """Return the rows leaf by leaf, and where each leaf begins; see :meth:`Tree.of_leaves`."""
    n = space.coordinates.shape[0]
    leaves = max(1, min(-(-n // leaf_size), n // least))
    order = np.arange(n, dtype=np.int32)
    _split(space, order, leaves)
    return order, np.arange(leaves + 1) * n // leaves


def lanes_for(largest: int) -> int:
    """Return how many lanes a leaf has: the size of the `largest`, rounded up to a vector."""
    return -(-largest // 16) * 16


def _rounded(lanes: Floats, numeric: int) -> tuple[Singles, Singles]:
    """Return the lanes and their heights in float32, or nothing if they are too large for it."""
    points = lanes[:, :numeric]
    heights = (0.5 - (numeric + 8) * 2.0**-24) * np.einsum("lds,lds->ls", points, points)
    if not np.nanmax(heights, initial=0.0) < _LARGEST:
        return np.empty(0, np.float32), np.empty(0, np.float32)
    return lanes.astype(np.float32).ravel(), heights.astype(np.float32).ravel()


def _split(space: Space, order: npt.NDArray[np.int32], leaves: int) -> None:
    """Reorder the rows so that each leaf holds a run of them.

    The first nodes are halved level by level, until there are two for each thread: threads that
    wait for one another at every level would cost as much as they help.

    Where the records lie near a surface of few dimensions, halves are cut across its axes: leaves
    are then compact. Only the arrangement depends on it, not what a search finds.
    """
    points = turned(space.coordinates, space.weights) if not space.gower else space.coordinates
    values = np.empty(order.size)
    firsts, lasts = np.array([0]), np.array([leaves])
    while firsts.size < 2 * threads() and leaves > 2 * firsts.size:
        split_nodes(points, order, values, firsts, lasts, leaves, space.weights, False)
        middles = firsts + (lasts - firsts) // 2
        firsts, lasts = np.concatenate([firsts, middles]), np.concatenate([middles, lasts])
    split_nodes(points, order, values, firsts, lasts, leaves, space.weights, True)
