"""Numbers recoded into intervals."""

import itertools
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from vicinage.errors import SchemaError
from vicinage.schema.column import Column
from vicinage.schema.finite_number import check_finite
from vicinage.schema.labels import check_labels
from vicinage.schema.numeric import Numeric
from vicinage.schema.ordinal import Ordinal

__all__ = ["RecodeNumbers"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecodeNumbers:
    """Replace numbers by the label of their interval; the column becomes ordinal.

    Parameters
    ----------
    column : str
    breaks : tuple of float
        Where one interval ends and the next begins, increasing; a break belongs to the upper one.
    labels : tuple of str
        One more than breaks: the first for all numbers below the first break, the last for the
        last break and all above.

    Raises
    ------
    SchemaError
        If the breaks do not increase, or the labels are not one more, or not different.

    Examples
    --------
    >>> print(RecodeNumbers(column="age", breaks=(18, 65), labels=("child", "adult", "old")))
    age recoded into child (below 18), adult (18 to below 65), old (65 and above)
    """

    label: ClassVar[str] = "recode-numbers"

    column: str
    breaks: tuple[float, ...]
    labels: tuple[str, ...]

    def __post_init__(self) -> None:
        """Check breaks and labels against one another."""
        if isinstance(self.breaks, str) or not isinstance(self.breaks, Iterable):
            raise SchemaError(f"breaks must be a list of numbers, got {self.breaks!r}")
        object.__setattr__(self, "breaks", tuple(self.breaks))
        for number in self.breaks:
            check_finite("breaks", number)
        if any(low >= high for low, high in itertools.pairwise(self.breaks)):
            raise SchemaError(f"breaks must increase, got {list(self.breaks)}")
        object.__setattr__(self, "labels", check_labels("labels", self.labels))
        if not self.breaks or len(self.labels) != len(self.breaks) + 1:
            raise SchemaError(
                "labels must be one more than breaks, of which there is at least one, got "
                f"{len(self.labels)} labels for {len(self.breaks)} breaks"
            )

    @property
    def columns(self) -> tuple[str, ...]:
        """The column that changes."""
        return (self.column,)

    def column_after(self, column: Column) -> Column:
        """Return what the column is afterwards."""
        if not isinstance(column.kind, Numeric):
            raise SchemaError(
                f"column must be numeric to be recoded into intervals, {_got(column)}"
            )
        return replace(column, kind=Ordinal(self.labels), fill=None)

    def __str__(self) -> str:
        middle = [f"{low} to below {high}" for low, high in itertools.pairwise(self.breaks)]
        spans = [f"below {self.breaks[0]}", *middle, f"{self.breaks[-1]} and above"]
        parts = (f"{label} ({span})" for label, span in zip(self.labels, spans, strict=True))
        return f"{self.column} recoded into {', '.join(parts)}"


def _got(column: Column) -> str:
    return f"got {column.kind.label} for {column.name!r}"
