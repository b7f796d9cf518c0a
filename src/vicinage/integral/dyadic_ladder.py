"""The ladder of declared bounds."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

__all__ = ["DyadicLadder"]

Floats = npt.NDArray[np.float64]

_DEPTH = 10  # cells of the finest rung: 2^10


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

    def width(self, cell: float, rung: int) -> float:  # noqa: ARG002  # all cells are alike
        """Return the width of a cell."""
        return (self.upper - self.lower) * 2.0 ** (rung - _DEPTH)

    def tells_nothing(self, cell: float, rung: int) -> bool:  # noqa: ARG002
        """Say whether the cell is the whole range."""
        return rung == _DEPTH

    def _at(self, place: float, rung: int) -> float:
        return float(self.lower + (self.upper - self.lower) * (place * 2.0 ** (rung - _DEPTH)))
