"""The state of a ledger as its entries make it."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from vicinage.ledger.account import Account
from vicinage.ledger.composition import Composition
from vicinage.ledger.cost import Cost
from vicinage.ledger.row import Row

__all__ = ["Books"]


@dataclass(frozen=True, slots=True)
class Books:
    """Budgets, data sets and charges; compared with what a data base holds beside the entries.

    Parameters
    ----------
    accounts : dict of (lineage, analyst) to Account
    data_sets : dict of name to (digest, lineage)
    charges : dict of request id to (entry, entry of the answer or None)
    """

    accounts: dict[tuple[str, str], Account] = field(default_factory=dict)
    data_sets: dict[str, tuple[bytes, str]] = field(default_factory=dict)
    charges: dict[str, tuple[int, int | None]] = field(default_factory=dict)

    @classmethod
    def of(cls, rows: Iterable[Row], composition: Composition) -> "Books":
        """Add up the entries, oldest first; their chain has been checked."""
        books = cls()
        for row in rows:
            content = json.loads(row.content)
            if row.kind == "register":
                books._register(row, content, composition)
            elif row.kind == "charge":
                books._charge(row, content, composition)
            elif row.kind == "answer":
                number, _ = books.charges[content["request_id"]]
                books.charges[content["request_id"]] = (number, row.number)
        return books

    def _register(self, row: Row, content: dict[str, Any], composition: Composition) -> None:
        self.data_sets[content["name"]] = (row.data_set, content["lineage"])
        for account in opened(content, composition):
            self.accounts.setdefault((account.lineage, account.analyst), account)

    def _charge(self, row: Row, content: dict[str, Any], composition: Composition) -> None:
        self.charges[content["request_id"]] = (row.number, None)
        cost = Cost(**content["counted"])
        for analyst in {"", content["account"]}:
            key = (content["lineage"], analyst)
            self.accounts[key] = self.accounts[key].charged(cost, composition)


def opened(content: dict[str, Any], composition: Composition) -> list[Account]:
    """Return the accounts that the registration `content` opens for a new lineage."""
    delta = None if content["delta"] is None else Decimal(content["delta"])
    caps = {"": content["epsilon"], **content["analysts"]}
    accounts = []
    for analyst, epsilon in caps.items():
        cap = composition.cap(Decimal(epsilon), delta)
        accounts.append(
            Account(
                lineage=content["lineage"],
                analyst=analyst,
                cap=cap.amount,
                delta_cap=0 if analyst else cap.delta,
                places=cap.places,
            )
        )
    return accounts
