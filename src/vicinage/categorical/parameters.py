"""Checks of the parameters of estimators of distances."""

import numbers
from collections.abc import Sequence

from vicinage.errors import ParameterError
from vicinage.ledger import PrivacyLedger

__all__ = [
    "check_choice",
    "check_flag",
    "check_ledger",
    "check_noise",
    "check_seed",
    "check_share",
    "check_whole_number",
]


def check_whole_number(name: str, value: object) -> None:
    """Refuse anything but a whole number of at least 1.

    Examples
    --------
    >>> check_whole_number("k", 2.5)
    Traceback (most recent call last):
    ...
    vicinage.errors.ParameterError: k must be a whole number of at least 1, got 2.5
    """
    if not isinstance(value, numbers.Integral) or isinstance(value, bool) or value < 1:
        raise ParameterError(f"{name} must be a whole number of at least 1, got {value!r}")


def check_flag(name: str, value: object) -> None:
    """Refuse anything but True or False."""
    if not isinstance(value, bool):
        raise ParameterError(f"{name} must be True or False, got {value!r}")


def check_choice(name: str, value: object, allowed: Sequence[str]) -> None:
    """Refuse anything but one of a few words."""
    if not isinstance(value, str) or value not in allowed:
        raise ParameterError(f"{name} must be one of {', '.join(allowed)}, got {value!r}")


def check_share(value: object) -> None:
    """Refuse anything but None or a number above 0 and below 1, for `selection_share`."""
    if value is not None and not (isinstance(value, numbers.Real) and 0 < float(value) < 1):
        raise ParameterError(
            f"selection_share must be above 0 and below 1, got {value!r}; it is the part of "
            "the budget that the choice of contexts may take"
        )


def check_noise(noise: object, delta: object, *, per_attribute: bool) -> None:
    """Refuse a kind of noise that does not fit the presence of a delta."""
    check_choice("noise", noise, ("auto", "laplace", "gaussian"))
    if noise == "gaussian" and delta is None:
        raise ParameterError(
            "delta must be given for noise='gaussian', got None; a delta far below 1 / n_rows "
            "is usual, and noise='laplace' needs none"
        )
    if delta is not None and (noise == "laplace" or per_attribute):
        reason = "per_attribute=True" if per_attribute else "noise='laplace'"
        raise ParameterError(
            f"delta must be left out for {reason}, which needs none, got {delta!r}"
        )


def check_seed(value: object) -> None:
    """Refuse every seed."""
    if value is not None:
        raise ParameterError(
            f"seed must be left out, got {value!r}; the noise of a private answer cannot be "
            "repeated"
        )


def check_ledger(value: object) -> None:
    """Refuse anything but a ledger, or the named way to do without."""
    if not isinstance(value, PrivacyLedger):
        raise ParameterError(
            f"ledger must be a Ledger, got {value!r}; Ledger.unlimited() is the way to do without"
        )
