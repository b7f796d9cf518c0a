"""The cells of a column for a private query: whatever one holds, the others are read the same."""

import datetime
from decimal import Decimal
from typing import Any

import numpy as np
import pyarrow as pa

from vicinage.schema import Column, Date, Numeric
from vicinage.table.cells import is_text, is_utf8, plain_cells, plain_type
from vicinage.table.frames import Frame

__all__ = ["lenient_cells", "lenient_type"]

# Python spells no integer that is longer than 4300 digits.
_LARGEST_BITS = 10_000


def lenient_type(frame: Frame, name: str) -> Any:
    """Return the Arrow type of :func:`lenient_cells`.

    Raises
    ------
    TableError
        If the type of the column is nested, binary, a duration or a time of day: its type, which
        is no secret, and not one of its cells.
    """
    if frame.objects(name) is not None:
        return pa.large_string()
    return plain_type(name, frame.cells(name).type)


def lenient_cells(frame: Frame, name: str, column: Column | None = None, decimal: str = ".") -> Any:
    """Return a column as :func:`~vicinage.table.cells.plain_cells` does, but cell by cell.

    A column of Python objects is one of texts here, and each cell is spelled by itself: whether
    all of them happen to be numbers does not matter. What is no text, number, truth value or date
    is spelled by its type alone, such as "<list>". Bytes that are no UTF-8 become question marks.

    Parameters
    ----------
    frame : Frame
    name : str
    column : Column or None
        The column for whose kind objects are spelled. None: for comparison with other tables.
    decimal : str
        The decimal sign of its numbers.

    Returns
    -------
    pyarrow.Array
        Private.
    """
    objects = frame.objects(name)
    if objects is not None:
        return _texts([_spelled(value, column, decimal) for value in objects])
    cells = plain_cells(frame, name)
    return _repaired(cells) if is_text(cells.type) and not is_utf8(cells) else cells


def _spelled(value: Any, column: Column | None, decimal: str) -> str | None:
    if isinstance(value, str):
        return value
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return None  # pandas is an optional package: its types are known by name
    kind = None if column is None else column.kind
    if isinstance(value, datetime.date):
        return _spelled_date(value, kind.format if isinstance(kind, Date) else None)
    if isinstance(value, bool | np.bool_):
        return str(int(value)) if isinstance(kind, Numeric) else str(bool(value)).lower()
    text = _spelled_number(value)
    if isinstance(kind, Numeric) and decimal == "," and text is not None:
        text = text.replace(".", ",")
    return text


def _spelled_number(value: Any) -> str | None:
    if isinstance(value, int | np.integer) and int(value).bit_length() < _LARGEST_BITS:
        return str(int(value))
    if isinstance(value, float | np.floating):
        return None if np.isnan(value) else repr(float(value)).removesuffix(".0")
    if isinstance(value, Decimal):
        return None if value.is_nan() else str(value)
    return f"<{type(value).__name__}>"


def _spelled_date(value: datetime.date, form: str | None) -> str:
    if form is not None:
        return value.strftime(form)
    return value.isoformat(sep=" ") if isinstance(value, datetime.datetime) else value.isoformat()


def _texts(spelled: list[str | None]) -> Any:
    try:
        return pa.array(spelled, pa.large_string())
    except UnicodeEncodeError:  # a lone surrogate
        encoded = [None if t is None else t.encode("utf-8", "replace") for t in spelled]
        return pa.array(encoded, pa.large_binary()).cast(pa.large_string())


def _repaired(texts: Any) -> Any:
    kind = pa.large_binary() if pa.types.is_large_string(texts.type) else pa.binary()
    decoded = [
        None if raw is None else raw.decode("utf-8", "replace")
        for raw in texts.view(kind).to_pylist()
    ]
    return pa.array(decoded, texts.type)
