"""Amounts as whole numbers of a tiny unit, so that sums are exact and can be checked by SQL."""

import math
from decimal import Decimal
from fractions import Fraction

__all__ = ["AMOUNT_PLACES", "DELTA_PLACES", "decimal_of", "places_of", "units_down", "units_up"]

AMOUNT_PLACES = 12
"""Decimal places of epsilon and rho: a million, the largest amount, then needs 60 bits."""
DELTA_PLACES = 18
"""Decimal places of delta, which is below 1."""


def units_up(value: Decimal, places: int) -> int:
    """Return a positive amount in units, rounded up: never 0, so that nothing is free.

    Examples
    --------
    >>> units_up(Decimal("0.01"), 12), units_up(Decimal("5e-324"), 12)
    (10000000000, 1)
    """
    if value.adjusted() < -places:
        return 1  # and no huge power of ten is written out
    return math.ceil(Fraction(value) * Fraction(10) ** places)


def units_down(value: Decimal, places: int) -> int:
    """Return a positive amount in units, rounded down."""
    if value.adjusted() < -places:
        return 0
    return math.floor(Fraction(value) * Fraction(10) ** places)


def places_of(value: Decimal, most: int) -> int:
    """Return how many decimal places an amount was written with, `most` at most.

    Examples
    --------
    >>> places_of(Decimal("0.10"), 12), places_of(Decimal("1e-300"), 12)
    (2, 12)
    """
    exponent = value.as_tuple().exponent
    return min(most, max(0, -int(exponent)))


def decimal_of(units: int, places: int, shown: int) -> Decimal:
    """Return an amount of units of ``10**-places``, written with `shown` places where they do.

    Examples
    --------
    >>> decimal_of(10**12, 12, 2), decimal_of(3 * 10**9, 12, 2)
    (Decimal('1.00'), Decimal('0.003'))
    """
    whole, part = divmod(units, 10**places)
    digits = f"{part:0{places}d}"
    kept = max(shown, len(digits.rstrip("0")))
    return Decimal(f"{whole}.{digits[:kept]}")
