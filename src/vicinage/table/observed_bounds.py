"""Bounds that the schema leaves open, filled in from the table."""

import datetime
import math
from typing import TypeVar

from vicinage.schema import Date, Numeric

__all__ = ["with_range"]

T = TypeVar("T")


def with_range(kind: Numeric | Date, lower: float, upper: float) -> Numeric | Date:
    """Return the kind with the observed range where it has no bound of its own.

    A column of one value, or of none, stays open: it has no range to be scaled by.

    Examples
    --------
    >>> with_range(Numeric(lower=0, integer=True), 18.0, 90.0)
    Numeric(lower=0, upper=90, integer=True, unit='')
    >>> with_range(Date(), 0.0, 364.5).upper
    datetime.date(1971, 1, 1)
    """
    if not lower < upper:
        return kind
    if isinstance(kind, Date):
        first, last = _day(math.floor(lower)), _day(math.ceil(upper))
        return Date(_or(kind.lower, first), _or(kind.upper, last), kind.format)
    if kind.integer:
        lower, upper = int(lower), int(upper)
    return Numeric(_or(kind.lower, lower), _or(kind.upper, upper), kind.integer, kind.unit)


def _or(declared: T | None, observed: T) -> T:
    return observed if declared is None else declared


def _day(days: int) -> datetime.date:
    return datetime.date(1970, 1, 1) + datetime.timedelta(days=days)
