"""A private column that comes as an array, and what its numbers must be."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from vicinage.errors import ParameterError
from vicinage.integral.parameters import LARGEST
from vicinage.table import PlaceLike

__all__ = ["EXACT", "checked", "is_array", "numbers_of", "too_large"]

Floats = npt.NDArray[np.float64]

EXACT = 2.0**53
"""From here on, whole numbers have no float of their own."""


def is_array(source: Any) -> bool:
    """Say whether a source is a column by itself; else it is a frame, or paths."""
    if isinstance(source, list | tuple):
        return not any(isinstance(item, PlaceLike) for item in source) or _spell_numbers(source)
    if isinstance(source, str | Path) or hasattr(source, "columns"):
        return False
    return isinstance(source, np.ndarray) or hasattr(source, "__array__")


def numbers_of(source: Any) -> Floats:
    """Return an array, list or Series as finite numbers.

    Raises
    ------
    ParameterError
        If it is not one, or floats cannot tell its whole numbers apart.
    """
    array = np.asarray(source)
    if np.ma.is_masked(source):
        raise _not_finite()
    if array.ndim != 1:
        raise ParameterError(
            f"column must have one dimension, got {array.ndim}; several columns come in a frame, "
            "with their names in `columns`"
        )
    whole = array.dtype.kind in "iu" or (
        array.dtype.kind == "O" and all(isinstance(item, int | np.integer) for item in array)
    )
    if array.dtype.kind not in "iufb" and not whole:
        raise ParameterError("column must hold numbers, got an array of other things")
    if whole and array.size and max(int(array.max()), -int(array.min())) >= EXACT:
        raise too_large("column")
    values = array.astype(np.float64)
    if not np.isfinite(values).all():
        raise _not_finite()
    return checked("column", values)


def checked(what: str, values: Floats) -> Floats:
    """Return numbers whose squares have a float; refuse others."""
    if (np.abs(values) >= LARGEST).any():
        raise ParameterError(
            f"{what} must hold numbers below {LARGEST:g} in size, got larger ones; change the unit"
        )
    return values


def too_large(what: str) -> ParameterError:
    """Return the refusal of whole numbers that floats cannot tell apart."""
    return ParameterError(
        f"{what} must hold whole numbers below 2^53 in size, got larger ones, which floats cannot "
        "tell apart; change the unit, or drop the column if it numbers people"
    )


def _spell_numbers(texts: Sequence[Any]) -> bool:
    """Say whether texts are cells, not paths, whose names a message would show."""
    try:
        float(texts[0])
    except (TypeError, ValueError):
        return False
    return True


def _not_finite() -> ParameterError:
    return ParameterError(
        "column must hold finite numbers, got missing or infinite ones; leave such records out"
    )
