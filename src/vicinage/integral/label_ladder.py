"""The ladder of categories."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

__all__ = ["LabelLadder"]

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class LabelLadder:
    """Two rungs: each category by itself, and then all of them together, which tells nothing.

    Categories are known by their codes, 0, 1, ...; a cell has the number of its category, or 0.

    Examples
    --------
    >>> LabelLadder().cells(np.array([2.0, 0.0]), 0), LabelLadder().tells_nothing(0.0, 1)
    (array([2., 0.]), True)
    """

    @property
    def n_rungs(self) -> int:
        """Return 2."""
        return 2

    def cells(self, values: Floats, rung: int) -> Floats:
        """Return the codes, or one cell for all."""
        return values if rung == 0 else np.zeros_like(values)

    def value(self, cell: float, rung: int) -> float:  # noqa: ARG002
        """Return the code."""
        return cell

    def interval(self, cell: float, rung: int) -> tuple[float, float]:  # noqa: ARG002
        """Return the code, half a unit to either side: categories have no ends."""
        return cell - 0.5, cell + 0.5

    def width(self, cell: float, rung: int) -> float:  # noqa: ARG002
        """Return 1."""
        return 1.0

    def tells_nothing(self, cell: float, rung: int) -> bool:  # noqa: ARG002
        """Say whether the cell holds all categories."""
        return rung == 1
