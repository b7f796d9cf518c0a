"""Reading and writing tables of databases, whatever their kind."""

from collections.abc import Collection
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from vicinage.errors import OutputError
from vicinage.table.databases.address import DatabaseTable
from vicinage.table.databases.database import Database, Write
from vicinage.table.databases.duckdb_file import DuckDBFile
from vicinage.table.databases.ledger_file import is_ledger
from vicinage.table.databases.postgresql import PostgreSQL
from vicinage.table.databases.rows import Rows
from vicinage.table.databases.sqlite_file import SQLiteFile
from vicinage.table.whole_file import check_place

__all__ = ["check_target", "is_same_table", "reading", "writing"]

_KINDS: dict[str, Database] = {
    "postgresql": PostgreSQL(),
    "sqlite": SQLiteFile(),
    "duckdb": DuckDBFile(),
}


def reading(place: DatabaseTable) -> AbstractContextManager[Rows]:
    """Read a table or view, in one snapshot and in an order that stays the same.

    The order is that of the primary key; without one, the order in which the database stores the
    rows. Memory is that of a batch.

    Raises
    ------
    TableError
        If it cannot be reached, is not there, or has a column of a type that no table can have.
    """
    return _KINDS[place.engine].reading(place)


def writing(
    place: DatabaseTable, schema: Any, *, replace: bool = False
) -> AbstractContextManager[Write]:
    """Make a table, and fill it, in one transaction that is committed when the block ends.

    Parameters
    ----------
    place : DatabaseTable
    schema : pyarrow.Schema
    replace : bool
        Whether a table that is there may be dropped; a view never is.

    Returns
    -------
    context manager that gives a function of a pyarrow Table

    Raises
    ------
    OutputError
        If the table cannot be made or filled. Nothing is left of it then, nor after a kill.
    """
    return _KINDS[place.engine].writing(place, schema, replace=replace)


def is_same_table(one: DatabaseTable, other: DatabaseTable) -> bool:
    """Say whether two addresses mean one table; hosts have many names."""
    if one.engine != other.engine:
        return False
    identity = _KINDS[one.engine].identity(one)
    return identity is not None and identity == _KINDS[other.engine].identity(other)


def check_target(
    place: DatabaseTable, *, inputs: Collection[Path | DatabaseTable] = (), replace: bool = False
) -> None:
    """Refuse a table that cannot or must not be written, before any work.

    Raises
    ------
    OutputError
        If the database cannot be reached, the table is an input, or it exists and may not be
        replaced.
    """
    if place.path is not None:
        _check_file(place.path, place, inputs)
    if _KINDS[place.engine].identity(place) is None:
        return
    sources = [source for source in inputs if isinstance(source, DatabaseTable)]
    if any(is_same_table(source, place) for source in sources):
        raise OutputError(f"output must be another table than the original, got {place}")
    if not replace:
        raise OutputError(
            f"output must be a new table, got {place}, which exists; --force writes over it"
        )


def _check_file(path: Path, place: DatabaseTable, inputs: Collection[Path | DatabaseTable]) -> None:
    """Refuse a file that cannot be made, or that is something else, such as a ledger."""
    check_place(path, "output")
    files = [source.resolve() for source in inputs if isinstance(source, Path)]
    if path.resolve() in files:
        raise OutputError(f"output must be another file than the original, got {place}")
    if is_ledger(path):
        raise OutputError(
            f"output must be in another file than a ledger, got {place}, which keeps privacy "
            "budgets; name a file of its own"
        )
