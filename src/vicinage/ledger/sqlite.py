"""Rows of a ledger in one SQLite file."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self

import sqlalchemy as sa
from sqlalchemy.exc import DatabaseError, NoResultFound

from vicinage.errors import LedgerError
from vicinage.ledger.row import Row

__all__ = ["SQLiteRows"]

_VERSION = 1

_TABLES = sa.MetaData()
_META = sa.Table(
    "meta",
    _TABLES,
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("key_check", sa.LargeBinary, nullable=False),
)
_ENTRY = sa.Table(
    "entry",
    _TABLES,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Text, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("data_set", sa.LargeBinary, nullable=False, index=True),
    sa.Column("content", sa.Text, nullable=False),
    sa.Column("seal", sa.LargeBinary, nullable=False),
)


@dataclass(frozen=True, slots=True)
class SQLiteRows:
    """The rows of one file; made by :meth:`create` or :meth:`open`."""

    key_check: bytes
    """What tells whether a key is that of this ledger."""
    _path: Path
    _engine: sa.Engine

    @classmethod
    def create(cls, path: Path, key_check: bytes) -> Self:
        """Make a file with no entries, readable by its owner only; none is left after an error."""
        path.touch(mode=0o600, exist_ok=False)
        engine = _engine(path)
        try:
            with _refusing(path), engine.begin() as connection:
                _TABLES.create_all(connection)
                connection.execute(_META.insert().values(version=_VERSION, key_check=key_check))
        except BaseException:
            path.unlink(missing_ok=True)
            raise
        return cls(key_check, path, engine)

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open a file that exists.

        Raises
        ------
        LedgerError
            If it is no ledger, or one of a later version.
        """
        engine = _engine(path)
        with _refusing(path), engine.connect() as connection:
            version, key_check = connection.execute(sa.select(_META)).one()
        if version != _VERSION:
            raise LedgerError(
                f"the ledger must be of version {_VERSION}, got {version} in {path}; install the "
                "release of Vicinage that made it"
            )
        return cls(key_check, path, engine)

    def append(self, data_set: bytes, make: Callable[[Row | None], Row]) -> int:
        """Add the row that `make` makes of the last one, whole or not at all.

        Returns
        -------
        int
            How many rows of the same data set there were before.
        """
        with _refusing(self._path), self._engine.begin() as connection:
            newest = sa.select(_ENTRY).order_by(_ENTRY.c.number.desc()).limit(1)
            last = connection.execute(newest).first()
            same = sa.select(sa.func.count()).where(_ENTRY.c.data_set == data_set)
            earlier = connection.execute(same).scalar_one()
            row = make(Row(**last._asdict()) if last else None)
            connection.execute(_ENTRY.insert().values(asdict(row)))
        return int(earlier)

    def rows(self) -> list[Row]:
        """Return all rows, oldest first."""
        with _refusing(self._path), self._engine.connect() as connection:
            found = connection.execute(sa.select(_ENTRY).order_by(_ENTRY.c.number))
            return [Row(**row._asdict()) for row in found]


@contextmanager
def _refusing(path: Path) -> Iterator[None]:
    """Turn what the driver raises into a refusal; its own texts may quote rows."""
    try:
        yield
    except (DatabaseError, sqlite3.DatabaseError, NoResultFound):
        raise LedgerError(
            f"the ledger must be a file that vicinage made and may write to, got {path}; put back "
            "a copy, or wait until no other program holds it"
        ) from None


def _engine(path: Path) -> sa.Engine:
    # Absolute, so that no name can be taken for one that SQLite gives a meaning (":memory:").
    url = sa.URL.create("sqlite", database=str(path.absolute()))
    engine = sa.create_engine(url, poolclass=sa.NullPool)

    @sa.event.listens_for(engine, "connect")
    def _set_up(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # or the driver begins transactions of its own
        for setting in ("journal_mode = WAL", "synchronous = FULL", "busy_timeout = 10000"):
            connection.execute(f"PRAGMA {setting}")

    @sa.event.listens_for(engine, "begin")
    def _begin(connection: sa.Connection) -> None:
        # The lock is taken before the read, so two processes cannot both see the same last row.
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine
