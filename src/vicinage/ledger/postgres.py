"""A ledger in a PostgreSQL data base."""

from dataclasses import dataclass, field
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from vicinage.errors import LedgerError
from vicinage.ledger.key_file import key_path
from vicinage.ledger.tables import META

__all__ = ["PostgresDatabase"]

_CONNECT_SECONDS = 10
_LOCK_MILLISECONDS = 60_000


@dataclass(frozen=True, slots=True)
class PostgresDatabase:
    """A data base named by an address such as ``postgresql://steward@db.example/budgets``."""

    engine: sa.Engine = field(repr=False)

    @classmethod
    def at(cls, address: str) -> "PostgresDatabase":
        """Understand an address; nothing connects before it is needed.

        Raises
        ------
        LedgerError
            If it is no address of a PostgreSQL data base. It is not repeated: it may hold a
            password.
        """
        try:
            url = sa.make_url(address)
        except (SQLAlchemyError, ValueError):
            url = None
        if url is None or url.drivername != "postgresql" or not url.database:
            raise LedgerError(
                "the ledger must be a file or postgresql://USER@HOST:PORT/DATABASE, got another "
                "kind of address"
            )
        return cls(
            sa.create_engine(
                url.set(drivername="postgresql+psycopg"),
                poolclass=sa.NullPool,
                connect_args={
                    "connect_timeout": _CONNECT_SECONDS,
                    # A charge that a crash of the server could forget would be spent twice.
                    "options": f"-c lock_timeout={_LOCK_MILLISECONDS} -c synchronous_commit=on",
                },
            )
        )

    @property
    def shown(self) -> str:
        """The address without user and password."""
        url = self.engine.url
        port = f":{url.port}" if url.port else ""
        return f"postgresql://{url.host or 'localhost'}{port}/{url.database}"

    @property
    def key_path(self) -> Path:
        """In the folder ``.vicinage`` of the home, or where the variable says."""
        url = self.engine.url
        parts = [url.host or "localhost", str(url.port or 5432), str(url.database)]
        name = "-".join(part.replace("/", "_") for part in parts)
        return key_path(Path.home() / ".vicinage" / f"{name}.key")

    @property
    def files(self) -> tuple[Path, ...]:
        """The key."""
        return (self.key_path,)

    def check_new(self) -> None:
        """Refuse a data base that holds a ledger already.

        Raises
        ------
        LedgerError
        """
        try:
            taken = sa.inspect(self.engine).has_table(META.name)
        except SQLAlchemyError:
            raise LedgerError(
                f"the ledger must be in a data base that answers, got {self.shown}; check that "
                "the server runs and lets you in"
            ) from None
        if taken:
            raise LedgerError(
                f"the ledger must be in a data base without one, got {self.shown}; open it, or "
                "make another data base"
            )

    def prepare(self) -> None:
        """Do nothing: the tables come and go with their transaction."""

    def check_exists(self) -> None:
        """Do nothing: a data base without tables is refused when they are read."""

    def check_whole(self, connection: sa.Connection) -> None:
        """Do nothing: pages are the server's to check."""

    def discard(self) -> None:
        """Do nothing."""

    def lock(self, connection: sa.Connection) -> None:
        """Wait for the one row of the settings, which every writer takes first."""
        # Whatever the server's default is: what is read after the wait must be the newest.
        connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL READ COMMITTED, READ WRITE")
        connection.execute(sa.select(META.c.version).with_for_update()).scalar_one()

    def snapshot(self, connection: sa.Connection) -> None:
        """Read one state."""
        connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
