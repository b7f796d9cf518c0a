"""Checks of the parameters that both questions about outliers share."""

import math
import numbers
from collections.abc import Sequence
from typing import Any

from vicinage.errors import ParameterError
from vicinage.parameters import check_whole_number

__all__ = [
    "SCALINGS",
    "check_below",
    "check_radius",
    "check_seed",
    "whole_numbers",
]

SCALINGS = ("bounds", "none")
"""Units of the radius: shares of the declared ranges, or the columns' own."""

# Well inside what the degrees can square, so that no radius is refused after the charge.
_LEAST_RADIUS, _LARGEST_RADIUS = 1e-90, 1e90


def whole_numbers(name: str, value: object) -> tuple[int, ...]:
    """Return one whole number, or several, as a tuple.

    Examples
    --------
    >>> whole_numbers("min_neighbors", 10), whole_numbers("min_neighbors", [5, 20])
    ((10,), (5, 20))
    """
    several = isinstance(value, Sequence) and not isinstance(value, str) and len(value) > 0
    listed: list[Any] = list(value) if several else [value]  # type: ignore[call-overload]
    for number in listed:
        check_whole_number(name, number)
    return tuple(int(number) for number in listed)


def check_below(name: str, value: int, n_rows: int) -> None:
    """Refuse a number of neighbours that no record could have."""
    if value >= n_rows:
        raise ParameterError(
            f"{name} must be below the number of rows, got {name} = {value} for n = {n_rows}"
        )


def check_radius(value: object) -> None:
    """Refuse anything but a finite number above 0, and what the degrees could not square."""
    real = isinstance(value, numbers.Real) and not isinstance(value, bool)
    try:
        radius = float(value) if real else math.nan  # type: ignore[arg-type]
    except OverflowError:
        radius = math.inf
    if not 0.0 < radius < math.inf:
        raise ParameterError(
            f"radius must be a finite number above 0, got {value!r}; with scaling='bounds' it is "
            "a share of the declared ranges, such as 0.1"
        )
    if not _LEAST_RADIUS <= radius <= _LARGEST_RADIUS:
        raise ParameterError(
            f"radius must be from {_LEAST_RADIUS:g} to {_LARGEST_RADIUS:g}, got {value!r}; "
            "another unit of the columns makes it a number of usual size"
        )


def check_seed(value: object) -> None:
    """Refuse every seed."""
    if value is not None:
        raise ParameterError(
            f"seed must be left out, got {value!r}; the noise of a private answer cannot be "
            "repeated. Simulations with a seed live in vicinage.testing.SimulatedOutlierCount, "
            "which sees no ledger and makes nothing that may be published"
        )
