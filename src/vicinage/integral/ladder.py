"""Ladders of resolutions, fixed before the data are looked at."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Protocol

import numpy as np
import numpy.typing as npt

__all__ = ["DecimalLadder", "DyadicLadder", "FixedStep", "Ladder"]

Floats = npt.NDArray[np.float64]
Whole = npt.NDArray[np.int64]

_DEPTH = 10  # cells of the finest rung: 2^10
_DIGITS = 3  # that are significant, at most
_FINEST = -12
_COARSEST = 300


class Ladder(Protocol):
    """Rungs 0, 1, ..., each a division of the numbers into cells, from fine to coarse.

    A cell of one rung lies within one cell of the next. So what many resamples have in common
    on one rung they have in common on all that follow.
    """

    @property
    def n_rungs(self) -> int:
        """How many rungs there are."""

    def cells(self, values: Floats, rung: int) -> Floats:
        """Return the whole number of the cell that holds each value; NaN where none does."""

    def value(self, cell: float, rung: int) -> float:
        """Return the number that is published for a cell."""

    def interval(self, cell: float, rung: int) -> tuple[float, float]:
        """Return the ends of a cell."""

    def tells_nothing(self, cell: float, rung: int) -> bool:
        """Say whether a cell holds every possible value."""


@dataclass(frozen=True, slots=True)
class DyadicLadder:
    """Halves of halves of a declared range, down to 2^-10 of it; midpoints are published.

    Parameters
    ----------
    lower, upper : float
        Public; a value outside counts as the bound there.

    Examples
    --------
    >>> ladder = DyadicLadder(0.0, 1024.0)
    >>> [ladder.interval(ladder.cells(np.array([700.5]), rung)[0], rung) for rung in (0, 8, 10)]
    [(700.0, 701.0), (512.0, 768.0), (0.0, 1024.0)]
    """

    lower: float
    upper: float

    @property
    def n_rungs(self) -> int:
        """Eleven: the last is the whole range."""
        return _DEPTH + 1

    def cells(self, values: Floats, rung: int) -> Floats:
        """Return the number of each value's cell, from 0 at the lower end."""
        share = (values - self.lower) / (self.upper - self.lower)
        finest: Floats = np.clip(np.floor(share * 2**_DEPTH), 0, 2**_DEPTH - 1)
        return np.floor(finest / 2.0**rung)

    def value(self, cell: float, rung: int) -> float:
        """Return the middle of a cell."""
        return self._at(cell + 0.5, rung)

    def interval(self, cell: float, rung: int) -> tuple[float, float]:
        """Return the ends of a cell."""
        return self._at(cell, rung), self._at(cell + 1.0, rung)

    def tells_nothing(self, cell: float, rung: int) -> bool:  # noqa: ARG002  # all cells are alike
        """Say whether the cell is the whole range."""
        return rung == _DEPTH

    def _at(self, place: float, rung: int) -> float:
        return float(self.lower + (self.upper - self.lower) * (place * 2.0 ** (rung - _DEPTH)))


@dataclass(frozen=True, slots=True)
class DecimalLadder:
    """Powers of ten, at most three significant digits, for values without declared bounds.

    On the rung of 10^p a cell is what shares its digits down to that place: from i 10^p to
    (i + 1) 10^p away from zero, and from -10^p to 10^p around it. The middle is published. Only
    |i| < 1000 is allowed, so that a finer rung than the values deserve is never taken.

    Examples
    --------
    >>> ladder = DecimalLadder()
    >>> [ladder.value(ladder.cells(np.array([-68.37]), rung)[0], rung) for rung in (11, 12, 14)]
    [-68.35, -68.5, 0.0]
    """

    @property
    def n_rungs(self) -> int:
        """From 10^-12 to 10^300, beyond every value that is possible."""
        return _COARSEST - _FINEST + 1

    def cells(self, values: Floats, rung: int) -> Floats:
        """Return the leading digits of each value as a whole number, or NaN for too many."""
        size = np.abs(values)
        with np.errstate(divide="ignore"):
            place = np.floor(np.log10(size)) - (_DIGITS - 1)
        place = np.maximum(place, _FINEST)
        # Coarser cells come from the finest by whole numbers, so that rounding cannot part them.
        finest = np.minimum(np.floor(size / 10.0**place), 10**_DIGITS - 1)
        drop = _FINEST + rung - place
        cells = np.sign(values) * np.floor(finest / 10.0 ** np.clip(drop, 0, _DIGITS))
        return np.where(drop < 0, np.nan, cells + 0.0)  # no -0.0

    def value(self, cell: float, rung: int) -> float:
        """Return the middle of a cell, as the float nearest to that decimal."""
        return 0.0 if cell == 0 else float(f"{int(cell)}.5e{_FINEST + rung}")

    def interval(self, cell: float, rung: int) -> tuple[float, float]:
        """Return the ends of a cell."""
        inner, outer = (f"e{_FINEST + rung}", 1 if cell > 0 else -1)
        if cell == 0:
            return float(f"-1{inner}"), float(f"1{inner}")
        ends = float(f"{int(cell)}{inner}"), float(f"{int(cell) + outer}{inner}")
        return min(ends), max(ends)

    def tells_nothing(self, cell: float, rung: int) -> bool:
        """Say whether nothing but a cell around zero on the coarsest rung was found."""
        return cell == 0 and rung == self.n_rungs - 1


@dataclass(frozen=True, slots=True)
class FixedStep:
    """One rung: values are rounded to the nearest multiple of a step, which is published.

    Parameters
    ----------
    step : float
        Public, in the unit of the statistic; 0.1 is one decimal.

    Examples
    --------
    >>> FixedStep(0.1).value(12, 0)
    1.2
    """

    step: float

    @property
    def n_rungs(self) -> int:
        """Return 1."""
        return 1

    def cells(self, values: Floats, rung: int) -> Floats:  # noqa: ARG002  # there is one
        """Return which multiple is nearest; NaN where the floats are coarser than the step."""
        cells = np.rint(values / self.step) + 0.0
        return np.where(np.abs(cells) < 2.0**53, cells, np.nan)

    def value(self, cell: float, rung: int) -> float:  # noqa: ARG002
        """Return the multiple, as the float nearest to its decimal."""
        return float(int(cell) * Decimal(repr(self.step)))

    def interval(self, cell: float, rung: int) -> tuple[float, float]:
        """Return half a step to either side."""
        middle = self.value(cell, rung)
        return middle - self.step / 2, middle + self.step / 2

    def tells_nothing(self, cell: float, rung: int) -> bool:  # noqa: ARG002
        """Return False: no cell is the whole line."""
        return False
