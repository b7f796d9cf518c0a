"""Records as points: what a metric makes of columns."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vicinage.errors import ParameterError

__all__ = ["Space"]


@dataclass(frozen=True, slots=True, eq=False)
class Space:
    """Coordinates of records, private, and how they add up to a distance.

    Parameters
    ----------
    coordinates : ndarray of float64 of shape (n_records, n_coordinates)
        First the numeric coordinates, then the nominal ones (codes). NaN, a missing cell, is
        allowed with `gower` only.
    weights : ndarray of float64 of shape (n_coordinates,)
        0 for a numeric coordinate; for a nominal one what a mismatch adds to the squared
        Euclidean distance (2 stands for two indicator variables).
    gower : bool
        Whether the distance is Gower's: the mean, over the coordinates that both records have,
        of absolute differences and mismatches. Otherwise it is Euclidean.
    skipped : tuple of str
        Columns that cannot separate records: constant, or missing throughout.

    Examples
    --------
    >>> line = Space.of_numbers([[0.0], [1.0], [3.0]])
    >>> line.distances_from(0)
    array([0., 1., 3.])
    """

    coordinates: npt.NDArray[np.float64]
    weights: npt.NDArray[np.float64]
    gower: bool = False
    skipped: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse coordinates that the compiled loops could not order."""
        nominal = self.weights > 0
        if self.coordinates.ndim != 2 or self.weights.shape != self.coordinates.shape[1:]:
            raise ParameterError(
                "coordinates must be a matrix with one weight for each column, got shapes "
                f"{self.coordinates.shape} and {self.weights.shape}"
            )
        if np.any(nominal[:-1] & ~nominal[1:]):
            raise ParameterError(
                f"weights must be 0 for the leading coordinates only, got {self.weights}; "
                "put nominal coordinates last"
            )

        finite = (np.isfinite(column).all() for column in self.coordinates.T)
        if not self.gower and not all(finite):
            raise ParameterError(
                "coordinates must be finite, got others; values so large that their differences "
                'overflow need declared bounds and the metric "minmax"'
            )

    @classmethod
    def of_numbers(cls, points: npt.ArrayLike) -> "Space":
        """Make a Euclidean space of numeric coordinates."""
        coordinates = np.ascontiguousarray(points, dtype=np.float64)
        return cls(coordinates, np.zeros(coordinates.shape[1]))

    def take(self, rows: npt.NDArray[np.intp]) -> "Space":
        """Return the space of some of the records."""
        return Space(self.coordinates[rows], self.weights, self.gower, self.skipped)

    def bound(self, radius: float) -> float:
        """Return the measure of a ball's edge: the radius squared, or Gower's radius itself."""
        return radius if self.gower else radius * radius

    def distance(self, measures: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Turn measures of the compiled loops into distances."""
        return measures if self.gower else np.sqrt(measures)

    def distances_from(self, row: int) -> npt.NDArray[np.float64]:
        """Return the distance of every record from one of them; infinite where it has no meaning.

        Cost: O(n_records x n_coordinates). The rule is that of the compiled loops, in NumPy.
        """
        total = np.zeros(self.coordinates.shape[0])
        shared = np.zeros(self.coordinates.shape[0])
        for d, weight in enumerate(self.weights):
            gaps = np.abs(self.coordinates[:, d] - self.coordinates[row, d])
            present = ~np.isnan(gaps)
            if weight > 0:
                gaps = np.where(gaps > 0, 1.0 if self.gower else weight, 0.0)
            elif not self.gower:
                gaps = gaps * gaps
            total += np.where(present, gaps, 0.0)
            shared += present
        if not self.gower:
            return self.distance(total)
        means: npt.NDArray[np.float64] = np.divide(
            total, shared, out=np.full(total.size, np.inf), where=shared > 0
        )
        return means
