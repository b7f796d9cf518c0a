"""Dates as days since 1970-01-01, and back."""

import datetime

__all__ = ["date_of", "days_of"]

_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)


def days_of(day: datetime.date | datetime.datetime) -> float:
    """Return the days since 1970-01-01; a time of day becomes a fraction.

    With a time zone, the moment is taken in UTC.

    Examples
    --------
    >>> days_of(datetime.date(1970, 1, 3)), days_of(datetime.datetime(1970, 1, 2, 12))
    (2.0, 1.5)
    """
    if not isinstance(day, datetime.datetime):
        day = datetime.datetime(day.year, day.month, day.day)
    if day.tzinfo is None:
        day = day.replace(tzinfo=datetime.UTC)
    return (day - _EPOCH) / datetime.timedelta(days=1)


def date_of(days: float) -> datetime.date:
    """Return the date on which a moment lies.

    Examples
    --------
    >>> date_of(1.5)
    datetime.date(1970, 1, 2)
    """
    return (_EPOCH + datetime.timedelta(days=days)).date()
