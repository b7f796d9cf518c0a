"""The rule that bounds, thresholds and cut points share: a finite number."""

import sys

from vicinage.errors import SchemaError

__all__ = ["check_finite"]


def check_finite(name: str, value: object) -> None:
    """Refuse anything but a finite number.

    Raises
    ------
    SchemaError

    Examples
    --------
    >>> check_finite("lower", "0")
    Traceback (most recent call last):
    ...
    vicinage.errors.SchemaError: lower must be a number, got '0'
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise SchemaError(f"{name} must be a number, got {value!r}")
    if not abs(value) <= sys.float_info.max:  # also catches NaN
        raise SchemaError(f"{name} must be finite, got {value}")
