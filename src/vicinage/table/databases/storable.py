"""Tables in the few Arrow types that every database can keep."""

from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from vicinage.errors import OutputError, TableError
from vicinage.table.cells import plain_type

__all__ = ["check_calendar", "storable", "storable_type"]

_WIDER = {
    pa.int8(): pa.int16(),
    pa.uint8(): pa.int16(),
    pa.uint16(): pa.int32(),
    pa.uint32(): pa.int64(),
    pa.uint64(): pa.decimal128(20, 0),
    pa.date64(): pa.date32(),
    pa.large_string(): pa.string(),
}
# 0001-01-01 to 9999-12-31, in days since 1970-01-01.
_FIRST_DAY, _LAST_DAY = -719_162, 2_932_896
_MICROSECONDS = 86_400_000_000


def storable_type(name: str, kind: Any) -> Any:
    """Return the type in which a column goes to a database.

    Raises
    ------
    OutputError
        If it is none of numbers, texts, dates and booleans.
    """
    try:
        plain = plain_type(name, kind)
    except TableError as error:
        raise OutputError(str(error)) from None
    if pa.types.is_timestamp(plain):
        return pa.timestamp("us", None if plain.tz is None else "UTC")
    return _WIDER.get(plain, plain)


def storable(table: Any) -> Any:
    """Cast a pyarrow Table to such types; nothing is rounded or cut.

    Raises
    ------
    OutputError
        If a time of day is finer than a microsecond.
    """
    for position, field in enumerate(table.schema):
        kind = storable_type(field.name, field.type)
        if kind == field.type:
            continue
        column = table.column(position)
        try:
            column = column.cast(kind)
        except pa.ArrowInvalid:
            raise OutputError(
                f"column {field.name!r} must fit the type {kind} of databases, got {field.type} "
                "with cells that do not, such as nanoseconds; round them first"
            ) from None
        table = table.set_column(position, pa.field(field.name, column.type), column)
    return table.replace_schema_metadata(None)


def check_calendar(batch: Any) -> Any:
    """Return a batch whose dates are in the years 1 to 9999, or refuse it.

    Databases know "infinity" and the stone age, which drivers hand over as numbers.

    Raises
    ------
    TableError
    """
    for field in batch.schema:
        unit = 1 if pa.types.is_date32(field.type) else _MICROSECONDS
        if pa.types.is_date32(field.type):
            numbers = batch.column(field.name).view(pa.int32())
        elif pa.types.is_timestamp(field.type):
            numbers = batch.column(field.name).view(pa.int64())
            unit = {"s": 86_400, "ms": 86_400_000, "us": _MICROSECONDS}.get(field.type.unit, 0)
        else:
            continue
        ends = pc.min_max(numbers).as_py()
        low, high = ends["min"], ends["max"]
        if unit and low is not None and (low < _FIRST_DAY * unit or high >= (_LAST_DAY + 1) * unit):
            raise TableError(
                f"column {field.name!r} must hold dates of the years 1 to 9999, got others, such "
                "as infinity; turn them into nulls in a view"
            )
    return batch
