"""A charge that was granted."""

from dataclasses import dataclass

from vicinage.ledger.remaining import Remaining
from vicinage.privacy import Loss

__all__ = ["Reservation"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reservation:
    """The right to one answer, already paid for.

    Parameters
    ----------
    loss : PureDP, ApproxDP or ZCDP
        All that the answer may cost; it was charged.
    request_id : str
        Unique in its ledger.
    name : str or None
        The registered data set; None where nothing is counted.
    analyst : str or None
        For whom the answer is.
    remaining : Remaining
        What is left after the charge, of the lineage and, where it is less, of the analyst.
    """

    loss: Loss
    request_id: str
    name: str | None = None
    analyst: str | None = None
    remaining: Remaining
