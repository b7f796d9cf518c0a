"""What an estimator expects of a ledger."""

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

from vicinage.errors import ParameterError
from vicinage.ledger.remaining import Remaining
from vicinage.ledger.reservation import Reservation
from vicinage.privacy import Loss

__all__ = ["PrivacyLedger", "check_ledger"]


@runtime_checkable
class PrivacyLedger(Protocol):
    """Somebody who is asked before a private answer is computed.

    A refusal costs nothing and leaves no trace. What was granted stays charged, whatever happens
    to the answer.
    """

    @property
    def data_set_key(self) -> bytes:
        """The secret key for :meth:`vicinage.table.QueryTable.digest`."""

    @property
    def composition(self) -> str:
        """How charges add up: "basic" or "zcdp"; an answer may cost less in one than the other."""

    def reserve(
        self,
        data_set: bytes | str,
        loss: Loss,
        *,
        request: Mapping[str, Any],
        analyst: str | None = None,
        request_id: str | None = None,
    ) -> Reservation:
        """Charge `loss` to a data set, given by digest or name, or refuse."""

    def settle(self, reservation: Reservation, record: Mapping[str, Any]) -> None:
        """Remember what was released for a charge."""

    def remaining(self, data_set: bytes | str, analyst: str | None = None) -> Remaining:
        """Return what is left of a budget."""


def check_ledger(value: object) -> None:
    """Refuse anything but a ledger, or the named way to do without."""
    if isinstance(value, type) or not isinstance(value, PrivacyLedger):
        raise ParameterError(
            f"ledger must be a Ledger, got {value!r}; Ledger.unlimited() is the way to do without"
        )
