"""The chain of entries: each is sealed together with the seal of the one before it."""

import hmac
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from vicinage.errors import LedgerError
from vicinage.ledger.row import Row

__all__ = ["Chain"]


@dataclass(frozen=True, slots=True)
class Chain:
    """What seals entries and checks seals.

    Parameters
    ----------
    key : bytes
        Secret. Whoever has it can write a chain of his own.
    """

    key: bytes = field(repr=False)

    def after(self, last: Row | None, *, at: str, kind: str, data_set: bytes, content: str) -> Row:
        """Return the entry that follows `last`, sealed."""
        number, before = (last.number, last.seal) if last else (0, b"")
        new = Row(number=number + 1, at=at, kind=kind, data_set=data_set, content=content, seal=b"")
        return replace(new, seal=self._seal(new, before))

    def checked(self, rows: Iterable[Row]) -> Iterator[Row]:
        """Yield the rows, oldest first, as long as they are what was sealed.

        Raises
        ------
        LedgerError
            If one was changed, removed or moved.
        """
        before = b""
        for place, row in enumerate(rows, start=1):
            if row.number != place or not hmac.compare_digest(row.seal, self._seal(row, before)):
                raise LedgerError(
                    f"the ledger must be as it was written, but entry {place} was changed or "
                    "removed; put back a copy"
                )
            before = row.seal
            yield row

    def head(self, row: Row | None) -> str:
        """Return what stands for the chain up to `row`: worth keeping elsewhere."""
        return f"{row.number}-{row.seal.hex()}" if row else "0-"

    def _seal(self, row: Row, before: bytes) -> bytes:
        parts = [before.hex(), row.number, row.at, row.kind, row.data_set.hex(), row.content]
        return hmac.digest(self.key, json.dumps(parts, ensure_ascii=False).encode(), "sha256")
