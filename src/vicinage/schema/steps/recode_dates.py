"""Dates recoded to the first day of a period."""

import datetime
from dataclasses import dataclass, replace
from typing import ClassVar

from vicinage.errors import SchemaError
from vicinage.names import did_you_mean
from vicinage.schema.column import Column
from vicinage.schema.date import Date

__all__ = ["RecodeDates", "first_day"]

_MONTHS = {"month": 1, "quarter": 3, "year": 12}


@dataclass(frozen=True, slots=True, kw_only=True)
class RecodeDates:
    """Replace dates by the first day of their month, quarter or year, without the time of day.

    The column stays one of dates, of the same type and format, so that distances and rules such
    as ``start <= end`` keep their meaning.

    Parameters
    ----------
    column : str
    period : {"month", "quarter", "year"}

    Raises
    ------
    SchemaError
        If the period is unknown.

    Examples
    --------
    >>> print(RecodeDates(column="born", period="quarter"))
    born recoded to the first day of its quarter
    """

    label: ClassVar[str] = "recode-dates"

    column: str
    period: str

    def __post_init__(self) -> None:
        """Check the period."""
        if self.period not in _MONTHS:
            raise SchemaError(
                f"period must be one of {', '.join(_MONTHS)}, got {self.period!r}"
                f"{did_you_mean(self.period, _MONTHS)}"
            )

    @property
    def columns(self) -> tuple[str, ...]:
        """The column that changes."""
        return (self.column,)

    def column_after(self, column: Column) -> Column:
        """Return what the column is afterwards, with bounds that are first days too."""
        kind = column.kind
        if not isinstance(kind, Date):
            raise SchemaError(
                f"column must be a date to be recoded to a {self.period}, got {kind.label} for "
                f"{column.name!r}"
            )
        bounds = (
            None if d is None else first_day(d, self.period) for d in (kind.lower, kind.upper)
        )
        lower, upper = bounds
        return replace(column, kind=replace(kind, lower=lower, upper=upper), fill=None)

    def __str__(self) -> str:
        return f"{self.column} recoded to the first day of its {self.period}"


def first_day(day: datetime.date, period: str) -> datetime.date:
    """Return the first day of the month, quarter or year of a day.

    Examples
    --------
    >>> first_day(datetime.date(2024, 5, 17), "quarter")
    datetime.date(2024, 4, 1)
    """
    months = _MONTHS[period]
    return datetime.date(day.year, (day.month - 1) // months * months + 1, 1)
