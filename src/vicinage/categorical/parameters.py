"""Checks of the parameters of estimators of distances."""

import numbers
from decimal import Decimal

from vicinage.errors import ParameterError
from vicinage.parameters import check_choice

__all__ = [
    "check_epsilon",
    "check_noise",
    "check_seed",
    "check_share",
]

# What a ledger counts at least. Below 1e-100 the variances of the noise are no floats any more.
_LEAST_EPSILON = Decimal("1e-12")


def check_epsilon(epsilon: Decimal) -> None:
    """Refuse an epsilon whose noise could not be computed with."""
    if epsilon < _LEAST_EPSILON:
        raise ParameterError(
            f"epsilon must be at least {_LEAST_EPSILON} for distances, got {epsilon}; far more is "
            "needed to learn anything"
        )


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
            "repeated. Simulations with a seed live in vicinage.testing, for counts of outliers; "
            "how far distances scatter shows in several answers with Ledger.unlimited()"
        )
