"""Tables in SQLite files, by Python's own driver.

The ADBC driver infers the type of a column from its first rows and breaks where later ones
differ, as after a thousand nulls; here types are found in all rows before any is read.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pyarrow as pa

from vicinage.errors import OutputError, TableError, VicinageError
from vicinage.table.databases.address import DatabaseTable
from vicinage.table.databases.database import Write
from vicinage.table.databases.rows import Rows
from vicinage.table.databases.sql_names import check_names, quoted
from vicinage.table.databases.sqlite_cells import (
    arrow_column,
    declaration,
    find_types,
    sqlite_column,
)
from vicinage.table.databases.storable import check_calendar, storable
from vicinage.table.whole_file import new_file

__all__ = ["SQLiteFile"]

_BATCH_ROWS = 65_536
_WAIT_SECONDS = 30.0
_ROW_NUMBERS = ("rowid", "_rowid_", "oid")


class SQLiteFile:
    """A file of SQLite; see :class:`Database` for the methods."""

    @contextmanager
    def reading(self, place: DatabaseTable) -> Iterator[Rows]:
        """Read from one snapshot, in batches of 65,536 rows."""
        if place.path is None or not place.path.is_file():
            raise TableError(f"the table must be in a file that exists, got {place}")
        with _connected(place, place.path, TableError, mode="ro") as connection:
            with _refusing(place, TableError):
                connection.execute("BEGIN")
                schema, order = _opened(connection, place)
                names = ", ".join(map(quoted, schema.names))
                by = order[0] and f" ORDER BY {order[0]}"
                # Names are in quotes.
                query = f"SELECT {names} FROM {quoted('main', place.table)}{by}"  # noqa: S608
                batches = _batches(connection.execute(query), schema)
            reader = pa.RecordBatchReader.from_batches(schema, _passing(place, batches))
            yield Rows(reader=reader, order=order[1])

    @contextmanager
    def writing(self, place: DatabaseTable, schema: Any, *, replace: bool) -> Iterator[Write]:
        """Make the table and fill it; a new file appears whole or not at all."""
        check_names(place.table, schema.names, fold=True)
        with (
            new_file(place.path or Path()) as path,
            _connected(place, path, OutputError, mode="rwc") as connection,
        ):
            name = quoted("main", place.table)
            with _refusing(place, OutputError):
                connection.execute("BEGIN IMMEDIATE")
                if replace:
                    connection.execute(f"DROP TABLE IF EXISTS {name}")
                connection.execute(f"CREATE TABLE {name} ({', '.join(map(declaration, schema))})")
            marks = ", ".join("?" * len(schema))

            def write(table: Any) -> None:
                ready = storable(table)
                with _refusing(place, OutputError):
                    for batch in ready.to_batches(max_chunksize=_BATCH_ROWS):
                        cells = [sqlite_column(*pair) for pair in zip(schema, batch, strict=True)]
                        connection.executemany(
                            f"INSERT INTO {name} VALUES ({marks})",  # noqa: S608 - quoted
                            zip(*cells, strict=True),
                        )

            yield write
            with _refusing(place, OutputError):
                connection.execute("COMMIT")

    def identity(self, place: DatabaseTable) -> object | None:
        """Return the file and the name of the table, in which capitals make no difference."""
        if place.path is None or not place.path.exists():
            return None
        with _connected(place, place.path, OutputError, mode="ro") as connection:
            with _refusing(place, OutputError):
                there = _kind(connection, place) is not None
            return (place.path.resolve(), place.table.lower()) if there else None


@contextmanager
def _connected(
    place: DatabaseTable, path: Path, kind: type[VicinageError], *, mode: str
) -> Iterator[sqlite3.Connection]:
    """Connect; what is not committed is rolled back."""
    with _refusing(place, kind):
        connection = sqlite3.connect(
            f"file:{quote(path.as_posix())}?mode={mode}",
            uri=True,
            isolation_level=None,
            timeout=_WAIT_SECONDS,
        )
    with closing(connection):
        yield connection


@contextmanager
def _refusing(place: DatabaseTable, kind: type[VicinageError]) -> Iterator[None]:
    """Turn an error of the driver into a refusal; its own text may hold cells."""
    try:
        yield
    except (sqlite3.Error, OverflowError, UnicodeError) as error:
        doing = "be written to" if kind is OutputError else "be read from"
        reason = getattr(error, "sqlite_errorname", None) or "a cell is no text or number of SQLite"
        if reason == "SQLITE_ERROR":
            reason = "SQLite refuses it; is there a table or view of that name already?"
        raise kind(f"the table must be one that can {doing}, got {place}: {reason}") from None


def _passing(place: DatabaseTable, batches: Iterator[Any]) -> Iterator[Any]:
    with _refusing(place, TableError):
        yield from batches


def _kind(connection: sqlite3.Connection, place: DatabaseTable) -> str | None:
    found = connection.execute(
        "SELECT type FROM main.sqlite_master WHERE type IN ('table', 'view') "
        "AND name = ? COLLATE NOCASE",
        (place.table,),
    ).fetchone()
    return None if found is None else str(found[0])


def _opened(connection: sqlite3.Connection, place: DatabaseTable) -> tuple[Any, tuple[str, str]]:
    """Return the types of the columns, what orders the rows, and how the record calls that."""
    kind = _kind(connection, place)
    if kind is None:
        raise TableError(f"the table must be in the database, got {place}, which is not there")
    source = quoted("main", place.table)
    columns = connection.execute(
        "SELECT name, type, pk FROM pragma_table_xinfo(?, 'main') WHERE hidden <> 1", (place.table,)
    ).fetchall()
    schema = find_types(connection, source, [(name, declared) for name, declared, _ in columns])
    key = [quoted(name) for _, name in sorted((pk, name) for name, _, pk in columns if pk)]
    if key:
        return schema, (", ".join(key), "primary key")
    if kind == "view":
        return schema, ("", "as the database gives them, which may change")
    taken = {name.lower() for name in schema.names}
    free = [name for name in _ROW_NUMBERS if name not in taken]
    return schema, (free[0] if free else "", "as the database stores them")


def _batches(cursor: sqlite3.Cursor, schema: Any) -> Iterator[Any]:
    while rows := cursor.fetchmany(_BATCH_ROWS):
        columns = zip(*rows, strict=True)
        arrays = [arrow_column(*pair) for pair in zip(schema, columns, strict=True)]
        yield check_calendar(pa.RecordBatch.from_arrays(arrays, schema=schema))
