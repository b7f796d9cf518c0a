"""From a path or an address to a ledger and its key; old ledgers become new ones on the way."""

import hmac
from pathlib import Path

import sqlalchemy as sa

from vicinage.errors import LedgerError, ParameterError
from vicinage.ledger.composition import Composition
from vicinage.ledger.key_file import derived, new_key, read_key
from vicinage.ledger.place import Place
from vicinage.ledger.postgres import PostgresDatabase
from vicinage.ledger.sqlite import SQLiteFile
from vicinage.ledger.store import Store, refusing
from vicinage.ledger.tables import META, TABLES, VERSION

__all__ = ["created", "opened_store", "place_of"]


def place_of(path: Path | str) -> Place:
    """Return where a ledger is: an address has ``://`` in it, a file has not."""
    if isinstance(path, str) and "://" in path:
        return PostgresDatabase.at(path)
    return SQLiteFile(Path(path))


def created(path: Path | str, composition: str) -> tuple[Store, bytes]:
    """Make a ledger and its key: both or neither.

    Raises
    ------
    ParameterError, LedgerError
    """
    if composition not in list(Composition):
        raise ParameterError(f'composition must be "basic" or "zcdp", got {composition!r}')
    place, kind = place_of(path), Composition(composition)
    try:
        place.check_new()
        with new_key(place.key_path) as key:
            return Store.create(place, kind, _check(key, kind)), key
    except OSError as error:
        raise LedgerError(
            f"the ledger must be in a place to write to, got {place.shown}: {error.strerror}"
        ) from None


def opened_store(path: Path | str) -> tuple[Store, bytes]:
    """Find a ledger and its key.

    Raises
    ------
    LedgerError
        If one of them is missing, is something else, or the two do not go together.
    """
    place = place_of(path)
    place.check_exists()
    store = _upgraded(place) or Store.open(place)
    key = read_key(place.key_path)
    if not hmac.compare_digest(store.key_check, _check(key, store.composition)):
        raise LedgerError(
            f"the ledger's key must be the one made with {place.shown}, got another; put it back"
        )
    return store, key


def _upgraded(place: Place) -> Store | None:
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
            "key_check": _check(key, kind),
            "composition": kind.value,
        }
        connection.execute(META.update().values(settings))
        TABLES.create_all(connection)
    return Store.open(place)


def _check(key: bytes, composition: Composition) -> bytes:
    """Return what tells that a key, and a way to count, are those of a ledger."""
    return derived(key, f"check {composition.value}")
