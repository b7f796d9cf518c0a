"""Large numbers replaced by a threshold."""

from dataclasses import dataclass, replace
from typing import ClassVar

from vicinage.errors import SchemaError
from vicinage.schema.column import Column
from vicinage.schema.steps.threshold import check_numbers, numeric_kind

__all__ = ["TopCoding"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TopCoding:
    """Replace every number above a threshold.

    Parameters
    ----------
    column : str
    threshold : float
        The largest number that stays. Not from the data: it is published.
    replacement : float or None
        What stands for the others, at least the threshold. None: the threshold itself.

    Raises
    ------
    SchemaError
        If a number is not finite, or the replacement is on the wrong side of the threshold.

    Examples
    --------
    >>> print(TopCoding(column="income", threshold=200_000, replacement=250_000))
    income top-coded: above 200000 it is 250000
    """

    label: ClassVar[str] = "top-code"

    column: str
    threshold: float
    replacement: float | None = None

    def __post_init__(self) -> None:
        """Check the numbers against one another."""
        check_numbers(self.threshold, self.replacement)
        if self.replacement is not None and self.replacement < self.threshold:
            raise SchemaError(
                f"replacement must be at least the threshold, got "
                f"replacement={self.replacement}, threshold={self.threshold}"
            )

    @property
    def columns(self) -> tuple[str, ...]:
        """The column that changes."""
        return (self.column,)

    @property
    def value(self) -> float:
        """What stands for numbers above the threshold."""
        return self.threshold if self.replacement is None else self.replacement

    def column_after(self, column: Column) -> Column:
        """Return what the column is afterwards: its upper bound is the value."""
        kind = numeric_kind(column, "top-coded", self.threshold, self.replacement)
        if kind.upper is not None and self.threshold >= kind.upper:
            raise SchemaError(
                f"threshold must be below the upper bound, got "
                f"threshold={self.threshold}, upper={kind.upper}"
            )
        return replace(column, kind=replace(kind, upper=self.value, edges=()), fill=None)

    def __str__(self) -> str:
        return f"{self.column} top-coded: above {self.threshold} it is {self.value}"
