"""Records as points: what a metric makes of a table."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

__all__ = ["Space"]


@dataclass(frozen=True, slots=True, eq=False)
class Space:
    """Coordinates of records, and how they add up to a distance.

    Parameters
    ----------
    coordinates : ndarray of float64, of shape (n_records, n_coordinates)
        First the numeric coordinates, then the nominal ones (codes). NaN, a missing cell, is
        allowed with `gower` only.
    weights : ndarray of float64, of shape (n_coordinates,)
        0 for a numeric coordinate; for a nominal one what a mismatch adds to the squared
        Euclidean distance (2 for two indicator variables).
    gower : bool
        Whether the distance is Gower's: the mean, over the coordinates that both records have,
        of absolute differences and mismatches. Otherwise it is Euclidean.
    skipped : tuple of str
        Columns that cannot separate records: constant, or missing throughout.
    """

    coordinates: npt.NDArray[np.float64]
    weights: npt.NDArray[np.float64]
    gower: bool = False
    skipped: tuple[str, ...] = ()

    def bound(self, radius: float) -> float:
        """Return the measure of a ball's edge: the radius squared, or Gower's radius itself."""
        return radius if self.gower else radius * radius

    def distance(self, measures: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Turn measures of the compiled loops into distances."""
        return measures if self.gower else np.sqrt(measures)
