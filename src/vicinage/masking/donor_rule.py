"""Whose cells a record may take: donors from its neighbourhood, stratum by stratum."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vicinage.masking.locality import Locality
from vicinage.neighbors import Space, Tree
from vicinage.privacy import RandomKey

__all__ = ["DonorRule"]

Words = npt.NDArray[np.uint64]
Rows = list[npt.NDArray[np.intp]]


@dataclass(frozen=True, slots=True, kw_only=True)
class DonorRule:
    """How the donors of RWN are drawn; see :class:`vicinage.RWN` for the parameters.

    Parameters
    ----------
    radius : float
    n_neighbors : int
    probability : float
    key : RandomKey
    locality : Locality or None
        How records are put into partitions; None for the exact search.
    nearest_partitions : int
        How many others are searched besides a record's own.
    """

    radius: float
    n_neighbors: int
    probability: float
    key: RandomKey
    locality: Locality | None
    nearest_partitions: int

    def draw(
        self, space: Space, groups: Rows | None, records: Words, columns: Words
    ) -> npt.NDArray[np.int32]:
        """Draw a donor for each column and record.

        Parameters
        ----------
        space : Space
        groups : list of ndarray, or None
            The rows of each stratum; None where all records are one.
        records, columns : ndarray of uint64
            Words that tell records, and columns, apart.

        Returns
        -------
        ndarray of int32 of shape (n_columns, n_records)
            Rows; -1 where a record has no neighbour.
        """
        if groups is None:
            return self._draw_within(space, records, columns)
        donors = np.empty((columns.size, records.size), np.int32)
        for rows in groups:
            drawn = self._draw_within(space.take(rows), records[rows], columns)
            donors[:, rows] = np.where(drawn < 0, -1, rows[drawn])
        return donors

    def _draw_within(self, space: Space, records: Words, columns: Words) -> npt.NDArray[np.int32]:
        if self.locality is None:
            tree, nearest = Tree.build(space), None
        else:
            tree = Tree.of_leaves(space, *self.locality.all_leaves(space, records))
            nearest = self.nearest_partitions
        return tree.draw(
            bound=space.bound(self.radius),
            k=self.n_neighbors,
            columns=columns,
            probability=self.probability,
            key=self.key,
            records=records,
            nearest_leaves=nearest,
        )
