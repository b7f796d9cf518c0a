"""A column as the metrics see it."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vicinage.neighbors.whole import Whole

__all__ = ["Variable"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Variable:
    """Values of one column, private, with the range that scales them.

    Parameters
    ----------
    name : str
    values : ndarray of float64 of shape (n_records,)
        Numbers, days, ranks or, with `labels`, positions in them. NaN where the cell is missing.
    lower, upper : float
        Declared range where there is one, else the observed one.
    labels : tuple of str, optional
        The categories of a nominal column; None for a column in which differences have a size.
    whole : Whole, optional
        For values that are a part of the column, so that each part is placed alike.
    """

    name: str
    values: npt.NDArray[np.float64]
    lower: float
    upper: float
    labels: tuple[str, ...] | None = None
    whole: Whole | None = None

    @property
    def constant(self) -> bool:
        """Whether all cells that are not missing are equal."""
        if self.whole is not None:
            return self.whole.constant
        present = self.values[~np.isnan(self.values)]
        return present.size == 0 or bool(present.min() == present.max())

    @property
    def missing(self) -> npt.NDArray[np.bool_]:
        """Which cells are missing."""
        return np.isnan(self.values)

    @property
    def some_missing(self) -> bool:
        """Whether a cell is missing."""
        return bool(self.missing.any()) if self.whole is None else self.whole.some_missing

    @property
    def all_missing(self) -> bool:
        """Whether every cell is missing."""
        return bool(self.missing.all()) if self.whole is None else self.whole.all_missing

    def scaled(self) -> npt.NDArray[np.float64]:
        """Return the values with the range mapped to [0, 1]; a missing cell stays NaN."""
        # Halves, so that a range wider than the largest float does not overflow.
        return (self.values / 2 - self.lower / 2) / (self.upper / 2 - self.lower / 2)
