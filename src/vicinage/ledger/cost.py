"""A loss as a ledger counts it."""

from dataclasses import dataclass

__all__ = ["Cost"]


@dataclass(frozen=True, slots=True)
class Cost:
    """A loss, or a cap, in whole units.

    Parameters
    ----------
    amount : int
        Epsilon or rho, in units of ``10**-AMOUNT_PLACES``.
    delta : int
        In units of ``10**-DELTA_PLACES``.
    places : int
        Decimal places the amount is written with.
    """

    amount: int
    delta: int
    places: int
