"""Amounts of privacy, as exact decimals."""

from decimal import Decimal, InvalidOperation

from vicinage.errors import ParameterError

__all__ = ["Amount", "amount"]

Amount = Decimal | str | int | float
"""What may be given for an amount; a float means the shortest decimal that reads back the same."""

_LARGEST = Decimal(10**6)


def amount(name: str, value: Amount) -> Decimal:
    """Return `value` as an exact decimal above 0.

    Raises
    ------
    ParameterError
        If it is no number, not finite, not above 0, or above a million.

    Examples
    --------
    >>> amount("epsilon", 0.1) + amount("epsilon", "0.2")
    Decimal('0.3')
    """
    number = _decimal(value)
    if number is None or not number.is_finite() or not 0 < number <= _LARGEST:
        raise ParameterError(
            f"{name} must be a number above 0 and at most {_LARGEST}, got {value!r}; write it as a "
            'decimal, such as "0.5"'
        )
    return number


def _decimal(value: Amount) -> Decimal | None:
    if isinstance(value, bool) or not isinstance(value, Decimal | str | int | float):
        return None
    try:
        return Decimal(str(value).strip())
    except InvalidOperation:
        return None
