"""The ladder without bounds."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

__all__ = ["DecimalLadder"]

Floats = npt.NDArray[np.float64]

_DIGITS = 3  # that are significant, at most
_FINEST = -12
_COARSEST = 300


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

    def width(self, cell: float, rung: int) -> float:
        """Return the power of ten, or twice that around zero."""
        return float(f"{2 if cell == 0 else 1}e{_FINEST + rung}")

    def tells_nothing(self, cell: float, rung: int) -> bool:
        """Say whether nothing but a cell around zero on the coarsest rung was found."""
        return cell == 0 and rung == self.n_rungs - 1
