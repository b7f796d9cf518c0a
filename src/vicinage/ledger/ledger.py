"""The memory of releases."""

import datetime
import hmac
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Self

from vicinage.errors import LedgerError
from vicinage.ledger.entry import Entry
from vicinage.ledger.key_file import derived, key_path, new_key, read_key
from vicinage.ledger.row import Row
from vicinage.ledger.sqlite import SQLiteRows
from vicinage.ledger.unlimited import UnlimitedLedger

__all__ = ["Ledger"]


@dataclass(frozen=True, slots=True)
class Ledger:
    """A file that remembers every release of every data set; see :meth:`create` and :meth:`open`.

    Entries form a chain: the seal of each is a keyed hash of the entry and of the seal before it,
    so that a changed or removed entry is noticed. (That the newest are missing, as in an old copy
    of the file, is not.) Data sets are told apart by keyed hashes that are never shown.

    Examples
    --------
    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> ledger = Ledger.create(Path(folder.name) / "releases.db")
    >>> ledger.note_release(b"hash of the rows", {"method": "RWN"})
    0
    >>> ledger.note_release(b"hash of the rows", {"method": "RWN"})
    1
    >>> [entry.data_set for entry in ledger.entries()]
    [1, 1]
    >>> folder.cleanup()
    """

    _rows: SQLiteRows
    _key: bytes = field(repr=False)

    @classmethod
    def create(cls, path: Path | str) -> Self:
        """Make a ledger and its key, in files that only their owner may read: both or neither.

        Parameters
        ----------
        path : Path or str
            The key is in the same place with ``.key`` at the end, or where the environment
            variable VICINAGE_LEDGER_KEY says. Without it the ledger is useless: keep a copy of
            both, in two places.

        Raises
        ------
        LedgerError
            If the ledger or its key exists already, or cannot be written.
        """
        place = Path(path)
        try:
            _check_new(place)
            with new_key(place) as key:
                return cls(SQLiteRows.create(place, derived(key, "check")), key)
        except OSError as error:
            raise LedgerError(
                f"the ledger must be in a place to write to, got {place}: {error.strerror}"
            ) from None

    @classmethod
    def open(cls, path: Path | str) -> Self:
        """Open a ledger that was made before.

        Raises
        ------
        LedgerError
            If the file or its key is missing, is something else, or the two do not go together.
        """
        place = Path(path)
        if not place.is_file():
            raise LedgerError(
                f"the ledger must exist, got {place}; `vicinage ledger create {place}` makes one"
            )
        rows, key = SQLiteRows.open(place), read_key(place)
        if not hmac.compare_digest(rows.key_check, derived(key, "check")):
            raise LedgerError(
                f"the ledger's key must be the one made with {place}, got another; put it back"
            )
        return cls(rows, key)

    @staticmethod
    def unlimited() -> UnlimitedLedger:
        """Return the ledger that grants everything and remembers nothing."""
        return UnlimitedLedger()

    @staticmethod
    def files(path: Path | str) -> tuple[Path, ...]:
        """Return the files that belong to the ledger at `path`, its key among them."""
        place = Path(path)
        beside = [place.with_name(place.name + suffix) for suffix in ("-wal", "-shm")]
        return (place, *beside, key_path(place))

    @property
    def data_set_key(self) -> bytes:
        """The secret key for :func:`vicinage.table.table_digest`."""
        return derived(self._key, "data set")

    def note_release(self, data_set: bytes, record: Mapping[str, Any]) -> int:
        """Remember a masked release.

        Parameters
        ----------
        data_set : bytes
            The digest of the original table, made with :attr:`data_set_key`.
        record : mapping
            The record of the release, fit for JSON.

        Returns
        -------
        int
            How many releases of the same table there were before. Draws average out: from
            several releases of one table more can be learnt than from each.
        """
        at = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        content = json.dumps(record, sort_keys=True, ensure_ascii=False, allow_nan=False)

        def following(last: Row | None) -> Row:
            number, seal = (last.number, last.seal) if last else (0, b"")
            new = Row(
                number=number + 1,
                at=at,
                kind="release",
                data_set=data_set,
                content=content,
                seal=b"",
            )
            return self._sealed(new, seal)

        return self._rows.append(data_set, following)

    def entries(self) -> tuple[Entry, ...]:
        """Return all entries, oldest first, after checking the chain.

        Raises
        ------
        LedgerError
            If an entry was changed or removed.
        """
        before, entries = b"", []
        numbers: dict[bytes, int] = {}
        for place, row in enumerate(self._rows.rows(), start=1):
            expected = self._sealed(row, before).seal
            if row.number != place or not hmac.compare_digest(row.seal, expected):
                raise LedgerError(
                    f"the ledger must be as it was written, but entry {place} was changed or "
                    "removed; put back a copy"
                )
            before = row.seal
            entries.append(
                Entry(
                    number=row.number,
                    at=row.at,
                    kind=row.kind,
                    data_set=numbers.setdefault(row.data_set, len(numbers) + 1),
                    content=json.loads(row.content),
                )
            )
        return tuple(entries)

    def _sealed(self, row: Row, before: bytes) -> Row:
        parts = [before.hex(), row.number, row.at, row.kind, row.data_set.hex(), row.content]
        text = json.dumps(parts, ensure_ascii=False).encode()
        seal = hmac.digest(derived(self._key, "chain"), text, "sha256")
        return replace(row, seal=seal)


def _check_new(place: Path) -> None:
    if place.exists():
        raise LedgerError(f"the ledger must be a new file, got {place}, which exists")
    if not place.parent.is_dir():
        raise LedgerError(f"the ledger must be in a folder that exists, got {place}; make it first")
