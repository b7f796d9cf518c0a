"""Cells of SQLite, where a type belongs to the cell and not to the column."""

import sqlite3
from collections.abc import Sequence
from decimal import Decimal
from re import fullmatch
from typing import Any

import pyarrow as pa

from vicinage.errors import OutputError, TableError
from vicinage.table.databases.sql_names import quoted
from vicinage.table.databases.storable import storable_type

__all__ = ["arrow_column", "declaration", "find_types", "sqlite_column"]

# Decimals of so many digits are told apart by the 64-bit floats that SQLite keeps.
_MOST_DIGITS = 15
_EXACT = 2**53
_COLUMNS_AT_ONCE = 300  # a statement of SQLite has at most 2,000 results
_MOMENTS = {"TIMESTAMP": "", "DATETIME": "", "TIMESTAMP WITH TIME ZONE": "+00:00"}
_STORED = ("integer", "real", "text", "blob")
# How many cells are of each type, and how many of them are not what the declared type says.
_COUNTS = """
    total(typeof({c}) = 'integer'), total(typeof({c}) = 'real'), total(typeof({c}) = 'text'),
    total(typeof({c}) = 'blob'), total(typeof({c}) = 'integer' AND ({c} > {e} OR {c} < -{e})),
    total(typeof({c}) <> 'null' AND coalesce(NOT ({rule}), 1))
"""
_SQL = {
    pa.bool_(): "BOOLEAN",
    pa.int16(): "SMALLINT",
    pa.int32(): "INT",
    pa.int64(): "INTEGER",
    pa.float32(): "REAL",
    pa.float64(): "REAL",
    pa.string(): "TEXT",
    pa.date32(): "DATE",
    pa.timestamp("us"): "TIMESTAMP",
    pa.timestamp("us", "UTC"): "TIMESTAMP WITH TIME ZONE",
}


def find_types(
    connection: sqlite3.Connection, source: str, columns: Sequence[tuple[str, str]]
) -> Any:
    """Find the Arrow types of columns by looking at all cells.

    A column declared BOOLEAN, DATE, TIMESTAMP or DECIMAL is one if all its cells are; else it is
    what its cells are: whole numbers, numbers, or texts.

    Parameters
    ----------
    connection : sqlite3.Connection
    source : str
        The table, as SQL spells it.
    columns : sequence of (name, declared type)

    Raises
    ------
    TableError
        If a column holds bytes, texts and numbers, or whole numbers too large for a float beside
        others that are not whole.
    """
    counts: list[float] = []
    for start in range(0, len(columns), _COLUMNS_AT_ONCE):
        asked = ", ".join(
            _COUNTS.format(c=quoted(name), e=_EXACT, rule=_rule(quoted(name), declared))
            for name, declared in columns[start : start + _COLUMNS_AT_ONCE]
        )
        counts += connection.execute(f"SELECT {asked} FROM {source}").fetchone()  # noqa: S608
    each = [counts[start : start + 6] for start in range(0, len(counts), 6)]
    kinds = [_type(pair, found) for pair, found in zip(columns, each, strict=True)]
    return pa.schema([(name, kind) for (name, _), kind in zip(columns, kinds, strict=True)])


def _rule(column: str, declared: str) -> str:
    """Return what must hold for a cell of the declared type, as SQL."""
    # Only with a modifier does SQLite turn February 30 into another day.
    declared, decimal = declared.upper(), _decimal(declared)
    if decimal is not None:
        return (
            f"typeof({column}) IN ('integer', 'real') AND {column} = round({column}, {decimal[1]})"
        )
    if declared in ("BOOLEAN", "BOOL"):
        return f"typeof({column}) = 'integer' AND {column} IN (0, 1)"
    if declared == "DATE":
        return f"typeof({column}) = 'text' AND {column} = date({column}, '+0 days')"
    if declared in _MOMENTS:
        zone = _MOMENTS[declared]
        second = f"substr({column}, 1, 19)"
        digits = "[0-9]" * 6
        return (
            f"typeof({column}) = 'text' AND {second} = datetime({second}, '+0 days') AND "
            f"(substr({column}, 20) = '{zone}' OR substr({column}, 20) GLOB '.{digits}{zone}')"
        )
    return "1"


def _type(column: tuple[str, str], found: Sequence[float]) -> Any:
    name, declared = column[0], column[1].upper()
    *stored, large, broken = found
    held = [kind for kind, count in zip(_STORED, stored, strict=True) if count]
    wrong = "blob" in held or ("text" in held and len(held) > 1)
    if wrong or ("real" in held and large):
        held += ["integers beyond 2**53"] if large else []
        raise TableError(
            f"column {name!r} must hold texts or numbers, the same in all rows, got "
            f"{' and '.join(held)}; make a view that converts or leaves it out"
        )
    if not broken:
        special = _declared_type(declared)
        if special is not None:
            return special
    if "text" in held:
        return pa.string()
    if held:
        return pa.float64() if "real" in held or _is_real(declared) else _integer(declared)
    return _of_nothing(declared)


def _declared_type(declared: str) -> Any:
    decimal = _decimal(declared)
    if decimal is not None:
        return pa.decimal128(*decimal)
    if declared in _MOMENTS:
        return pa.timestamp("us", "UTC" if _MOMENTS[declared] else None)
    return {"BOOLEAN": pa.bool_(), "BOOL": pa.bool_(), "DATE": pa.date32()}.get(declared)


def _decimal(declared: str) -> tuple[int, int] | None:
    """Return the digits of DECIMAL(10, 2), in all and behind the point."""
    match = fullmatch(r"(?:DECIMAL|NUMERIC)\s*\(\s*(\d+)\s*(?:,\s*(\d+)\s*)?\)", declared.upper())
    if match is None:
        return None
    precision, scale = int(match[1]), int(match[2] or 0)
    return (precision, scale) if 0 < precision <= _MOST_DIGITS and scale <= precision else None


def _is_real(declared: str) -> bool:
    return any(word in declared for word in ("REAL", "FLOA", "DOUB"))


def _integer(declared: str) -> Any:
    return {"SMALLINT": pa.int16(), "INT": pa.int32()}.get(declared, pa.int64())


def _of_nothing(declared: str) -> Any:
    """Return the type of a column without cells, by SQLite's own rules of affinity."""
    if "INT" in declared:
        return _integer(declared)
    return pa.float64() if _is_real(declared) or "NUM" in declared else pa.string()


def arrow_column(field: Any, cells: Sequence[Any]) -> Any:
    """Return cells as SQLite gives them as an Arrow array."""
    kind = field.type
    if pa.types.is_date(kind) or pa.types.is_timestamp(kind):
        return pa.array(cells, pa.string()).cast(kind)
    if pa.types.is_decimal(kind):
        form = f".{kind.scale}f"
        cells = [None if cell is None else Decimal(format(cell, form)) for cell in cells]
    elif pa.types.is_boolean(kind):
        cells = [None if cell is None else bool(cell) for cell in cells]
    try:
        return pa.array(cells, kind)
    except (pa.ArrowInvalid, OverflowError):
        raise TableError(
            f"column {field.name!r} must hold numbers of its declared type, got larger ones; "
            "convert it in a view"
        ) from None


def sqlite_column(field: Any, column: Any) -> list[Any]:
    """Return an Arrow array as cells for SQLite.

    Raises
    ------
    OutputError
        If a decimal has more digits than a 64-bit float.
    """
    kind = storable_type(field.name, field.type)
    cells: list[Any] = column.to_pylist()
    if pa.types.is_decimal(kind):
        return [None if cell is None else float(cell) for cell in cells]
    if pa.types.is_date(kind):
        return [None if cell is None else cell.isoformat() for cell in cells]
    if pa.types.is_timestamp(kind):
        return [None if cell is None else cell.isoformat(sep=" ") for cell in cells]
    return cells


def declaration(field: Any) -> str:
    """Return a column as CREATE TABLE declares it.

    Examples
    --------
    >>> declaration(pa.field("pay", pa.decimal128(10, 2)))
    '"pay" DECIMAL(10, 2)'

    Raises
    ------
    OutputError
        If SQLite cannot keep it as it is.
    """
    kind = storable_type(field.name, field.type)
    if pa.types.is_decimal(kind):
        if kind.precision > _MOST_DIGITS or kind.scale < 0:
            raise OutputError(
                f"column {field.name!r} must have decimals of at most {_MOST_DIGITS} digits, which "
                f"SQLite keeps as floats, got {kind}; write to PostgreSQL, DuckDB or Parquet"
            )
        return f"{quoted(field.name)} DECIMAL({kind.precision}, {kind.scale})"
    if kind not in _SQL:
        raise OutputError(f"column {field.name!r} must be of a type of SQLite, got {kind}")
    return f"{quoted(field.name)} {_SQL[kind]}"
