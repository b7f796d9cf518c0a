"""What a charge would do, decided from the state of a ledger alone."""

from dataclasses import asdict, dataclass
from typing import Any, Self

from vicinage.errors import LedgerError
from vicinage.ledger.account import Account
from vicinage.ledger.composition import Composition
from vicinage.ledger.cost import Cost
from vicinage.ledger.registration import checked_name, composed
from vicinage.ledger.remaining import Remaining
from vicinage.ledger.transaction import Transaction
from vicinage.privacy import Loss

__all__ = ["Plan"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The accounts of one charge, as they would be after it.

    Parameters
    ----------
    name, lineage : str
    digest : bytes
    account : str
        The analyst whose own account is charged too; empty where analysts have none.
    accounts : tuple of Account
        That of all together first.
    """

    name: str
    digest: bytes
    lineage: str
    account: str
    accounts: tuple[Account, ...]

    @classmethod
    def of(
        cls,
        transaction: Transaction,
        data_set: bytes | str,
        cost: Cost | None,
        analyst: str | None,
        composition: Composition,
    ) -> Self:
        """Look up who is charged, and charge `cost` in memory only.

        Raises
        ------
        ParameterError
            If `analyst` can be no name.
        LedgerError
            If the data set is not registered, or the analyst has no account where all have one.
        BudgetError
            If `cost` does not fit.
        """
        if analyst is not None:
            analyst = checked_name("analyst", analyst)  # "" is the name of everybody's account
        known_by = composed(data_set) if isinstance(data_set, str) else data_set
        found = transaction.data_set(known_by)
        if found is None:
            shown = f"{data_set!r}" if isinstance(data_set, str) else "a table that is not"
            raise LedgerError(
                f"the data set must be registered in this ledger, got {shown}; the steward does "
                "that with `vicinage ledger register`"
            )
        name, digest, lineage = found
        accounts = transaction.accounts(lineage)
        shared = len(accounts) == 1
        if not shared and analyst is not None and analyst not in accounts:
            raise LedgerError(
                f"analyst must be one with a share of the budget of {lineage}, got {analyst!r}; "
                "the steward names them when the data set is registered"
            )
        if not shared and analyst is None and cost is not None:
            raise LedgerError(
                f"analyst must be given, since analysts share the budget of {lineage}, got None"
            )
        account = "" if shared or analyst is None else analyst
        charged = [accounts[owner] for owner in dict.fromkeys(["", account])]
        if cost is not None:
            charged = [each.charged(cost, composition) for each in charged]
        return cls(
            name=name, digest=digest, lineage=lineage, account=account, accounts=tuple(charged)
        )

    def content(self, loss: Loss, cost: Cost) -> dict[str, Any]:
        """Return what the entry says of who is charged, and how much."""
        return {
            "name": self.name,
            "lineage": self.lineage,
            "account": self.account,
            "loss": loss.as_dict(),
            "counted": asdict(cost),
        }

    def remaining(self, composition: Composition) -> Remaining:
        """Return what is left: of all together, or of the analyst where it is less."""
        least = min(self.accounts, key=lambda account: account.cap - account.spent)
        return least.remaining(composition, delta_of=self.accounts[0])
