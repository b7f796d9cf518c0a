"""The distribution of one column, of persons rather than records."""

from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from vicinage.evaluation.unit_scale import exponents, in_units
from vicinage.evaluation.weights import Weights

__all__ = ["Distribution"]

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Distribution:
    """Cells in order, and how many persons lie at or below each.

    A record of weight w counts as w persons: figures are those of a table in which it stands w
    times.

    Parameters
    ----------
    cells : ndarray of float64 of shape (n,)
        Increasing, none missing.
    reached : ndarray of float64 of shape (n,)
        Sum of units of weight up to each cell.
    one : float
        Units of one person.

    Examples
    --------
    >>> weights = Weights.of_numbers(np.array([1.0, 3.0, 1.0]))
    >>> pay = Distribution.of(np.array([3.0, 1.0, np.nan]), weights)
    >>> pay.mean, pay.sd, pay.quantiles([0.5, 1.0])
    (1.5, 1.0, [1.0, 3.0])
    """

    cells: Floats
    reached: Floats
    one: float

    @classmethod
    def of(cls, values: Floats, weights: Weights) -> Self:
        """Sort the cells that are there and have a weight.

        Cost: O(n log n).
        """
        there = ~np.isnan(values)
        if weights.equal:
            cells = np.sort(values[there])
            return cls(cells=cells, reached=np.arange(1.0, cells.size + 1), one=1.0)
        there &= weights.units > 0
        cells, units = values[there], weights.units[there]
        order = np.argsort(cells)
        return cls(cells=cells[order], reached=np.cumsum(units[order]), one=weights.one)

    @property
    def empty(self) -> bool:
        """Whether there is no cell."""
        return self.cells.size == 0

    @property
    def persons(self) -> float:
        """Sum of the weights."""
        return 0.0 if self.empty else float(self.reached[-1] / self.one)

    @property
    def mean(self) -> float:
        """The weighted mean; there must be a cell."""
        scaled, exponent = self._scaled()
        return float(np.ldexp(self._mean(scaled), exponent))

    @property
    def sd(self) -> float | str:
        """The standard deviation; its divisor is the number of persons less one."""
        if self.persons <= 1.0:
            return "not defined: one cell"
        scaled, exponent = self._scaled()
        gaps = scaled - self._mean(scaled)
        variance = (self._units() * gaps * gaps).sum() / (self.reached[-1] - self.one)
        return float(np.ldexp(np.sqrt(variance), exponent))

    def quantiles(self, shares: list[float]) -> list[float]:
        """Return the cells at the shares, interpolated as by NumPy; there must be one."""
        scaled, exponent = self._scaled()
        places = np.asarray(shares) * max(0.0, self.persons - 1.0)
        below = np.floor(places)
        lower, upper = (
            scaled[np.minimum(self._first_beyond(place), scaled.size - 1)]
            for place in (below, below + 1)
        )
        between = lower + (places - below) * (upper - lower)
        return [float(number) for number in np.ldexp(between, exponent)]

    def largest_gap(self, other: "Distribution") -> float:
        """Return the largest difference of the distribution functions (Kolmogorov-Smirnov)."""
        return max(self._gap_at(other, self.cells), self._gap_at(other, other.cells))

    def _gap_at(self, other: "Distribution", places: Floats) -> float:
        return float(np.abs(self._share_up_to(places) - other._share_up_to(places)).max())

    def _share_up_to(self, places: Floats) -> Floats:
        count = np.searchsorted(self.cells, places, side="right")
        shares: Floats = np.concatenate([[0.0], self.reached])[count] / self.reached[-1]
        return shares

    def _first_beyond(self, persons: Floats) -> npt.NDArray[np.intp]:
        """Place of the first cell that is not among the lowest so many persons."""
        return np.searchsorted(self.reached, persons * self.one, side="right")

    def _units(self) -> Floats:
        return np.diff(self.reached, prepend=0.0)

    def _scaled(self) -> tuple[Floats, int]:
        return in_units(self.cells), int(exponents(self.cells))

    def _mean(self, scaled: Floats) -> float:
        return float((self._units() * scaled).sum() / self.reached[-1])
