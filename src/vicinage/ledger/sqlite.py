"""A ledger in one SQLite file."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from vicinage.errors import LedgerError
from vicinage.ledger.key_file import key_path

__all__ = ["SQLiteFile"]


@dataclass(frozen=True, slots=True)
class SQLiteFile:
    """A file, and the key beside it."""

    path: Path
    engine: sa.Engine = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "engine", _engine(self.path))

    @property
    def shown(self) -> str:
        """The path."""
        return str(self.path)

    @property
    def key_path(self) -> Path:
        """The same place with ``.key`` at the end, or where the variable says."""
        return key_path(self.path.with_name(self.path.name + ".key"))

    @property
    def files(self) -> tuple[Path, ...]:
        """The file, those that SQLite keeps beside it, and the key."""
        beside = [self.path.with_name(self.path.name + suffix) for suffix in ("-wal", "-shm")]
        return (self.path, *beside, self.key_path)

    def check_new(self) -> None:
        """Refuse a file that exists, or a folder that does not.

        Raises
        ------
        LedgerError
        """
        if self.path.exists():
            raise LedgerError(
                f"the ledger must be a new file, got {self.path}, which exists; give another name, "
                "or use this one: a ledger that is made anew forgets what was spent"
            )
        if not self.path.parent.is_dir():
            raise LedgerError(
                f"the ledger must be in a folder that exists, got {self.path}; make it first"
            )

    def prepare(self) -> None:
        """Make an empty file that only its owner may read."""
        self.path.touch(mode=0o600, exist_ok=False)

    def check_exists(self) -> None:
        """Refuse a file that is not there.

        Raises
        ------
        LedgerError
        """
        if not self.path.is_file():
            raise LedgerError(
                f"the ledger must exist, got {self.path}; `vicinage ledger create {self.path}` "
                "makes one"
            )

    def check_whole(self, connection: sa.Connection) -> None:
        """Refuse a file with a damaged page, an index of the rows included.

        Raises
        ------
        LedgerError
        """
        if connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar_one() != "ok":
            raise LedgerError(
                f"the ledger must be an undamaged file, got {self.path}, which SQLite finds "
                "damaged; put back a copy"
            )

    def discard(self) -> None:
        """Remove the file."""
        self.path.unlink(missing_ok=True)

    def lock(self, connection: sa.Connection) -> None:
        """Begin so that no other program can write."""
        # The lock is taken before the read, so two processes cannot both see the same last row.
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    def snapshot(self, connection: sa.Connection) -> None:
        """Begin to read one state."""
        connection.exec_driver_sql("BEGIN")


def _engine(path: Path) -> sa.Engine:
    # Absolute, so that no name can be taken for one that SQLite gives a meaning (":memory:").
    url = sa.URL.create("sqlite", database=str(path.absolute()))
    engine = sa.create_engine(url, poolclass=sa.NullPool)

    @sa.event.listens_for(engine, "connect")
    def _set_up(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # or the driver begins transactions of its own
        for setting in ("busy_timeout = 60000", "journal_mode = WAL", "synchronous = FULL"):
            connection.execute(f"PRAGMA {setting}")

    return engine
