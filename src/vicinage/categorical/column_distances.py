"""What has been learned about the values of one column."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from vicinage.categorical.coding import Coding
from vicinage.categorical.distances import distance_matrix, embedding, profiles
from vicinage.categorical.pair_counts import PairCounts

__all__ = ["ColumnDistances"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ColumnDistances:
    """The values of a column, how far apart they are, and where they lie.

    Private when learned from exact counts; publishable when learned from released ones.

    Parameters
    ----------
    coding : Coding
        The values, and how cells are read as such.
    context : tuple of str
        The columns that the distances were learned from.
    distances : ndarray of float64 of shape (n_values, n_values)
        From 0 to 1.
    coordinates : ndarray of float64 of shape (n_values, at most n_values - 1)
        Points with these distances, around the origin.
    """

    coding: Coding
    context: tuple[str, ...]
    distances: npt.NDArray[np.float64]
    coordinates: npt.NDArray[np.float64]

    @classmethod
    def learn(cls, pairs: PairCounts, target: str, context: Sequence[str], coding: Coding) -> Self:
        """Compare the values of `target` by the columns of its context."""
        points = profiles(pairs, target, context)
        return cls(
            coding=coding,
            context=tuple(context),
            distances=distance_matrix(points),
            coordinates=embedding(points),
        )

    def as_dict(self) -> dict[str, Any]:
        """Return values, context, distances and points as plain values, ready for JSON."""
        binned = {} if self.coding.edges is None else {"edges": list(self.coding.edges)}
        return {
            "categories": list(self.coding.labels),
            **binned,
            "context": list(self.context),
            "distances": self.distances.tolist(),
            "coordinates": self.coordinates.tolist(),
        }

    def __repr__(self) -> str:
        return f"ColumnDistances(n_values={len(self.coding.labels)}, context={self.context})"
