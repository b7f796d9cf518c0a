"""Numbers and dates that are spelled as texts."""

import datetime
import re
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from vicinage.table.calendar_days import days_of
from vicinage.table.cells import as_floats, as_mask

__all__ = ["days_of_texts", "is_grouped", "numbers_of_texts"]

# A leading zero means a code, such as a postcode, and not a number.
_NUMBER = r"^ *[+-]?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)? *$"
_INFINITY = r"^(?i:[+-]?inf(?:inity)?)$"
_IN_GROUPS = {
    ".": re.compile("[+-]?[0-9]{1,3}([, '\u00a0\u202f][0-9]{3})+([.][0-9]*)?"),
    ",": re.compile("[+-]?[0-9]{1,3}([. '\u00a0\u202f][0-9]{3})+(,[0-9]*)?"),
}


def numbers_of_texts(texts: Any, decimal: str) -> npt.NDArray[np.float64]:
    """Read numbers; NaN where a text is none, infinite where it says so or is too large.

    Blanks around a number do not matter.

    Examples
    --------
    >>> numbers_of_texts(pa.array(["1,5", "-2", "1.5", "007", "inf"]), ",")
    array([ 1.5, -2. ,  nan,  nan,  inf])
    """
    if decimal == ",":
        pointless = pc.invert(pc.match_substring(texts, "."))
        texts = pc.if_else(pointless, pc.replace_substring(texts, ",", "."), None)
    finite = pc.match_substring_regex(texts, _NUMBER)
    if pc.any(pc.match_substring(texts, " ")).as_py():
        texts = pc.utf8_trim(texts, " ")
    numbers = np.array(as_floats(pc.if_else(finite, texts, None).cast(pa.float64())))
    if np.isnan(numbers).any():
        numbers[as_mask(pc.match_substring_regex(texts, _INFINITY))] = np.inf
    return numbers


def is_grouped(text: str, decimal: str) -> bool:
    """Say whether a text is a number with thousands separators, which are not read.

    Examples
    --------
    >>> [is_grouped(text, ".") for text in ("1,234.5", "12 000", "1234.5", "1,23")]
    [True, True, False, False]
    """
    return _IN_GROUPS[decimal].fullmatch(text.strip()) is not None


def days_of_texts(texts: Any, form: str) -> npt.NDArray[np.float64]:
    """Read dates as days since 1970-01-01; NaN where a text is no date of the given form.

    A time of day becomes a fraction; with a time zone, the moment is taken in UTC.

    Examples
    --------
    >>> days_of_texts(pa.array(["1970-01-02", "2021-02-30"]), "%Y-%m-%d")
    array([ 1., nan])
    """
    found = _iso_days(texts) if form == "%Y-%m-%d" else None
    if found is not None:
        return found
    spelled = texts.dictionary_encode()
    days = np.array([_day(text, form) for text in spelled.dictionary.to_pylist()] + [np.nan])
    each: npt.NDArray[np.float64] = days[spelled.indices.fill_null(len(days) - 1).to_numpy()]
    return each


def _iso_days(texts: Any) -> npt.NDArray[np.float64] | None:
    """Read all dates at once; None where one of the texts is no date, so that each is tried."""
    try:
        found = np.array(as_floats(texts.cast(pa.date32()).cast(pa.int32())))
    except pa.ArrowInvalid:
        return None
    found[found < days_of(datetime.date.min)] = np.nan  # there is no year 0
    return found


def _day(text: str, form: str) -> float:
    try:
        return days_of(datetime.datetime.strptime(text, form))
    except ValueError:
        return np.nan
