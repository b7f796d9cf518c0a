"""Amounts of privacy, as exact decimals."""

import numbers
from collections.abc import Iterable
from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, Decimal, InvalidOperation, localcontext

from vicinage.errors import ParameterError

__all__ = ["Amount", "amount", "exact_sum", "positive_decimal"]

Amount = Decimal | str | int | float
"""What may be given for an amount; a float means the shortest decimal that reads back the same.

Numbers of NumPy count as the int or float that they are.
"""

_LARGEST = 10**6
_SMALLEST = Decimal("1e-400")  # less is nothing, and would be written with as many zeros
_HINT = 'write it as a decimal, such as "0.5"'


def amount(name: str, value: Amount, *, at_most: int = _LARGEST, hint: str = _HINT) -> Decimal:
    """Return `value` as an exact decimal above 0.

    Raises
    ------
    ParameterError
        If it is no number, not finite, not above 0, or above `at_most`; the
        message ends with `hint`.

    Examples
    --------
    >>> amount("epsilon", 0.1) + amount("epsilon", "0.2")
    Decimal('0.3')
    """
    number = positive_decimal(value)
    if number is None or number > at_most:
        raise ParameterError(
            f"{name} must be a number above 0 and at most {at_most}, got {value!r}; {hint}"
        )
    return number


def exact_sum(amounts: Iterable[Decimal]) -> Decimal:
    """Add amounts without rounding, whatever the number of their digits.

    Examples
    --------
    >>> exact_sum([Decimal(1), Decimal("1e-30")])
    Decimal('1.000000000000000000000000000001')
    """
    with localcontext(prec=MAX_PREC, Emax=MAX_EMAX, Emin=MIN_EMIN):
        return sum(amounts, Decimal(0))


def positive_decimal(value: Amount) -> Decimal | None:
    """Return `value` as an exact decimal; None if it is no finite number above 0."""
    if isinstance(value, bool) or not isinstance(value, Decimal | str | numbers.Real):
        return None
    try:
        number = Decimal(str(value).strip())
    except InvalidOperation:
        return None
    return number if number.is_finite() and number >= _SMALLEST else None
