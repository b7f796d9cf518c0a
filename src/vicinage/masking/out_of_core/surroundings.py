"""The leaves of other blocks in which records of a block may have neighbours."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from vicinage.masking.out_of_core.arranged_block import ArrangedBlock
from vicinage.masking.out_of_core.leaves import Leaves
from vicinage.masking.out_of_core.near_rows import NearRows, points_of
from vicinage.neighbors import leaf_reaches, near_boxes, searched_boxes
from vicinage.table import joined

__all__ = ["Surroundings"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What is around the leaves of a block.

    Parameters
    ----------
    blocks : tuple of ArrangedBlock
        Those that may hold near leaves, the block itself included, in their order.
    leaves : tuple of Leaves
        Of each of them.
    may : tuple of ndarray of bool
        Which leaves of each may be near ones; all of the block itself.
    own : int
        Which of them is the block itself.
    points : ndarray of float64 of shape (n_records, n_coordinates)
    reach : ndarray of float64 of shape (n_leaves,)
        Of the block itself, see :func:`vicinage.neighbors.leaf_reaches`.
    nearest : int
        How many other leaves a record searches.
    """

    blocks: tuple[ArrangedBlock, ...]
    leaves: tuple[Leaves, ...]
    may: tuple[npt.NDArray[np.bool_], ...]
    own: int
    points: npt.NDArray[np.float64]
    reach: npt.NDArray[np.float64]
    nearest: int

    @classmethod
    def of(cls, family: Sequence[ArrangedBlock], number: int, nearest: int) -> Self:
        """Find the leaves of a stratum that may be near enough to one of its blocks.

        Parameters
        ----------
        family : sequence of ArrangedBlock
            All blocks of the stratum.
        number : int
            Which of them is asked for.
        nearest : int
        """
        block = family[number]
        mine = block.leaves()
        weights = block.weights
        points = points_of(block.partition.read(), weights.size)
        inner = (mine.lower, mine.upper)
        reach = leaf_reaches((points, mine.starts), inner, weights, nearest)
        boxes = (np.array([b.lower for b in family]), np.array([b.upper for b in family]))
        own_box = (block.lower[None], block.upper[None])
        near = near_boxes(boxes, own_box, weights, reach.max(keepdims=True))
        near[number] = True
        chosen = np.flatnonzero(near).tolist()
        leaves = tuple(mine if i == number else family[i].leaves() for i in chosen)
        may = [
            np.ones(reach.size, np.bool_)
            if block_number == number
            else near_boxes((each.lower, each.upper), inner, weights, reach)
            for block_number, each in zip(chosen, leaves, strict=True)
        ]
        return cls(
            blocks=tuple(family[i] for i in chosen),
            leaves=leaves,
            may=tuple(may),
            own=chosen.index(number),
            points=points,
            reach=reach,
            nearest=nearest,
        )

    def batches(self, most: int) -> Iterator[NearRows]:
        """Yield the rows for ranges of own leaves: at most so many, if a range can be cut."""
        todo = [(0, int(self.may[self.own].size))]
        while todo:
            first, last = todo.pop()
            near = self._near(first, last)
            if last - first > 1 and self._n_rows(near) > most:
                middle = (first + last) // 2
                todo += [(middle, last), (first, middle)]
            else:
                yield self._read(first, last, near)

    def _read(self, first: int, last: int, near: list[npt.NDArray[np.bool_]]) -> NearRows:
        rows, sizes = [], []
        for block, leaves, chosen in zip(self.blocks, self.leaves, near, strict=True):
            counts = np.diff(leaves.starts)
            sizes.append(counts[chosen])
            places = np.flatnonzero(np.repeat(chosen, counts))
            rows.append(block.partition.read().take(places))
        starts = np.concatenate([[0], np.cumsum(np.concatenate(sizes))])
        before = sum(len(counts) for counts in sizes[: self.own])
        before += int(near[self.own][:first].sum())
        own_leaves = (before, before + last - first)
        return NearRows(
            rows=joined(rows),
            starts=starts,
            own_leaves=own_leaves,
            own_rows=(int(starts[own_leaves[0]]), int(starts[own_leaves[1]])),
            weights=self.blocks[self.own].weights,
        )

    def _near(self, first: int, last: int) -> list[npt.NDArray[np.bool_]]:
        """Say, for each block, which of its leaves a range of own leaves searches."""
        mine = self.leaves[self.own].starts[first : last + 1]
        place = sum(int(may.sum()) for may in self.may[: self.own])
        searched = searched_boxes(
            self._boxes(),
            range(place + first, place + last),
            (self.points[mine[0] : mine[-1]], mine - mine[0]),
            self.blocks[self.own].weights,
            reach=self.reach[first:last],
            count=self.nearest,
        )
        near = []
        for may in self.may:
            chosen = np.zeros(may.size, np.bool_)
            chosen[may], searched = searched[: may.sum()], searched[may.sum() :]
            near.append(chosen)
        return near

    def _boxes(self) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """Return the boxes of all leaves that may be near."""
        both = list(zip(self.leaves, self.may, strict=True))
        return (
            np.concatenate([leaves.lower[may] for leaves, may in both]),
            np.concatenate([leaves.upper[may] for leaves, may in both]),
        )

    def _n_rows(self, near: list[npt.NDArray[np.bool_]]) -> int:
        return sum(
            int(np.diff(leaves.starts)[chosen].sum())
            for leaves, chosen in zip(self.leaves, near, strict=True)
        )
