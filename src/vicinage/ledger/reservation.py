"""A charge that was granted."""

from dataclasses import dataclass
from decimal import Decimal

from vicinage.privacy import Loss

__all__ = ["Remaining", "Reservation"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Remaining:
    """What is left of a budget; public, as are all charges.

    Parameters
    ----------
    epsilon : Decimal
        Infinite where nothing is counted.
    delta : Decimal or None
        None where the budget holds no delta.
    """

    epsilon: Decimal
    delta: Decimal | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reservation:
    """The right to one answer, already paid for.

    Parameters
    ----------
    loss : PureDP, ApproxDP or ZCDP
        What the answer may cost at most, and what was charged.
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
