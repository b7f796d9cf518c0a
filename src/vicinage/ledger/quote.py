"""What an answer would cost."""

from collections.abc import Mapping
from dataclasses import dataclass

from vicinage.ledger.remaining import Remaining
from vicinage.privacy import Loss

__all__ = ["Quote"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """What a charge would be, as long as the ledger stays as it is. All of it is public.

    Parameters
    ----------
    loss : PureDP, ApproxDP or ZCDP
        What was asked for.
    counted : mapping of str to str
        What it counts in the ledger's unit, "epsilon" or "rho", and "delta".
    remaining : Remaining
        What would be left.
    """

    loss: Loss
    counted: Mapping[str, str]
    remaining: Remaining
