"""Tables in PostgreSQL, by its ADBC driver: COPY in both directions, straight to Arrow."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any
from urllib.parse import quote

import pyarrow as pa

from vicinage.errors import OutputError, ParameterError, TableError, VicinageError
from vicinage.table.databases.address import DatabaseTable
from vicinage.table.databases.database import Write
from vicinage.table.databases.postgresql_columns import (
    Columns,
    arrow_batches,
    columns_of,
    declaration,
)
from vicinage.table.databases.rows import Rows
from vicinage.table.databases.sql_names import check_names, quoted
from vicinage.table.databases.storable import storable

__all__ = ["PostgreSQL"]

_CONNECT_SECONDS = 10
_LONGEST_NAME = 63  # PostgreSQL cuts longer names without a word
_SNAPSHOT = (
    "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY",
    # Rows come in the order in which they are stored: from the first page to the last, by one
    # worker, and not by way of an index.
    "SET LOCAL synchronize_seqscans = off",
    "SET LOCAL max_parallel_workers_per_gather = 0",
)
_FIND = """
    SELECT c.oid::int8, c.relkind::text, n.nspname::text,
           (SELECT oid FROM pg_database WHERE datname = current_database())::int8,
           pg_postmaster_start_time()::text
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relname = $1 AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
      AND (n.nspname = $2 OR ($2 = '' AND pg_table_is_visible(c.oid)))
"""
_REASONS = {
    "22021": "it holds no null character in a text",
    "25006": "it is read-only",
    "2BP01": "something else depends on the table that is to be replaced, such as a view",
    "3F000": "it has no such schema",
    "42501": "the user may not do that there",
    "42809": "what is to be replaced is no table",
    "42P07": "there is a table of that name already",
    "42710": "there is a type of that name already",
    "53100": "its disk is full",
    "57014": "it broke off",
}


class PostgreSQL:
    """A server, named by its host; see :class:`Database` for the methods.

    What the address leaves out is taken from the environment, as by all programs that use
    PostgreSQL's own library: PGPASSWORD or ``~/.pgpass`` for the password, PGHOST, PGUSER,
    PGSSLMODE and so on.
    """

    @contextmanager
    def reading(self, place: DatabaseTable) -> Iterator[Rows]:
        """Read from one snapshot, in batches of about 16 MB."""
        with _connected(place, TableError) as cursor:
            with _refusing(place, TableError):
                columns, order = _opened(cursor, place)
                cursor.execute(columns.query())
                batches = arrow_batches(cursor.fetch_record_batch(), columns)
            reader = pa.RecordBatchReader.from_batches(columns.schema, _passing(place, batches))
            yield Rows(reader=reader, order=order)

    @contextmanager
    def writing(self, place: DatabaseTable, schema: Any, *, replace: bool) -> Iterator[Write]:
        """Make the table and load it by COPY; a replaced table loses its privileges."""
        check_names(place.table, schema.names, longest=_LONGEST_NAME)
        with _connected(place, OutputError) as cursor:
            with _refusing(place, OutputError):
                target = _make(cursor, place, schema, replace=replace)

            def write(table: Any) -> None:
                with _refusing(place, OutputError):
                    cursor.adbc_ingest(
                        place.table, storable(table), mode="append", db_schema_name=target
                    )

            yield write
            with _refusing(place, OutputError):
                cursor.connection.commit()

    def identity(self, place: DatabaseTable) -> object | None:
        """Return the server's start, the database and the table by their numbers."""
        with _connected(place, OutputError) as cursor, _refusing(place, OutputError):
            found = _found(cursor, place)
            return None if found is None else (found[0], *found[3:])


@contextmanager
def _connected(place: DatabaseTable, kind: type[VicinageError]) -> Iterator[Any]:
    """Open a transaction, which is rolled back unless it is committed."""
    driver = _driver()
    try:
        connection = driver.connect(_uri(place), autocommit=False)
    except driver.Error:
        raise kind(
            f"the database must answer, got {place}; see that the server runs, that the names of "
            "database and user are right, and that the password is in PGPASSWORD or ~/.pgpass"
        ) from None
    with closing(connection), closing(connection.cursor()) as cursor:
        yield cursor


def _driver() -> Any:
    try:
        import adbc_driver_postgresql.dbapi
    except ImportError:
        raise ParameterError(
            "PostgreSQL must be reached by a driver that is not installed; "
            "pip install 'vicinage[databases]'"
        ) from None
    return adbc_driver_postgresql.dbapi


def _uri(place: DatabaseTable) -> str:
    """Write the address as PostgreSQL's library reads it."""
    user = quote(place.user, safe="")
    password = f":{quote(place.password, safe='')}" if place.password else ""
    host = f"[{place.host}]" if ":" in place.host else quote(place.host, safe="")
    port = f":{place.port}" if place.port else ""
    options = f"connect_timeout={_CONNECT_SECONDS}&client_encoding=UTF8&application_name=vicinage"
    login = f"{user}{password}@" if user else ""
    return f"postgresql://{login}{host}{port}/{quote(place.database, safe='')}?{options}"


@contextmanager
def _refusing(place: DatabaseTable, kind: type[VicinageError]) -> Iterator[None]:
    """Turn an error of the driver into a refusal; its own text may hold cells."""
    try:
        yield
    except (_driver().Error, pa.ArrowException, OSError) as error:
        state = getattr(error, "sqlstate", None) or ""
        reason = _REASONS.get(state, f"it gave the error {state}" if state else "it broke off")
        doing = "be written to" if kind is OutputError else "be read from"
        raise kind(f"the table must be one that can {doing}, got {place}: {reason}") from None


def _passing(place: DatabaseTable, batches: Iterator[Any]) -> Iterator[Any]:
    with _refusing(place, TableError):
        yield from batches


def _found(cursor: Any, place: DatabaseTable) -> tuple[Any, ...] | None:
    cursor.execute(_FIND, (place.table, place.schema or ""))
    found: tuple[Any, ...] | None = cursor.fetchone()
    return found


def _opened(cursor: Any, place: DatabaseTable) -> tuple[Columns, str]:
    """Begin a snapshot; return what is read in it, and what decides the order of rows."""
    for statement in _SNAPSHOT:
        cursor.execute(statement)
    found = _found(cursor, place)
    if found is None:
        raise TableError(
            f"the table must be in the database, got {place}, which is not there or not visible to "
            "the user; mind its schema and its capitals"
        )
    columns = columns_of(cursor, found[0], quoted(found[2], place.table))
    if columns.primary_key:
        return columns, "primary key"
    if found[1] in ("v", "f"):
        return columns, "as the database gives them, which may change"
    cursor.execute("SET LOCAL enable_indexonlyscan = off")
    cursor.execute("SET LOCAL enable_indexscan = off")
    return columns, "as the database stores them"


def _make(cursor: Any, place: DatabaseTable, schema: Any, *, replace: bool) -> str | None:
    """Make an empty table, and return the schema of the database that it is in."""
    old = _found(cursor, place) if replace else None
    name = quoted(place.schema if old is None else old[2], place.table)
    if old is not None:
        cursor.execute(f"DROP TABLE {name}")
    cursor.execute(f"CREATE TABLE {name} ({', '.join(map(declaration, schema))})")
    made = _found(cursor, place)
    return place.schema if made is None else made[2]
