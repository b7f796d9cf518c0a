"""Tables in DuckDB files, by its own package, with extensions neither fetched nor loaded."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pyarrow as pa

from vicinage.errors import OutputError, ParameterError, TableError, VicinageError
from vicinage.table.databases.address import DatabaseTable
from vicinage.table.databases.database import Write
from vicinage.table.databases.rows import Rows
from vicinage.table.databases.sql_names import check_names, quoted
from vicinage.table.databases.storable import check_calendar, storable, storable_type
from vicinage.table.whole_file import new_file

__all__ = ["DuckDBFile"]

_BATCH_ROWS = 65_536
_BATCH = "vicinage batch"
_ALONE = {
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    "enable_external_access": False,
}
_READ = (
    *("BOOLEAN", "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "FLOAT", "DOUBLE"),
    *("UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "VARCHAR", "UUID", "DATE", "TIMESTAMP"),
    *("TIMESTAMP_S", "TIMESTAMP_MS", "TIMESTAMP_NS", "TIMESTAMP WITH TIME ZONE"),
    *("ENUM", "DECIMAL"),
)
_SQL = {
    pa.bool_(): "BOOLEAN",
    pa.int16(): "SMALLINT",
    pa.int32(): "INTEGER",
    pa.int64(): "BIGINT",
    pa.float32(): "FLOAT",
    pa.float64(): "DOUBLE",
    pa.string(): "VARCHAR",
    pa.date32(): "DATE",
    pa.timestamp("us"): "TIMESTAMP",
    pa.timestamp("us", "UTC"): "TIMESTAMP WITH TIME ZONE",
}


class DuckDBFile:
    """A file of DuckDB; see :class:`Database` for the methods."""

    @contextmanager
    def reading(self, place: DatabaseTable) -> Iterator[Rows]:
        """Read from one snapshot, in batches of 65,536 rows."""
        if place.path is None or not place.path.is_file():
            raise TableError(f"the table must be in a file that exists, got {place}")
        with _connected(place, place.path, TableError, read_only=True) as connection:
            with _refusing(place, TableError):
                key = _opened(connection, place)
                by = f" ORDER BY {', '.join(key)}" if key else ""
                # Names are in quotes.
                query = f"SELECT * FROM {quoted(place.schema, place.table)}{by}"  # noqa: S608
                batches = connection.sql(query).to_arrow_reader(_BATCH_ROWS)
            checked = _passing(place, (check_calendar(batch) for batch in batches))
            yield Rows(
                reader=pa.RecordBatchReader.from_batches(batches.schema, checked),
                order="primary key" if key else "as the database stores them",
            )

    @contextmanager
    def writing(self, place: DatabaseTable, schema: Any, *, replace: bool) -> Iterator[Write]:
        """Make the table and fill it; a new file appears whole or not at all."""
        check_names(place.table, schema.names, fold=True)
        with (
            new_file(place.path or Path()) as path,
            _connected(place, path, OutputError, read_only=False) as connection,
        ):
            name = quoted(place.schema, place.table)
            with _refusing(place, OutputError):
                connection.begin()
                if replace:
                    connection.execute(f"DROP TABLE IF EXISTS {name}")
                connection.execute(f"CREATE TABLE {name} ({', '.join(map(_declaration, schema))})")

            def write(table: Any) -> None:
                with _refusing(place, OutputError):
                    connection.register(_BATCH, storable(table))
                    connection.execute(
                        f"INSERT INTO {name} SELECT * FROM {quoted(_BATCH)}"  # noqa: S608 - quoted
                    )
                    connection.unregister(_BATCH)

            yield write
            with _refusing(place, OutputError):
                connection.commit()

    def identity(self, place: DatabaseTable) -> object | None:
        """Return the file and the name of the table, in which capitals make no difference."""
        if place.path is None or not place.path.exists():
            return None
        with _connected(place, place.path, OutputError, read_only=True) as connection:
            with _refusing(place, OutputError):
                found = _columns(connection, place)
            schema = (place.schema or "main").lower()
            return (place.path.resolve(), schema, place.table.lower()) if found else None


@contextmanager
def _connected(
    place: DatabaseTable, path: Path, kind: type[VicinageError], *, read_only: bool
) -> Iterator[Any]:
    """Connect; what is not committed is rolled back."""
    with _refusing(place, kind):
        connection = _driver().connect(str(path), read_only=read_only, config=_ALONE)
    with closing(connection):
        yield connection


def _driver() -> Any:
    try:
        import duckdb
    except ImportError:
        raise ParameterError(
            "DuckDB must be reached by a package that is not installed; "
            "pip install 'vicinage[databases]'"
        ) from None
    return duckdb


@contextmanager
def _refusing(place: DatabaseTable, kind: type[VicinageError]) -> Iterator[None]:
    """Turn an error of the driver into a refusal; its own text may hold cells."""
    try:
        yield
    except (_driver().Error, pa.ArrowException, OSError) as error:
        doing = "be written to" if kind is OutputError else "be read from"
        reasons = {
            "CatalogException": "it, or its schema, is there already, or is not there",
            "IOException": "the file is no database of DuckDB, or another program has it open",
            "OutOfMemoryException": "the memory is too small",
        }
        reason = reasons.get(type(error).__name__, f"DuckDB gave a {type(error).__name__}")
        raise kind(f"the table must be one that can {doing}, got {place}: {reason}") from None


def _passing(place: DatabaseTable, batches: Iterator[Any]) -> Iterator[Any]:
    with _refusing(place, TableError):
        yield from batches


def _columns(connection: Any, place: DatabaseTable) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = connection.execute(
        "SELECT column_name, data_type FROM duckdb_columns() WHERE NOT internal "
        "AND database_name = current_database() AND lower(schema_name) = lower(?) "
        "AND lower(table_name) = lower(?) ORDER BY column_index",
        [place.schema or "main", place.table],
    ).fetchall()
    return found


def _opened(connection: Any, place: DatabaseTable) -> list[str]:
    """Refuse a table that is not there, or has strange columns; return its primary key."""
    columns = _columns(connection, place)
    if not columns:
        raise TableError(f"the table must be in the database, got {place}, which is not there")
    strange = [f"{name!r} of type {kind}" for name, kind in columns if _stem(kind) not in _READ]
    if strange:
        raise TableError(
            "columns must hold numbers, texts, dates or booleans, got "
            f"{', '.join(strange)}; make a view that converts or leaves them out"
        )
    found = connection.execute(
        "SELECT constraint_column_names FROM duckdb_constraints() "
        "WHERE constraint_type = 'PRIMARY KEY' AND database_name = current_database() "
        "AND lower(schema_name) = lower(?) AND lower(table_name) = lower(?)",
        [place.schema or "main", place.table],
    ).fetchall()
    return [quoted(name) for (names,) in found for name in names]


def _stem(kind: str) -> str:
    return kind if kind.endswith("]") else kind.partition("(")[0]


def _declaration(field: Any) -> str:
    kind = storable_type(field.name, field.type)
    if pa.types.is_decimal(kind) and kind.precision <= 38 and kind.scale >= 0:
        return f"{quoted(field.name)} DECIMAL({kind.precision}, {kind.scale})"
    if kind not in _SQL:
        raise OutputError(f"column {field.name!r} must be of a type of DuckDB, got {kind}")
    return f"{quoted(field.name)} {_SQL[kind]}"
