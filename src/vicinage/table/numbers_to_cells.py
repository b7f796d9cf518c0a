"""Computed numbers as cells of a column's own type."""

import datetime
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from vicinage.errors import TableError
from vicinage.schema import Column, Date, Numeric
from vicinage.table.cells import is_missing, is_text
from vicinage.table.parsing import UNITS_PER_DAY

__all__ = ["cells_of_numbers"]

Floats = npt.NDArray[np.float64]

_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
_INT64_END = 2.0**63
_FIRST_DAY, _END_OF_DAYS = -719_162, 2_932_896  # 0001-01-01 and 9999-12-31, as days since then


def cells_of_numbers(
    numbers: Floats, cells: Any, column: Column, *, decimal: str, keep_integers: bool
) -> Any:
    """Return an Arrow array with the numbers as cells like those that the column had.

    Parameters
    ----------
    numbers : ndarray of float64
        In the unit of :func:`vicinage.table.parsing.parse`. NaN means missing: such a cell stays
        as it was if it was missing before, and is empty otherwise.
    cells : pyarrow.Array
        The column as it was.
    column : Column
    decimal : str
        Decimal sign of numbers in text cells.
    keep_integers : bool
        Whether integers are rounded, half to even, or released as floats.

    Raises
    ------
    TableError
        If the column is neither numeric nor a date, its type is too small for a number, or a
        number is infinite or beyond the calendar.
    """
    if np.isinf(numbers).any():
        raise TableError(f"column {column.name!r} must take finite numbers, got an infinite one")
    absent = np.isnan(numbers)
    numbers = np.where(absent, 0.0, numbers) + 0.0  # adding zero turns -0.0 into 0.0
    if isinstance(column.kind, Date):
        if numbers.min() < _FIRST_DAY or numbers.max() >= _END_OF_DAYS:
            raise TableError(
                f"column {column.name!r} must take dates of the years 1 to 9999, got one outside"
            )
        new = _dates(numbers, cells.type, column.kind)
    elif isinstance(column.kind, Numeric) and not pa.types.is_boolean(cells.type):
        rounded = keep_integers and (column.kind.integer or pa.types.is_integer(cells.type))
        new = _numbers(
            np.round(numbers) + 0.0 if rounded else numbers, rounded, cells, column, decimal
        )
    else:
        raise TableError(
            f"column {column.name!r} must be numeric or a date to take computed numbers, "
            f"got {column.kind.kind}"
        )
    if not absent.any():
        return new
    kept = cells if cells.type == new.type else pa.nulls(len(cells), new.type)
    kept = pc.if_else(pa.array(is_missing(cells, column.missing)), kept, None)
    return pc.if_else(pa.array(absent), kept, new)


def _numbers(numbers: Floats, rounded: bool, cells: Any, column: Column, decimal: str) -> Any:
    kind = cells.type
    if is_text(kind):
        return _spelled(numbers, rounded, decimal).cast(kind)
    if pa.types.is_integer(kind) and not rounded:
        return pa.array(numbers)
    try:
        if pa.types.is_decimal(kind):
            return pa.array(np.round(numbers, kind.scale)).cast(kind)
        return pa.array(numbers).cast(kind, safe=pa.types.is_integer(kind))
    except pa.ArrowInvalid:
        raise TableError(
            f"column {column.name!r} must be of a type that holds the computed numbers, "
            f"got {kind}; convert it to a larger type first"
        ) from None


def _spelled(numbers: Floats, rounded: bool, decimal: str) -> Any:
    # Arrow writes the shortest text that reads back the same, but 1e+16 for a large float.
    whole = rounded and bool(np.abs(numbers).max() < _INT64_END)
    texts = pa.array(numbers.astype(np.int64) if whole else numbers).cast(pa.string())
    return pc.replace_substring(texts, ".", ",") if decimal == "," else texts


def _dates(days: Floats, kind: Any, declared: Date) -> Any:
    if is_text(kind):
        # A text without a time of day takes the nearest day.
        return _spelled_dates(days, declared.format).cast(kind)
    if pa.types.is_timestamp(kind):
        return pa.array(np.round(days * UNITS_PER_DAY[kind.unit]).astype(np.int64)).cast(kind)
    return pa.array(np.round(days).astype(np.int32)).cast(pa.date32()).cast(kind)


def _spelled_dates(days: Floats, form: str) -> Any:
    has_time = f"{_EPOCH:{form}}" != f"{_EPOCH.replace(hour=13, minute=1, second=1):{form}}"
    seconds = np.round(days * 86_400) if has_time else np.round(days) * 86_400
    different, positions = np.unique(seconds, return_inverse=True)
    texts = [f"{_EPOCH + datetime.timedelta(seconds=second):{form}}" for second in different]
    return pa.array(texts).take(pa.array(positions))
