"""A ledger in a data base: what stands there, and the transactions in which it changes."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Self

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from vicinage.errors import LedgerError, VicinageError
from vicinage.ledger.composition import Composition
from vicinage.ledger.place import Place
from vicinage.ledger.tables import META, TABLES, VERSION
from vicinage.ledger.transaction import Transaction

__all__ = ["Store"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Store:
    """A data base that holds a ledger; made by :meth:`create` or :meth:`open`."""

    place: Place
    composition: Composition
    key_check: bytes = field(repr=False)
    """What tells whether a key is that of this ledger."""

    @classmethod
    def create(cls, place: Place, composition: Composition, key_check: bytes) -> Self:
        """Make the tables, with no entries; nothing is left after an error."""
        place.prepare()
        settings = {"version": VERSION, "key_check": key_check, "composition": composition.value}
        try:
            with refusing(place), place.engine.begin() as connection:
                TABLES.create_all(connection)
                connection.execute(META.insert().values(settings))
        except BaseException:
            place.discard()
            raise
        return cls(place=place, composition=composition, key_check=key_check)

    @classmethod
    def open(cls, place: Place) -> Self:
        """Open what :meth:`create` made.

        Raises
        ------
        LedgerError
            If it is no ledger, or one of another version.
        """
        with refusing(place), place.engine.begin() as connection:
            version = connection.execute(sa.select(META.c.version)).scalar_one()
            if version != VERSION:
                raise LedgerError(
                    f"the ledger must be of version {VERSION}, got {version} in {place.shown}; "
                    "install the release of Vicinage that made it"
                )
            settings = connection.execute(sa.select(META)).one()
        return cls(
            place=place,
            composition=Composition(settings.composition),
            key_check=bytes(settings.key_check),
        )

    def check_whole(self) -> None:
        """Refuse damage that reading the rows need not meet."""
        with refusing(self.place), self.place.engine.begin() as connection:
            self.place.check_whole(connection)

    @contextmanager
    def writing(self) -> Iterator[Transaction]:
        """Begin a transaction that no other writer shares: all of it is kept, or nothing."""
        with refusing(self.place), self.place.engine.begin() as connection:
            self.place.lock(connection)
            yield Transaction(connection)

    @contextmanager
    def reading(self) -> Iterator[Transaction]:
        """Begin a transaction that sees one state."""
        with refusing(self.place), self.place.engine.begin() as connection:
            self.place.snapshot(connection)
            yield Transaction(connection)


@contextmanager
def refusing(place: Place) -> Iterator[None]:
    """Turn what the driver raises into a refusal; its own texts may quote rows or passwords."""
    try:
        yield
    except VicinageError:
        raise
    except (SQLAlchemyError, sqlite3.Error, ValueError, TypeError, LookupError):
        raise LedgerError(
            "the ledger must be a file that vicinage made and may write to, or a data base that "
            f"answers, got {place.shown}; put back a copy, or wait until no other program holds it"
        ) from None
