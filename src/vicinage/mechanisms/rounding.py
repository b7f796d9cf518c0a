"""Numbers of privacy as exact fractions, rounded only against the caller."""

import math
from decimal import Decimal
from fractions import Fraction
from numbers import Integral

from vicinage.errors import ParameterError

__all__ = ["positive", "root_up", "round_up", "whole"]


def round_up(value: Fraction) -> float:
    """Return the least float that is not below `value`.

    Raises
    ------
    ParameterError
        If there is none: the noise would be of no use.

    Examples
    --------
    >>> Fraction(round_up(Fraction(1, 3))) >= Fraction(1, 3) > Fraction(1 / 3)
    True
    """
    try:
        nearest = float(value)
        above = nearest if Fraction(nearest) >= value else math.nextafter(nearest, math.inf)
    except OverflowError:
        above = math.inf
    if above == math.inf:
        raise ParameterError(
            "scale must be below 1e308; ask for a larger privacy loss or a smaller sensitivity"
        )
    return above


def root_up(value: Fraction) -> float:
    """Return a float that is not below the square root of `value`, and is within 2 ulp of it.

    Examples
    --------
    >>> root_up(Fraction(9, 4)), Fraction(root_up(Fraction(2))) ** 2 >= 2
    (1.5, True)
    """
    root = math.sqrt(round_up(value))
    while Fraction(root) ** 2 < value:
        root = math.nextafter(root, math.inf)
    return root


def positive(name: str, value: Fraction | Decimal | float) -> Fraction:
    """Return `value` as an exact fraction above 0.

    Raises
    ------
    ParameterError
        If it is no number, not finite, or not above 0.
    """
    if not isinstance(value, Integral | float | Fraction | Decimal) or isinstance(value, bool):
        raise ParameterError(f"{name} must be a number above 0, got {type(value).__name__}")
    try:
        exact = Fraction(int(value) if isinstance(value, Integral) else value)
    except (ValueError, OverflowError):  # NaN and infinity
        exact = Fraction(0)
    if exact <= 0:
        raise ParameterError(f"{name} must be finite and above 0, got {value}")
    return exact


def whole(name: str, value: int) -> int:
    """Return `value` if it is a whole number above 0.

    Raises
    ------
    ParameterError
        If it is anything else.
    """
    if isinstance(value, bool) or not isinstance(value, Integral) or value < 1:
        raise ParameterError(f"{name} must be a whole number above 0, got {value!r}")
    return int(value)
