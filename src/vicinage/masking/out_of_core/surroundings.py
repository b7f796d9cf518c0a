"""The leaves of other blocks in which records of a block may have neighbours."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from vicinage.masking.out_of_core.arranged_block import ArrangedBlock
from vicinage.masking.out_of_core.leaves import Leaves
from vicinage.masking.out_of_core.near_rows import NearRows
from vicinage.neighbors import leaf_reaches, near_boxes
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
    own : int
        Which of them is the block itself.
    reach : ndarray of float64 of shape (n_leaves,)
        How far each leaf of the block searches, at most.
    """

    blocks: tuple[ArrangedBlock, ...]
    leaves: tuple[Leaves, ...]
    own: int
    reach: npt.NDArray[np.float64]

    @classmethod
    def of(cls, family: Sequence[ArrangedBlock], number: int, nearest: int) -> Self:
        """Find the blocks of a stratum that are near enough to one of them.

        Parameters
        ----------
        family : sequence of ArrangedBlock
            All blocks of the stratum.
        number : int
            Which of them is asked for.
        nearest : int
            How many other leaves a record searches.
        """
        block = family[number]
        leaves = block.leaves()
        reach = leaf_reaches(leaves.lower, leaves.upper, block.weights, nearest)
        near = near_boxes(
            (
                np.array([other.lower for other in family]),
                np.array([other.upper for other in family]),
            ),
            (block.lower[None], block.upper[None]),
            block.weights,
            reach.max(keepdims=True),
        )
        near[number] = True
        chosen = np.flatnonzero(near)
        blocks = tuple(family[other] for other in chosen.tolist())
        own = int(np.searchsorted(chosen, number))
        return cls(
            blocks=blocks,
            leaves=tuple(leaves if i == own else b.leaves() for i, b in enumerate(blocks)),
            own=own,
            reach=reach,
        )

    def batches(self, most: int) -> Iterator[tuple[int, int]]:
        """Yield ranges of own leaves whose near rows are at most so many, if a range can be cut."""
        todo = [(0, self.reach.size)]
        while todo:
            first, last = todo.pop()
            if last - first > 1 and self._n_rows(self._near(first, last)) > most:
                middle = (first + last) // 2
                todo += [(middle, last), (first, middle)]
            else:
                yield first, last

    def read(self, first: int, last: int) -> NearRows:
        """Read the rows that a range of own leaves searches."""
        near = self._near(first, last)
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
        mine, weights = self.leaves[self.own], self.blocks[self.own].weights
        own = mine.lower[first:last], mine.upper[first:last]
        near = [
            near_boxes((leaves.lower, leaves.upper), own, weights, self.reach[first:last])
            for leaves in self.leaves
        ]
        near[self.own][first:last] = True
        return near

    def _n_rows(self, near: list[npt.NDArray[np.bool_]]) -> int:
        return sum(
            int(np.diff(leaves.starts)[chosen].sum())
            for leaves, chosen in zip(self.leaves, near, strict=True)
        )
