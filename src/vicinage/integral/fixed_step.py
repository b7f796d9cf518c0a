"""Rounding to one resolution."""

from dataclasses import dataclass
from decimal import Decimal

import numpy as np
import numpy.typing as npt

__all__ = ["FixedStep"]

Floats = npt.NDArray[np.float64]


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
        with np.errstate(over="ignore"):
            cells = np.rint(values / self.step) + 0.0
        return np.where(np.abs(cells) < 2.0**51, cells, np.nan)  # half a step is still a float

    def value(self, cell: float, rung: int) -> float:  # noqa: ARG002
        """Return the multiple, as the float nearest to its decimal."""
        return float(int(cell) * Decimal(repr(self.step)))

    def interval(self, cell: float, rung: int) -> tuple[float, float]:
        """Return half a step to either side."""
        middle = self.value(cell, rung)
        return middle - self.step / 2, middle + self.step / 2

    def width(self, cell: float, rung: int) -> float:  # noqa: ARG002
        """Return the step, without the rounding of the ends."""
        return self.step

    def tells_nothing(self, cell: float, rung: int) -> bool:  # noqa: ARG002
        """Return False: no cell is the whole line."""
        return False
