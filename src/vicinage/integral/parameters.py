"""Checks of the parameters of integral privacy."""

import math
import numbers

from vicinage.errors import ParameterError
from vicinage.names import did_you_mean

__all__ = [
    "LARGEST",
    "check_bounds",
    "check_choice",
    "check_flag",
    "check_names",
    "check_range",
    "check_resolution",
    "check_seed",
    "check_whole_number",
    "least_records",
]

LARGEST = 1e150
"""Values are smaller, so that their squares have a float."""

_CELLS = 2**20  # floats between the bounds, at least: a thousand in the finest cell of the ladder


def check_whole_number(name: str, value: object, *, at_least: int) -> None:
    """Refuse anything but a whole number of at least `at_least`.

    Examples
    --------
    >>> check_whole_number("k", 0, at_least=2)
    Traceback (most recent call last):
    ...
    vicinage.errors.ParameterError: k must be a whole number of at least 2, got 0
    """
    whole = isinstance(value, numbers.Integral) and not isinstance(value, bool)
    if not whole or int(value) < at_least:  # type: ignore[call-overload]  # whole says it is one
        raise ParameterError(f"{name} must be a whole number of at least {at_least}, got {value!r}")


def check_choice(name: str, value: object, allowed: tuple[str, ...]) -> None:
    """Refuse anything but one of a few words."""
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


def check_resolution(value: object) -> None:
    """Refuse anything but "auto" or a step."""
    if isinstance(value, str) and value == "auto":
        return
    if _finite(value) is None or not 0 < float(value) < LARGEST:  # type: ignore[arg-type]
        raise ParameterError(
            f"resolution must be 'auto' or a step above 0, got {value!r}; 0.1 rounds to one decimal"
        )


def check_bounds(name: str, value: object) -> tuple[float, float] | None:
    """Return a pair of bounds as floats, or None for none.

    Examples
    --------
    >>> check_bounds("bounds", (5, 1))
    Traceback (most recent call last):
    ...
    vicinage.errors.ParameterError: bounds must be a pair (lower, upper) of numbers, lower below \
upper, got (5, 1)
    """
    if value is None:
        return None
    pair = tuple(value) if isinstance(value, tuple | list) else ()
    numbers_ = [_finite(bound) for bound in pair]
    lower, upper = numbers_ if len(numbers_) == 2 else (None, None)
    if lower is None or upper is None or not lower < upper:
        raise ParameterError(
            f"{name} must be a pair (lower, upper) of numbers, lower below upper, got {value!r}"
        )
    check_range(name, lower, upper)
    return lower, upper


def check_range(name: str, lower: float, upper: float) -> None:
    """Refuse bounds so far or so near that floats cannot part what is between them.

    Examples
    --------
    >>> check_range("bounds", 1e15, 1e15 + 1)
    Traceback (most recent call last):
    ...
    vicinage.errors.ParameterError: bounds must be further apart for their size, got \
(1000000000000000.0, 1000000000000001.0); move the zero, or change the unit
    """
    size = max(abs(lower), abs(upper))
    if size >= LARGEST:
        raise ParameterError(f"{name} must be smaller than {LARGEST:g} in size, got {lower, upper}")
    if upper - lower < max(1.0 / LARGEST, _CELLS * math.ulp(size)):
        raise ParameterError(
            f"{name} must be further apart for their size, got {lower, upper}; move the zero, or "
            "change the unit"
        )


def check_names(name: str, value: object) -> None:
    """Refuse anything but None or a sequence of different column names."""
    if value is None:
        return
    listed = value if isinstance(value, list | tuple) else ()
    named = all(isinstance(item, str) for item in listed)
    if not listed or not named or len(set(listed)) < len(listed):
        hint = f"; did you mean [{value!r}]?" if isinstance(value, str) else ""
        raise ParameterError(
            f"{name} must be a list of different column names, or None for the only one, got "
            f"{value!r}{hint}"
        )


def least_records(k: int) -> int:
    """Return how many records there must be, at least."""
    return max(20, 2 * k)


def _finite(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        return None
    number = float(value)
    return number if math.isfinite(number) else None
