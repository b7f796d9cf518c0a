"""Charge, compute, release: the order in which a private answer is made."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from vicinage.errors import FailedError
from vicinage.ledger.privacy_ledger import PrivacyLedger
from vicinage.ledger.reservation import Reservation
from vicinage.privacy import Loss

__all__ = ["charged"]


@contextmanager
def charged(
    ledger: PrivacyLedger,
    digest: bytes,
    loss: Loss,
    request: Mapping[str, Any],
    analyst: str | None,
) -> Iterator[Reservation]:
    """Charge a ledger, then let the caller compute; the charge stays whatever happens.

    Parameters
    ----------
    ledger : PrivacyLedger
    digest : bytes
        The keyed digest of the data set.
    loss : Loss
        All that the answer costs.
    request : mapping
        The public settings, fit for JSON.
    analyst : str or None

    Raises
    ------
    LedgerError, BudgetError
        If the ledger refuses; then nothing was charged.
    FailedError
        If the work fails. Its own error is left out, since its text could hold cells.
    """
    reservation = ledger.reserve(digest, loss, request=request, analyst=analyst)
    try:
        yield reservation
    except Exception as error:
        raise FailedError(
            f"the answer failed after its charge, which stays: {type(error).__name__}"
        ) from None
