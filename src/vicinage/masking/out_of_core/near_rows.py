"""The rows that some leaves of a block search."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from vicinage.masking.out_of_core.arranged_block import RECORD, coordinate
from vicinage.neighbors import Space

__all__ = ["NearRows", "points_of"]

Words = npt.NDArray[np.uint64]


@dataclass(frozen=True, slots=True, kw_only=True)
class NearRows:
    """Rows of the leaves that some own leaves search, these included, in the order of all leaves.

    Parameters
    ----------
    rows : pyarrow.Table
    starts : ndarray of int64 of shape (n_leaves + 1,)
    own_leaves, own_rows : pair of int
        Where the own leaves begin and end among the leaves, and their records among the rows.
    weights : ndarray of float64 of shape (n_coordinates,)
    """

    rows: Any
    starts: npt.NDArray[np.int64]
    own_leaves: tuple[int, int]
    own_rows: tuple[int, int]
    weights: npt.NDArray[np.float64]

    @property
    def n_rows(self) -> int:
        """How many records these are."""
        return int(self.starts[-1])

    def records(self) -> Words:
        """Return the words of the records."""
        words: Words = self.rows.column(RECORD).to_numpy()
        return words

    def space(self) -> Space:
        """Return the records as points."""
        return Space(points_of(self.rows, self.weights.size), self.weights)


def points_of(rows: Any, n_coordinates: int) -> npt.NDArray[np.float64]:
    """Return the coordinates that are stored with rows."""
    points = np.empty((rows.num_rows, n_coordinates))
    for d in range(n_coordinates):
        points[:, d] = rows.column(coordinate(d)).to_numpy()
    return points
