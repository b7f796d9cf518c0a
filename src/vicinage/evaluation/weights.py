"""Sampling weights: how many persons a record stands for."""

from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from vicinage.errors import TableError
from vicinage.schema import Role
from vicinage.table import Table

__all__ = ["Weights"]

Floats = npt.NDArray[np.float64]

_DECIMALS = 9
_WHOLE = 2.0**53  # sums of whole numbers up to it are exact


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Weights:
    """A weight for each record, kept in units in which all of them are whole numbers.

    Weights with up to nine decimals are counted in the last of them, so that their sums are
    exact: the parts of a table add up to the whole, in any order. Others are added as floats.

    Parameters
    ----------
    units : ndarray of float64 of shape (n,)
        The weights times `one`.
    one : float
        What a weight of 1 is in units: a power of ten.
    equal : bool
        Whether every record has the same weight, 1.

    Examples
    --------
    >>> weights = Weights.of_numbers(np.array([0.1, 0.2, 12.37]))
    >>> weights.units, weights.one
    (array([  10.,   20., 1237.]), 100.0)
    >>> weights.total
    12.67
    """

    units: Floats
    one: float = 1.0
    equal: bool = False

    @classmethod
    def of(cls, table: Table) -> Self:
        """Take the weights of the column with the role weight; without one, all are 1.

        Raises
        ------
        TableError
            If a weight is missing, negative or infinite, or if they sum to 1 or less.
        """
        names = table.schema.with_role(Role.WEIGHT)
        if not names:
            return cls(units=np.ones(table.n_rows), equal=True)
        numbers = table.values(names[0])
        if not np.isfinite(numbers).all() or (numbers < 0).any():
            raise TableError(
                f"weights in {names[0]!r} must be there and not be negative, got others; correct "
                "the column, or take its role away"
            )
        weights = cls.of_numbers(numbers)
        if not 1.0 < weights.total < np.inf:
            raise TableError(
                f"weights in {names[0]!r} must sum to more than 1, since each says how many "
                "persons a record stands for, got a sum that does not; multiply them, or take the "
                "role away"
            )
        return weights

    @classmethod
    def of_numbers(cls, numbers: Floats) -> Self:
        """Find the units of weights that are at least 0 and finite."""
        for decimals in range(_DECIMALS + 1):
            one = 10.0**decimals
            with np.errstate(over="ignore"):
                units = np.rint(numbers * one)
                too_large = units.sum() >= _WHOLE
            if too_large:
                break
            if (units / one == numbers).all():
                return cls(units=units, one=one, equal=bool((numbers == 1.0).all()))
        return cls(units=numbers)

    @property
    def total(self) -> float:
        """The sum of the weights: an estimate of how many persons there are."""
        with np.errstate(over="ignore"):
            return float(self.units.sum() / self.one)

    def take(self, rows: npt.NDArray[np.bool_]) -> Self:
        """Return the weights of some of the records."""
        return type(self)(units=self.units[rows], one=self.one, equal=self.equal)

    def counts(self, codes: npt.NDArray[np.int64], n_codes: int) -> Floats:
        """Return the sum of units under each code from 0 to `n_codes` - 1."""
        units = None if self.equal else self.units
        return np.bincount(codes, units, minlength=n_codes).astype(np.float64)
