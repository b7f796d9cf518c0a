"""The entries of a ledger: added to, shown and verified."""

import datetime
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from vicinage.errors import LedgerError, ParameterError
from vicinage.ledger.books import Books
from vicinage.ledger.chain import Chain
from vicinage.ledger.entry import Entry
from vicinage.ledger.store import Store
from vicinage.ledger.transaction import Transaction

__all__ = ["History", "json_of"]


@dataclass(frozen=True, slots=True)
class History:
    """The chain of a store."""

    store: Store
    chain: Chain

    def append(
        self, transaction: Transaction, kind: str, digest: bytes, content: Mapping[str, Any]
    ) -> int:
        """Add an entry, and return its number."""
        row = self.chain.after(
            transaction.last(),
            at=datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
            kind=kind,
            data_set=digest,
            content=json_of(content),
        )
        transaction.append(row)
        return row.number

    def entries(self) -> tuple[Entry, ...]:
        """Return all entries, oldest first, after checking the chain."""
        numbers: dict[bytes, int] = {}
        with self.store.reading() as transaction:
            rows = list(self.chain.checked(transaction.rows()))
        return tuple(
            Entry(
                number=row.number,
                at=row.at,
                kind=row.kind,
                data_set=numbers.setdefault(row.data_set, len(numbers) + 1),
                content=json.loads(row.content),
            )
            for row in rows
        )

    def verify(self, head: str | None) -> str:
        """Check the chain, the balances and an earlier head; return the head of now."""
        self.store.check_whole()
        with self.store.reading() as transaction:
            rows = list(self.chain.checked(transaction.rows()))
            kept = transaction.books()
        heads = [self.chain.head(row) for row in (None, *rows)]
        if head is not None and str(head).strip() not in heads:
            raise LedgerError(
                "the ledger must contain the entry of the given head, got another history; an old "
                "copy was put back, or the head is of another ledger"
            )
        if kept != Books.of(rows, self.store.composition):
            raise LedgerError(
                "the ledger's balances must be what its entries make, got others; put back a copy"
            )
        return heads[-1]


def json_of(content: Mapping[str, Any]) -> str:
    """Return `content` as it is kept.

    Raises
    ------
    ParameterError
        If it is not fit for JSON.
    """
    try:
        text = json.dumps(dict(content), sort_keys=True, ensure_ascii=False, allow_nan=False)
        text.encode()
    except (TypeError, ValueError, RecursionError):
        raise ParameterError(
            "request and record must be mappings fit for JSON, got something else; give plain "
            "values"
        ) from None
    return text
