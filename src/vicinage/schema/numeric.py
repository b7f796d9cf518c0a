"""Numeric columns."""

import sys
from dataclasses import dataclass
from typing import ClassVar

from vicinage.errors import SchemaError

__all__ = ["Numeric"]


@dataclass(frozen=True, slots=True)
class Numeric:
    """A column of numbers.

    Parameters
    ----------
    lower, upper : float or None
        Declared bounds in the unit of the column, both included. Distances are scaled by them,
        and values outside count as the bound there. None: the range found in the table is used.
    integer : bool
        Whether every value is a whole number.
    unit : str
        For the reader only, such as "years" or "EUR".

    Raises
    ------
    SchemaError
        If a bound is not a finite number, or `lower` is not below `upper`.

    Examples
    --------
    >>> Numeric(lower=0, upper=120, integer=True)
    Numeric(lower=0, upper=120, integer=True, unit='')
    """

    label: ClassVar[str] = "numeric"

    lower: float | None = None
    upper: float | None = None
    integer: bool = False
    unit: str = ""

    def __post_init__(self) -> None:
        """Reject bounds that do not define an interval."""
        for name, bound in (("lower", self.lower), ("upper", self.upper)):
            if bound is None:
                continue
            if isinstance(bound, bool) or not isinstance(bound, int | float):
                raise SchemaError(f"{name} must be a number, got {bound!r}")
            if not abs(bound) <= sys.float_info.max:  # also catches NaN
                raise SchemaError(f"{name} must be finite, got {bound}")
        if self.lower is not None and self.upper is not None and self.lower >= self.upper:
            raise SchemaError(
                f"lower must be below upper, got lower={self.lower}, upper={self.upper}"
            )
        if not isinstance(self.integer, bool):
            raise SchemaError(f"integer must be true or false, got {self.integer!r}")
        if not isinstance(self.unit, str):
            raise SchemaError(f"unit must be a string, got {self.unit!r}")
