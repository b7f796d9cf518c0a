"""Checks of the parameters of integral privacy."""

import math
import numbers
from collections.abc import Mapping, Sequence
from typing import Any

from vicinage.errors import ParameterError
from vicinage.integral.statistic import COUNT, MODE, Statistic

__all__ = [
    "LARGEST",
    "check_bounds",
    "check_mode",
    "check_range",
    "check_resolution",
]

LARGEST = 1e150
"""Values are smaller, so that their squares have a float."""

_CELLS = 2**20  # floats between the bounds, at least: a thousand in the finest cell of the ladder


def check_resolution(value: object) -> None:
    """Refuse anything but "auto" or a step."""
    if isinstance(value, str) and value == "auto":
        return
    if _finite(value) is None or not 0 < float(value) < LARGEST:  # type: ignore[arg-type]
        raise ParameterError(
            f"resolution must be 'auto' or a step above 0, got {value!r}; 0.1 rounds to one decimal"
        )


def check_mode(statistics: Sequence[Statistic], parameters: Mapping[str, Any]) -> None:
    """Refuse what has no meaning for the most frequent category.

    Parameters
    ----------
    statistics : sequence of Statistic
        The mode among them.
    parameters : mapping
        Of :class:`vicinage.integral.IntegralStatistics`, by name.
    """
    others = [one.name for one in statistics if one not in (COUNT, MODE)]
    if others:
        raise ParameterError(
            f"statistics must be of one kind, got the mode of categories with {others[0]} of "
            "numbers; ask for them apart"
        )
    usual = {"resolution": "auto", "select": "private", "input_groups": None, "bounds": None}
    for name, value in usual.items():
        if parameters[name] != value:
            raise ParameterError(
                f"{name} must be {value!r} for the mode, got {parameters[name]!r}; categories "
                "have no distances, and the most frequent one that qualifies is taken"
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


def _finite(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        return None
    number = float(value)
    return number if math.isfinite(number) else None
