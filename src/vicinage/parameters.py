"""Checks of parameters that several methods share."""

import math
import numbers
from collections.abc import Sequence

from vicinage.errors import ParameterError
from vicinage.names import did_you_mean

__all__ = [
    "check_choice",
    "check_flag",
    "check_fraction",
    "check_names",
    "check_number",
    "check_seed",
    "check_whole_number",
]

_MOST = 2**31 - 1  # as many as a table may have records


def check_whole_number(
    name: str, value: object, *, at_least: int = 1, at_most: int = _MOST
) -> None:
    """Refuse anything but a whole number of at least `at_least`, and one beyond `at_most`.

    Examples
    --------
    >>> check_whole_number("group_size", 2.5)
    Traceback (most recent call last):
    ...
    vicinage.errors.ParameterError: group_size must be a whole number of at least 1, got 2.5
    """
    whole = isinstance(value, numbers.Integral) and not isinstance(value, bool)
    if not whole or int(value) < at_least:  # type: ignore[call-overload]  # whole says it is one
        raise ParameterError(f"{name} must be a whole number of at least {at_least}, got {value!r}")
    if int(value) > at_most:  # type: ignore[call-overload]
        raise ParameterError(f"{name} must be at most {at_most:,}, got {value!r}")


def check_fraction(name: str, value: object, *, at_most: float = 1.0) -> None:
    """Refuse anything but a number from 0 to `at_most`; hint at percentages.

    Examples
    --------
    >>> check_fraction("fraction", 15)
    Traceback (most recent call last):
    ...
    vicinage.errors.ParameterError: fraction must be a fraction between 0 and 1, got 15; \
did you mean 0.15?
    """
    number = _number(value)
    if number is not None and 0.0 <= number <= at_most:
        return
    hint = ""
    if number is not None and 1.0 < number <= 100.0 * at_most:
        hint = f"; did you mean {number / 100:g}?"
    raise ParameterError(
        f"{name} must be a fraction between 0 and {at_most:g}, got {value!r}{hint}"
    )


def check_number(name: str, value: object, *, zero: bool) -> None:
    """Refuse anything but a finite number above 0, or of at least 0 where `zero` is allowed.

    Examples
    --------
    >>> check_number("scale", 0.0, zero=False)
    Traceback (most recent call last):
    ...
    vicinage.errors.ParameterError: scale must be a finite number above 0, got 0.0
    """
    number = _number(value)
    if number is None or not 0.0 <= number < math.inf or (number == 0.0 and not zero):
        least = "of at least 0" if zero else "above 0"
        raise ParameterError(f"{name} must be a finite number {least}, got {value!r}")


def check_choice(name: str, value: object, allowed: Sequence[str]) -> None:
    """Refuse anything but one of a few words.

    Examples
    --------
    >>> check_choice("noise", "gauss", ("laplace", "gaussian"))
    Traceback (most recent call last):
    ...
    vicinage.errors.ParameterError: noise must be one of laplace, gaussian, got 'gauss'; \
did you mean "gaussian"?
    """
    if not isinstance(value, str) or value not in allowed:
        raise ParameterError(
            f"{name} must be one of {', '.join(allowed)}, got {value!r}"
            f"{did_you_mean(value, allowed)}"
        )


def check_flag(name: str, value: object) -> None:
    """Refuse anything but True or False."""
    if not isinstance(value, bool):
        raise ParameterError(f"{name} must be True or False, got {value!r}")


def check_seed(value: object) -> None:
    """Refuse anything but None or a whole number."""
    if value is not None and (not isinstance(value, numbers.Integral) or isinstance(value, bool)):
        raise ParameterError(f"seed must be a whole number or None, got {value!r}")


def check_names(name: str, value: object) -> None:
    """Refuse anything but None or a sequence of different column names.

    Examples
    --------
    >>> check_names("columns", "age")
    Traceback (most recent call last):
    ...
    vicinage.errors.ParameterError: columns must be a list of column names, got the text 'age'; \
did you mean ['age']?
    """
    if value is None:
        return
    if isinstance(value, str):
        raise ParameterError(
            f"{name} must be a list of column names, got the text {value!r}; "
            f"did you mean [{value!r}]?"
        )
    if not isinstance(value, Sequence) or not all(isinstance(item, str) for item in value):
        raise ParameterError(f"{name} must be a list of column names, got {value!r}")
    if not value or len(set(value)) < len(value):
        raise ParameterError(
            f"{name} must name each column once, and at least one, got {list(value)!r}; "
            "leave it out for the usual columns"
        )


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        return None
    try:
        return float(value)
    except OverflowError:  # a whole number beyond the floats
        return None
