"""The named way to do without a ledger."""

# ruff: noqa: ARG002 - the interface of all ledgers, of which nothing is needed here

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from vicinage.ledger.registration import checked_name
from vicinage.ledger.remaining import Remaining
from vicinage.ledger.reservation import Reservation
from vicinage.privacy import Loss

__all__ = ["UnlimitedLedger"]

_ALL = Remaining(epsilon=Decimal("Infinity"))


@dataclass(frozen=True, slots=True)
class UnlimitedLedger:
    """A ledger that grants everything and remembers nothing.

    Without a memory no promise holds for several answers together: it is for experiments, and for
    data whose budget is kept elsewhere. Made by :meth:`vicinage.Ledger.unlimited`.

    Examples
    --------
    >>> from vicinage.privacy import PureDP
    >>> UnlimitedLedger().reserve("people", PureDP(40), request={}).remaining.epsilon
    Decimal('Infinity')
    """

    _key: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False)

    @property
    def data_set_key(self) -> bytes:
        """A random key: digests of two such ledgers do not compare."""
        return self._key

    @property
    def composition(self) -> str:
        """Always "basic": what an answer costs is stated as epsilon and delta."""
        return "basic"

    def reserve(
        self,
        data_set: bytes | str,
        loss: Loss,
        *,
        request: Mapping[str, Any],
        analyst: str | None = None,
        request_id: str | None = None,
    ) -> Reservation:
        """Grant the charge."""
        if analyst is not None:
            checked_name("analyst", analyst)
        identity = request_id or secrets.token_hex(16)
        return Reservation(loss=loss, request_id=identity, analyst=analyst, remaining=_ALL)

    def settle(self, reservation: Reservation, record: Mapping[str, Any]) -> None:
        """Do nothing."""

    def remaining(self, data_set: bytes | str, analyst: str | None = None) -> Remaining:
        """Return an infinite epsilon."""
        return _ALL

    def quote(self, data_set: bytes | str, loss: Loss, analyst: str | None = None) -> Loss:
        """Return `loss`: an answer would cost what it costs."""
        return loss
