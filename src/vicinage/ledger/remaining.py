"""What is left of a budget."""

from dataclasses import dataclass
from decimal import Decimal

__all__ = ["Remaining"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Remaining:
    """What is left of a budget; public, as are all charges.

    Parameters
    ----------
    epsilon : Decimal
        What one more answer may cost at most; infinite where nothing is counted.
    delta : Decimal or None
        The same for its delta. None where the budget holds no delta.
    rho : Decimal or None
        What is left in the unit that is counted under ``zcdp`` composition; else None.
    """

    epsilon: Decimal
    delta: Decimal | None = None
    rho: Decimal | None = None
