"""Numbers rounded to multiples of a base."""

from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import ClassVar

from vicinage.errors import SchemaError
from vicinage.schema.column import Column
from vicinage.schema.finite_number import check_finite
from vicinage.schema.numeric import Numeric

__all__ = ["Rounding"]

_LEAST = 1e-290
_EXACT = 2**53


@dataclass(frozen=True, slots=True, kw_only=True)
class Rounding:
    """Replace every number by the nearest multiple of a base; halves go to the even multiple.

    Numbers of 2^53 bases or more, which a float does not hold to the last base, stay.

    Parameters
    ----------
    column : str
    base : float
        At least 1e-290, such as 1000, 5 or 0.5.

    Raises
    ------
    SchemaError
        If the base is not a finite number of at least 1e-290.

    Examples
    --------
    >>> print(Rounding(column="income", base=500))
    income rounded to multiples of 500
    """

    label: ClassVar[str] = "round"

    column: str
    base: float

    def __post_init__(self) -> None:
        """Check the base."""
        check_finite("base", self.base)
        if self.base < _LEAST:
            raise SchemaError(f"base must be above 0 and at least {_LEAST}, got {self.base}")

    @property
    def columns(self) -> tuple[str, ...]:
        """The column that changes."""
        return (self.column,)

    @property
    def ratio(self) -> tuple[int, int]:
        """The base as a fraction, as it is written: 0.1 is 1/10.

        A multiple k is k * numerator / denominator, which is the float nearest to it.
        """
        return Decimal(repr(self.base)).as_integer_ratio()

    def column_after(self, column: Column) -> Column:
        """Return what the column is afterwards, with rounded bounds."""
        kind = column.kind
        if not isinstance(kind, Numeric):
            raise SchemaError(
                f"column must be numeric to be rounded, got {kind.label} for {column.name!r}"
            )
        if kind.integer and self.ratio[1] != 1:
            raise SchemaError(
                f"base must be a whole number in a column of integers, got {self.base}"
            )
        lower, upper = (None if b is None else self._nearest(b) for b in (kind.lower, kind.upper))
        return replace(column, kind=replace(kind, lower=lower, upper=upper, edges=()), fill=None)

    def _nearest(self, number: float) -> float:
        numerator, denominator = self.ratio
        # A fraction, since the quotient may be larger than any float.
        multiple = round(Fraction(str(number)) / Fraction(numerator, denominator))
        if abs(multiple) >= _EXACT:
            return number
        return multiple * numerator / denominator if denominator > 1 else multiple * numerator

    def __str__(self) -> str:
        return f"{self.column} rounded to multiples of {self.base}"
