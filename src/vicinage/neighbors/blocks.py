"""Blocks of near records, for tables that are too large to be arranged at once."""

from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from vicinage.neighbors._kernels import blocks_of, widest
from vicinage.neighbors.space import Space

__all__ = ["Blocks"]

Words = npt.NDArray[np.uint64]


@dataclass(frozen=True, slots=True, eq=False)
class Blocks:
    """A partition of space, learned from a sample of records by medians.

    The records of a space are dealt out by :meth:`assign`. Each carries a random word, and where
    records have the same coordinate the word decides: so blocks are about equal in size however
    many records are the same.

    Parameters
    ----------
    dimensions : ndarray of int64 of shape (n_blocks - 1,)
        Which coordinate each split compares; splits in preorder.
    thresholds : ndarray of float64
        Records with a smaller value are on the left; private.
    sides : ndarray of uint64
        Of those with the same value, records with a smaller word are.
    """

    dimensions: npt.NDArray[np.int64]
    thresholds: npt.NDArray[np.float64]
    sides: Words

    @classmethod
    def learn(cls, sample: Space, words: Words, n_blocks: int) -> Self:
        """Cut the sample in halves, each along the coordinate that separates its records most.

        Parameters
        ----------
        sample : Space
            Its order must be a function of the records, since distances are compared in pairs.
        words : ndarray of uint64 of shape (n_records,)
            Independent of what chose the sample.
        n_blocks : int
            At least 1. Some hundred records for each make blocks of equal size within a tenth.
        """
        dimensions = np.zeros(n_blocks - 1, np.int64)
        thresholds = np.zeros(n_blocks - 1)
        sides = np.zeros(n_blocks - 1, np.uint64)
        todo = [(0, n_blocks, np.arange(words.size, dtype=np.int32))]
        while todo:
            node, count, rows = todo.pop()
            half = count // 2
            if half == 0:
                continue
            d = widest(sample.coordinates, rows, sample.weights)
            values = np.nan_to_num(sample.coordinates[rows, d], nan=-np.inf)
            order = np.lexsort((words[rows], values))
            middle = rows.size * half // count
            if middle < rows.size:
                first = order[middle]
                thresholds[node], sides[node] = values[first], words[rows[first]]
            dimensions[node] = d
            left = np.zeros(rows.size, np.bool_)
            left[order[:middle]] = True
            todo += [(node + 1, half, rows[left]), (node + half, count - half, rows[~left])]
        return cls(dimensions, thresholds, sides)

    @property
    def n_blocks(self) -> int:
        """How many blocks there are."""
        return self.dimensions.size + 1

    def assign(self, space: Space, words: Words) -> npt.NDArray[np.int32]:
        """Return the block of each record, from 0: a function of its coordinates and word alone."""
        blocks: npt.NDArray[np.int32] = blocks_of(
            space.coordinates, words, self.dimensions, self.thresholds, self.sides, self.n_blocks
        )
        return blocks
