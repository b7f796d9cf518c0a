"""Ladders of resolutions, fixed before the data are looked at."""

from typing import Protocol

import numpy as np
import numpy.typing as npt

__all__ = ["Ladder"]

Floats = npt.NDArray[np.float64]


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

    def width(self, cell: float, rung: int) -> float:
        """Return the width of a cell."""

    def tells_nothing(self, cell: float, rung: int) -> bool:
        """Say whether a cell holds every possible value."""
