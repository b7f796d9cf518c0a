"""The option ``--sweep``: a parameter and the values to try."""

import math
from fractions import Fraction
from typing import Any

from vicinage.cli.usage_error import UsageError

__all__ = ["read_sweep"]

_MOST = 1000


def read_sweep(texts: list[str]) -> dict[str, list[Any]]:
    """Read options such as ``radius=0.25:0.95:0.05`` (both ends included) or ``n_neighbors=5,10``.

    Raises
    ------
    UsageError
        If one cannot be read, names a parameter twice or has more than 1,000 values.

    Examples
    --------
    >>> read_sweep(["radius=0.25:0.35:0.05", "n-neighbors=5,10"])
    {'radius': [0.25, 0.3, 0.35], 'n_neighbors': [5, 10]}
    """
    sweep: dict[str, list[Any]] = {}
    for text in texts:
        name, equals, values = text.partition("=")
        name = name.strip().replace("-", "_")
        if not equals or not name or not values:
            raise UsageError(
                f"--sweep must be a parameter and its values, got {text!r}; such as "
                "radius=0.1:0.9:0.1 (first, last, step) or n_neighbors=5,10"
            )
        if name in sweep:
            raise UsageError(f"--sweep must name each parameter once, got {name} again")
        sweep[name] = (
            _range(text, values) if ":" in values else [_value(v) for v in values.split(",")]
        )
    return sweep


def _range(text: str, values: str) -> list[Any]:
    """Count in fractions, so that 0.1 + 0.2 is 0.3."""
    try:
        first, last, step = (Fraction(part.strip()) for part in values.split(":"))
    except (ValueError, ZeroDivisionError):
        first, last, step = Fraction(0), Fraction(0), Fraction(0)
    if step <= 0 or last < first or (last - first) / step >= _MOST:
        raise UsageError(
            f"--sweep must count upwards to at most {_MOST:,} values, got {text!r}; such as "
            "radius=0.1:0.9:0.1 (first, last, step)"
        )
    counted = [first + step * i for i in range(math.floor((last - first) / step) + 1)]
    whole = all(number.denominator == 1 for number in (first, step)) and "." not in values
    return [int(number) if whole else float(number) for number in counted]


def _value(text: str) -> Any:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return {"true": True, "false": False}.get(text.strip(), text.strip())
