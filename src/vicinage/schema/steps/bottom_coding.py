"""Small numbers replaced by a threshold."""

from dataclasses import dataclass, replace
from typing import ClassVar

from vicinage.errors import SchemaError
from vicinage.schema.column import Column
from vicinage.schema.steps.threshold import check_numbers, numeric_kind

__all__ = ["BottomCoding"]


@dataclass(frozen=True, slots=True, kw_only=True)
class BottomCoding:
    """Replace every number below a threshold.

    Parameters
    ----------
    column : str
    threshold : float
        The smallest number that stays. Not from the data: it is published.
    replacement : float or None
        What stands for the others, at most the threshold. None: the threshold itself.

    Raises
    ------
    SchemaError
        If a number is not finite, or the replacement is on the wrong side of the threshold.

    Examples
    --------
    >>> print(BottomCoding(column="income", threshold=-1000, replacement=-5000))
    income bottom-coded: below -1000 it is -5000
    """

    label: ClassVar[str] = "bottom-code"

    column: str
    threshold: float
    replacement: float | None = None

    def __post_init__(self) -> None:
        """Check the numbers against one another."""
        check_numbers(self.threshold, self.replacement)
        if self.replacement is not None and self.replacement > self.threshold:
            raise SchemaError(
                f"replacement must be at most the threshold, got "
                f"replacement={self.replacement}, threshold={self.threshold}"
            )

    @property
    def columns(self) -> tuple[str, ...]:
        """The column that changes."""
        return (self.column,)

    @property
    def value(self) -> float:
        """What stands for numbers below the threshold."""
        return self.threshold if self.replacement is None else self.replacement

    def column_after(self, column: Column) -> Column:
        """Return what the column is afterwards: its lower bound is the value."""
        kind = numeric_kind(column, "bottom-coded", self.threshold, self.replacement)
        if kind.lower is not None and self.threshold <= kind.lower:
            raise SchemaError(
                f"threshold must be above the lower bound, got "
                f"threshold={self.threshold}, lower={kind.lower}"
            )
        return replace(column, kind=replace(kind, lower=self.value, edges=()), fill=None)

    def __str__(self) -> str:
        return f"{self.column} bottom-coded: below {self.threshold} it is {self.value}"
