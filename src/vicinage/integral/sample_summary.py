"""What the statistics need to know of resamples."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

__all__ = ["SampleSummary", "ranks_of"]

Floats = npt.NDArray[np.float64]
Whole = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleSummary:
    """Sums and ordered values of B resamples of a column; private.

    Parameters
    ----------
    n : int
        Number of records of the column.
    size : int
        Number of draws in a resample.
    centre : float
        What was taken off the values before they were summed.
    sums, squares : ndarray of shape (B,)
        Of the centred values, and of their squares.
    ranks : ndarray of int64 of shape (R,)
    ordered : ndarray of shape (B, R)
        The values with these ranks, from 0, in each resample.
    """

    n: int
    size: int
    centre: float
    sums: Floats
    squares: Floats
    ranks: Whole
    ordered: Floats

    @classmethod
    def of_column(cls, values: Floats, shares: Iterable[float]) -> Self:
        """Return the summary of a sorted column itself, as one sample of all its records."""
        centred = values - centre_of(values)
        ranks = ranks_of(shares, values.size)
        return cls(
            n=values.size,
            size=values.size,
            centre=centre_of(values),
            sums=np.array([centred.sum()]),
            squares=np.array([centred @ centred]),
            ranks=ranks,
            ordered=values[ranks][None, :],
        )

    def count(self) -> Floats:
        """Return n, of which a resample says nothing."""
        return np.full(self.sums.size, float(self.n))

    def mean(self) -> Floats:
        """Return the means."""
        return self.centre + self.sums / self.size

    def total(self) -> Floats:
        """Return the sums, scaled to n records."""
        return self.n * self.mean()

    def variance(self) -> Floats:
        """Return the variances, with the divisor size - 1."""
        spread = self.squares - self.sums * (self.sums / self.size)
        return np.maximum(spread, 0.0) / (self.size - 1)

    def quantile(self, share: float) -> Floats:
        """Return quantiles, linear between ordered values as NumPy's are by default."""
        place = share * (self.size - 1)
        below = min(int(place), self.size - 1)
        above = min(below + 1, self.size - 1)
        low, high = (self.ordered[:, np.searchsorted(self.ranks, rank)] for rank in (below, above))
        step = place - below
        return low + (high - low) * step


def centre_of(values: Floats) -> float:
    """Return the middle of sorted values: within a standard deviation of the mean."""
    return float(values[values.size // 2])


def ranks_of(shares: Iterable[float], size: int) -> Whole:
    """Return the increasing ranks whose values these quantiles of `size` values need.

    Examples
    --------
    >>> ranks_of([0.5, 1.0], 10)
    array([4, 5, 9])
    """
    below = {min(int(share * (size - 1)), size - 1) for share in shares}
    above = {min(rank + 1, size - 1) for rank in below}
    return np.array(sorted(below | above), np.int64)
