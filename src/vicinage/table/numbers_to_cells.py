"""Computed numbers as cells of a column's own type."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from vicinage.errors import TableError
from vicinage.schema import Column, Numeric
from vicinage.table.cells import is_missing, is_text

__all__ = ["cells_of_numbers", "number_range"]

Floats = npt.NDArray[np.float64]

_INT64_END = 2.0**63


def cells_of_numbers(
    numbers: Floats, cells: Any, column: Column, *, decimal: str, keep_integers: bool
) -> Any:
    """Return an Arrow array with the numbers as cells like those that the column had.

    Parameters
    ----------
    numbers : ndarray of float64
        NaN means missing: such a cell stays as it was if it was missing before, and is empty
        otherwise.
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
        If the column is not numeric, its type is too small for a number, or a number is
        infinite.
    """
    if not isinstance(column.kind, Numeric) or pa.types.is_boolean(cells.type):
        raise TableError(
            f"column {column.name!r} must be numeric to take computed numbers, "
            f"got {column.kind.label}"
        )
    if np.isinf(numbers).any():
        raise TableError(f"column {column.name!r} must take finite numbers, got an infinite one")
    absent = np.isnan(numbers)
    numbers = np.where(absent, 0.0, numbers) + 0.0  # adding zero turns -0.0 into 0.0
    rounded = keep_integers and (column.kind.integer or pa.types.is_integer(cells.type))
    new = _numbers(np.round(numbers) + 0.0 if rounded else numbers, rounded, cells, column, decimal)
    if not absent.any():
        return new
    kept = cells if cells.type == new.type else pa.nulls(len(cells), new.type)
    kept = pc.if_else(pa.array(is_missing(cells, column.empty)), kept, None)
    return pc.if_else(pa.array(absent), kept, new)


def number_range(kind: Any) -> tuple[float, float]:
    """Return the smallest and the largest float64 that a cell of an Arrow type can hold.

    Examples
    --------
    >>> number_range(pa.uint8()), number_range(pa.decimal128(5, 2))
    ((0.0, 255.0), (-999.99, 999.99))
    """
    if pa.types.is_integer(kind):
        info = np.iinfo(kind.to_pandas_dtype())
        lower, upper = float(info.min), float(info.max)
        # The largest integers of 64 bits are no floats: the next float is one too many.
        return lower, upper if int(upper) <= info.max else float(np.nextafter(upper, 0.0))
    if pa.types.is_decimal(kind):
        end, step = 10.0 ** (kind.precision - kind.scale), 10.0**-kind.scale
        upper = min(end - step, float(np.nextafter(end, 0.0)))
        return -upper, upper
    largest = float(np.finfo(np.float32 if pa.types.is_float32(kind) else np.float64).max)
    return -largest, largest


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
