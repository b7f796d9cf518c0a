"""From a path or an address to the place of a ledger, and from old ledgers to new ones."""

import hmac
from pathlib import Path

import sqlalchemy as sa

from vicinage.ledger.composition import Composition
from vicinage.ledger.key_file import derived, read_key
from vicinage.ledger.place import Place
from vicinage.ledger.postgres import PostgresDatabase
from vicinage.ledger.sqlite import SQLiteFile
from vicinage.ledger.store import Store, refusing
from vicinage.ledger.tables import META, TABLES, VERSION

__all__ = ["check_key", "place_of", "upgraded"]


def place_of(path: Path | str) -> Place:
    """Return where a ledger is: an address has ``://`` in it, a file has not."""
    if isinstance(path, str) and "://" in path:
        return PostgresDatabase.at(path)
    return SQLiteFile(Path(path))


def check_key(key: bytes, composition: Composition) -> bytes:
    """Return what tells that a key, and a way to count, are those of a ledger."""
    return derived(key, f"check {composition.value}")


def upgraded(place: Place) -> Store | None:
    """Bring a ledger of version 1, which noted releases and had no budgets, up to date.

    Its entries stay as they are. None where it is of another version, or the key is not its own.
    """
    if isinstance(place, PostgresDatabase):
        return None
    with refusing(place), place.engine.begin() as connection:
        place.lock(connection)
        if connection.execute(sa.select(META.c.version)).scalar_one() != 1:
            return None
        old = connection.execute(sa.select(META.c.key_check)).scalar_one()
        key = read_key(place.key_path)
        if not hmac.compare_digest(old, derived(key, "check")):
            return None
        connection.exec_driver_sql(
            "ALTER TABLE meta ADD COLUMN composition TEXT NOT NULL DEFAULT ''"
        )
        kind = Composition.BASIC
        settings = {
            "version": VERSION,
            "key_check": check_key(key, kind),
            "composition": kind.value,
        }
        connection.execute(META.update().values(settings))
        TABLES.create_all(connection)
    return Store.open(place)
