"""Charges and their answers, as entries and balances of one transaction."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from vicinage.errors import LedgerError, ParameterError
from vicinage.ledger.composition import Composition
from vicinage.ledger.history import History, json_of
from vicinage.ledger.plan import Plan
from vicinage.ledger.quote import Quote
from vicinage.ledger.remaining import Remaining
from vicinage.ledger.reservation import Reservation
from vicinage.privacy import Loss

__all__ = ["Charges"]


@dataclass(frozen=True, slots=True)
class Charges:
    """What is charged to the accounts of a ledger."""

    history: History

    def reserve(
        self,
        data_set: bytes | str,
        loss: Loss,
        *,
        request: Mapping[str, Any],
        analyst: str | None,
        request_id: str,
    ) -> Reservation:
        """Charge, or refuse and leave no trace; arguments as of :meth:`vicinage.Ledger.reserve`."""
        cost = self._composition.cost(loss)
        json_of(request)
        with self.history.store.writing() as transaction:
            plan = Plan.of(transaction, data_set, cost, analyst, self._composition)
            if transaction.charge(request_id) is not None:
                raise LedgerError(
                    f"request_id must be new, got {request_id!r}, which was charged before; a "
                    "second answer costs again, under another id"
                )
            for account in plan.accounts:
                transaction.keep_account(account)
            content = plan.content(loss, cost)
            content.update(analyst=analyst, request=dict(request), request_id=request_id)
            number = self.history.append(transaction, "charge", plan.digest, content)
            transaction.add_charge(request_id, number)
        return Reservation(
            loss=loss,
            request_id=request_id,
            name=plan.name,
            analyst=analyst,
            remaining=plan.remaining(self._composition),
        )

    def settle(self, reservation: Reservation, record: Mapping[str, Any]) -> None:
        """Add what was released, once."""
        if not isinstance(reservation, Reservation):
            raise ParameterError(f"reservation must be one of reserve(), got {reservation!r}")
        json_of(record)
        content = {"request_id": reservation.request_id, "record": dict(record)}
        with self.history.store.writing() as transaction:
            charge = transaction.charge(reservation.request_id)
            if charge is None or charge[1] is not None:
                raise LedgerError(
                    f"reservation must be open in this ledger, got {reservation.request_id!r}; a "
                    "charge is answered once"
                )
            digest = transaction.digest_of(charge[0])
            number = self.history.append(transaction, "answer", digest, content)
            transaction.keep_answer(reservation.request_id, number)

    def quote(self, data_set: bytes | str, loss: Loss, analyst: str | None) -> Quote:
        """Say what :meth:`reserve` would do."""
        cost = self._composition.cost(loss)
        with self.history.store.reading() as transaction:
            plan = Plan.of(transaction, data_set, cost, analyst, self._composition)
        return Quote(
            loss=loss,
            counted=self._composition.shown(cost),
            remaining=plan.remaining(self._composition),
        )

    def remaining(self, data_set: bytes | str, analyst: str | None) -> Remaining:
        """Return what is left."""
        with self.history.store.reading() as transaction:
            plan = Plan.of(transaction, data_set, None, analyst, self._composition)
        return plan.remaining(self._composition)

    @property
    def _composition(self) -> Composition:
        return self.history.store.composition
