"""Dates as statistics programs store them: numbers since a day of their own, told by a format."""

import re
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from vicinage.table.file_kind import FileKind

__all__ = ["default_form", "is_date_form", "moments_of", "numbers_of"]

_SECONDS, _MILLISECONDS = 86_400, 86_400_000
# For each program: how its formats of dates and of moments begin, their units in a day, and the
# days from its own first day to 1970-01-01.
_FORMS = {
    FileKind.SPSS: (
        (r"(?:A|E|J|S)?DATE\d|(?:MOYR|QYR|WKYR)\d", _SECONDS),
        (r"DATETIME|YMDHMS", _SECONDS),
        141_428,  # 1582-10-14
    ),
    FileKind.STATA: ((r"%-?t?d", 1), (r"%-?tc", _MILLISECONDS), 3_653),  # 1960-01-01
    FileKind.SAS: (
        (
            r"(?:E8601DA|B8601DA|IS8601DA|DATE|DDMMYY[BCDNPS]?|MMDDYY[BCDNPS]?|YYMMDD[BCDNPS]?|"
            r"WORDDAT[EX]|WEEKDAT[EX]|JULIAN|MONYY|YYMON)\d*\.?$",
            1,
        ),
        (r"DATETIME|E8601DT|B8601DT|IS8601DT|DATEAMPM", _SECONDS),
        3_653,
    ),
}
_DEFAULTS = {
    FileKind.SPSS: ("DATE11", "DATETIME20"),
    FileKind.STATA: ("%td", "%tc"),
    FileKind.SAS: ("DATE9", "DATETIME20"),
}
_FIRST_DAY, _LAST_DAY = -719_162, 2_932_896  # of the years 1 to 9999, since 1970-01-01
_MICROSECONDS = 86_400_000_000


def moments_of(numbers: Any, form: str, kind: FileKind) -> Any:
    """Return numbers as dates or timestamps where their format says that they are some.

    They stay numbers where one of them is no exact date of the years 1 to 9999, or no exact
    microsecond.

    Parameters
    ----------
    numbers : pyarrow.Array of float64
    form : str
    kind : FileKind
    """
    (days, day_units), (moments, moment_units), offset = _FORMS[_program(kind)]
    if re.match(moments, form):
        return _timestamps(numbers, moment_units, offset)
    if not re.match(days, form):
        return numbers
    found = pc.subtract(pc.divide(numbers, float(day_units)), float(offset))
    whole = pc.round(found)
    if pc.all(pc.equal(found, whole)).as_py() is False:
        return _timestamps(numbers, day_units, offset)
    if _outside(whole, 1):
        return numbers
    return whole.cast(pa.int32()).cast(pa.date32())


def _timestamps(numbers: Any, units: int, offset: int) -> Any:
    finer = _MICROSECONDS // units
    exact = pc.round(pc.multiply(numbers, float(finer)))
    found = pc.subtract(exact, float(offset * _MICROSECONDS))
    back = pc.divide(pc.add(found, float(offset * _MICROSECONDS)), float(finer))
    if pc.all(pc.equal(back, numbers)).as_py() is False or _outside(found, _MICROSECONDS):
        return numbers
    return found.cast(pa.int64()).cast(pa.timestamp("us"))


def _outside(numbers: Any, units: int) -> bool:
    ends = pc.min_max(numbers).as_py()
    if ends["min"] is None:
        return False
    return bool(ends["min"] < _FIRST_DAY * units or ends["max"] >= (_LAST_DAY + 1) * units)


def numbers_of(cells: Any, form: str, kind: FileKind) -> Any:
    """Return dates and timestamps as the numbers that the program stores.

    Parameters
    ----------
    cells : pyarrow.Array of date32 or timestamp[us]
    form : str
        Of the column, or its default.
    kind : FileKind
    """
    (days, day_units), (_, moment_units), offset = _FORMS[_program(kind)]
    if pa.types.is_date(cells.type):
        since = pc.add(cells.cast(pa.int32()).cast(pa.float64()), float(offset))
        return pc.multiply(since, float(day_units))
    units = day_units if re.match(days, form) else moment_units
    since = cells.cast(pa.int64()).to_numpy(zero_copy_only=False).astype(np.float64)
    found = (since + offset * _MICROSECONDS) / (_MICROSECONDS // units)
    return pa.array(found, mask=np.isnan(since))


def is_date_form(form: str, kind: FileKind, cells: Any) -> bool:
    """Say whether a format can show these dates or timestamps."""
    days, moments, _ = _FORMS[_program(kind)]
    if re.match(moments[0], form):
        return bool(pa.types.is_timestamp(cells.type))
    return re.match(days[0], form) is not None


def default_form(cells: Any, kind: FileKind) -> str:
    """Return the usual format of dates or timestamps."""
    return _DEFAULTS[_program(kind)][bool(pa.types.is_timestamp(cells.type))]


def _program(kind: FileKind) -> FileKind:
    return FileKind.SAS if kind is FileKind.XPORT else kind
