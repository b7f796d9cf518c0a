"""One published statistic."""

import datetime
from dataclasses import asdict, dataclass, replace
from typing import Any, Self

from vicinage.table.calendar_days import date_of

__all__ = ["IntegralResult"]

_FIRST, _LAST = -719162.0, 2932896.0  # days from 1970-01-01 to 0001-01-01 and to 9999-12-31


@dataclass(frozen=True, slots=True, kw_only=True)
class IntegralResult:
    """A statistic that at least k different resamples share, and all that may be said of it.

    How many resamples share it, which they are, and what the whole column gives is not kept.

    Parameters
    ----------
    statistic : str
    value : float, datetime.date, str or None
        The middle of the cell, or the multiple of a fixed resolution. Of dates: the day it lies
        on; what is no place among them (sum, variance, sd, iqr) is in days since 1970-01-01. The
        mode is a category, or None where none qualifies.
    resolution : float
        Width of the cell, in the unit of the statistic (of dates: days); 0 for count and mode.
    cell : pair of float or of datetime.date, or tuple of str
        Results in this interval count as the same. Of a mode: the category, or nothing for any.
    k : int
    n_resamples : int
    resampling : str
    condition : str
        What the resamples that share it fulfil together.
    selection : str
        How it was chosen among those that do.
    note : str
        "no information: no finer result qualifies" when the cell is all that was declared.

    Examples
    --------
    >>> IntegralResult(statistic="mean", value=5.0, resolution=2.0, cell=(4.0, 6.0), k=10,
    ...     n_resamples=1000, resampling="half", condition="absence", selection="private")
    IntegralResult(mean = 5 +- 1; k = 10, absence)
    """

    statistic: str
    value: float | datetime.date | str | None
    resolution: float
    cell: tuple[float, float] | tuple[datetime.date, datetime.date] | tuple[str, ...]
    k: int
    n_resamples: int
    resampling: str
    condition: str
    selection: str
    note: str = ""

    def as_dict(self) -> dict[str, Any]:
        """Return the result as plain values, ready for JSON."""
        return asdict(self) | {"value": _plain(self.value), "cell": [_plain(x) for x in self.cell]}

    def dated(self) -> Self:
        """Return the same with days since 1970-01-01 as dates."""
        value, low, high = (_date(days) for days in (self.value, *self.cell))
        return replace(self, value=value, cell=(low, high))

    def labelled(self, labels: tuple[str, ...]) -> Self:
        """Return the same with a code as the category that it stands for; None if it may be any."""
        label = None if self.note else labels[int(self.value)]  # type: ignore[arg-type]  # a code
        return replace(self, value=label, resolution=0.0, cell=() if label is None else (label,))

    def shown(self) -> str:
        """Return the value and, unless it is exact, half the width of its cell, as text."""
        if self.value is None or isinstance(self.value, str):
            return self.value or "any"
        if isinstance(self.value, datetime.date):
            return f"{self.value} +- {self.resolution / 2:.4g} days"
        size = f" +- {self.resolution / 2:.4g}" if self.resolution else ""
        return f"{self.value:.10g}{size}"

    def __repr__(self) -> str:
        note = f"; {self.note}" if self.note else ""
        return (
            f"IntegralResult({self.statistic} = {self.shown()}; k = {self.k}, "
            f"{self.condition}{note})"
        )


def _date(days: float) -> datetime.date:
    return date_of(min(max(days, _FIRST), _LAST))


def _plain(value: float | datetime.date | str | None) -> float | str | None:
    return value.isoformat() if isinstance(value, datetime.date) else value
