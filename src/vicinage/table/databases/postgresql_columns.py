"""The columns of a table in PostgreSQL, and their types in Arrow and back."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import pyarrow as pa

from vicinage.errors import OutputError, TableError
from vicinage.table.databases.sql_names import quoted
from vicinage.table.databases.storable import check_calendar, storable_type

__all__ = ["Columns", "arrow_batches", "columns_of", "declaration"]

_ARROW = {
    "bool": pa.bool_(),
    "int2": pa.int16(),
    "int4": pa.int32(),
    "int8": pa.int64(),
    "float4": pa.float32(),
    "float8": pa.float64(),
    "text": pa.string(),
    "varchar": pa.string(),
    "bpchar": pa.string(),
    "date": pa.date32(),
    "timestamp": pa.timestamp("us"),
    "timestamptz": pa.timestamp("us", "UTC"),
}
_SPELLED = ("citext", "name", "uuid")
_SQL = {
    pa.bool_(): "boolean",
    pa.int16(): "smallint",
    pa.int32(): "integer",
    pa.int64(): "bigint",
    pa.float32(): "real",
    pa.float64(): "double precision",
    pa.string(): "text",
    pa.date32(): "date",
    pa.timestamp("us"): "timestamp",
    pa.timestamp("us", "UTC"): "timestamptz",
}
_MOST_DIGITS = 38
# Columns with the types under their domains; of enums only that they are some.
_COLUMNS = """
    SELECT a.attname::text, CASE WHEN b.typtype = 'e' THEN 'enum' ELSE b.typname::text END,
           (CASE WHEN t.typtype = 'd' THEN t.typtypmod ELSE a.atttypmod END)::int4,
           COALESCE(array_position(i.indkey::int2[], a.attnum), -1)::int4
    FROM pg_attribute a
    JOIN pg_type t ON t.oid = a.atttypid
    JOIN pg_type b ON b.oid = CASE WHEN t.typtype = 'd' THEN t.typbasetype ELSE t.oid END
    LEFT JOIN pg_index i ON i.indrelid = a.attrelid AND i.indisprimary
    WHERE a.attrelid = $1 AND a.attnum > 0 AND NOT a.attisdropped
    ORDER BY a.attnum
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """What is read of a table, and in which order.

    Parameters
    ----------
    source : str
        The table, as SQL spells it.
    schema : pyarrow.Schema
    expressions : tuple of str
        What to select for each field: the column itself, or its text.
    primary_key : tuple of str
        As SQL spells it; empty where there is none.
    """

    source: str
    schema: Any
    expressions: tuple[str, ...]
    primary_key: tuple[str, ...]

    def query(self) -> str:
        """Return the statement that reads all rows."""
        order = f" ORDER BY {', '.join(self.primary_key)}" if self.primary_key else ""
        # Names come from the catalogue of the database, in quotes.
        return f"SELECT {', '.join(self.expressions)} FROM {self.source}{order}"  # noqa: S608


def columns_of(cursor: Any, oid: int, source: str) -> Columns:
    """Look up the columns of a table.

    Raises
    ------
    TableError
        If some are of a type that no table can have.
    """
    cursor.execute(_COLUMNS, (oid,))
    found = cursor.fetchall()
    known = {*_ARROW, *_SPELLED, "enum", "numeric"}
    strange = [f"{name!r} of type {kind}" for name, kind, _, _ in found if kind not in known]
    if strange or not found:
        raise TableError(
            "columns must hold numbers, texts, dates or booleans, got "
            f"{', '.join(strange) or 'no column'}; make a view that converts or leaves them out"
        )
    fields, expressions = [], []
    for name, kind, modifier, _ in found:
        spelled = kind not in _ARROW
        column = quoted(name)
        expressions.append(f"{column}::text AS {column}" if spelled else column)
        arrow = _ARROW.get(kind, pa.string())
        if kind == "numeric":
            arrow = _decimal(cursor, source, name, modifier)
        fields.append(pa.field(name, arrow))
    key = sorted((place, name) for name, _, _, place in found if place >= 0)
    return Columns(
        source=source,
        schema=pa.schema(fields),
        expressions=tuple(expressions),
        primary_key=tuple(quoted(name) for _, name in key),
    )


def _decimal(cursor: Any, source: str, name: str, modifier: int) -> Any:
    """Return the declared type of a decimal, or the smallest one that holds all its cells."""
    if modifier >= 0:
        precision, scale = (modifier - 4) >> 16 & 0xFFFF, (modifier - 4) & 0x7FF
        scale -= 2048 if scale >= 1024 else 0  # 11 bits with a sign
    else:
        column = quoted(name)
        cursor.execute(
            f"SELECT COALESCE(max(scale({column})), 0)::int4, "  # noqa: S608 - quoted
            f"COALESCE(max(length(trunc(abs({column}))::text)), 1)::int4 FROM {source} "
            f"WHERE {column} NOT IN ('NaN', 'Infinity', '-Infinity')"
        )
        scale, whole = cursor.fetchone()
        precision = scale + whole
    precision, scale = max(precision - min(scale, 0), scale), max(scale, 0)
    if precision > _MOST_DIGITS:
        raise TableError(
            f"column {name!r} must hold decimals of at most {_MOST_DIGITS} digits, got {precision};"
            " convert it in a view, for example to double precision"
        )
    return pa.decimal128(precision, scale)


def arrow_batches(batches: Any, columns: Columns) -> Iterator[Any]:
    """Give batches the types of the columns: texts of decimals become decimals.

    Raises
    ------
    TableError
        If a decimal is infinite, or a date outside the years 1 to 9999.
    """
    for batch in batches:
        arrays = []
        for field, array in zip(columns.schema, batch.columns, strict=True):
            arrays.append(_decimals(field, array) if pa.types.is_decimal(field.type) else array)
        typed = pa.RecordBatch.from_arrays(arrays, schema=columns.schema)
        yield check_calendar(typed)


def _decimals(field: Any, texts: Any) -> Any:
    """Read decimals; NaN is a missing cell."""
    numbers = [None if text in (None, "NaN") else Decimal(text) for text in texts.to_pylist()]
    try:
        return pa.array(numbers, field.type)
    except pa.ArrowInvalid:
        raise TableError(
            f"column {field.name!r} must hold finite decimals, got others; turn them into nulls in "
            "a view"
        ) from None


def declaration(field: Any) -> str:
    """Return a column as CREATE TABLE declares it.

    Examples
    --------
    >>> declaration(pa.field("pay", pa.decimal128(10, 2)))
    '"pay" numeric(10, 2)'

    Raises
    ------
    OutputError
        If PostgreSQL has no such type.
    """
    kind = storable_type(field.name, field.type)
    if pa.types.is_decimal(kind):
        return f"{quoted(field.name)} numeric({kind.precision}, {kind.scale})"
    if kind not in _SQL:
        raise OutputError(f"column {field.name!r} must be of a type of PostgreSQL, got {kind}")
    return f"{quoted(field.name)} {_SQL[kind]}"
