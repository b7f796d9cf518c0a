"""The checked parameters of a question."""

from dataclasses import dataclass

import numpy as np
from scipy.stats import binom

from vicinage.errors import ParameterError
from vicinage.integral.statistic import Statistic

__all__ = ["Settings", "check_records"]

_FAILING = 1e-9  # chance that even all resamples together do not fulfil the condition


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """See :class:`~vicinage.integral.IntegralStatistics`; all of it is public."""

    statistics: tuple[Statistic, ...]
    k: int
    n_resamples: int
    resampling: str
    condition: str
    resolution: str | float
    input_groups: int | None
    selection: str
    joint: bool


def check_records(settings: Settings, n: int, by: str | None) -> None:
    """Refuse too few records, or too few resamples for so many.

    Raises
    ------
    ParameterError
        If n is below max(20, 2k), or if all resamples together would not fulfil the condition
        but for a chance of at least 10^-9: then no ladder could promise an answer.
    """
    least = max(20, 2 * settings.k)
    if n < least:
        where = "column must hold" if by is None else f"every group of {by!r} must hold"
        hint = "choose a smaller k" if least > 20 else "so few cannot hide one another"
        raise ParameterError(
            f"{where} at least max(20, 2k) = {least} records, got fewer for k = {settings.k}; "
            f"{hint if by is None else 'merge groups'}"
        )
    if settings.input_groups is not None and n < settings.input_groups:
        raise ParameterError(
            f"input_groups must be at most the number of records, got {settings.input_groups}; "
            "choose smaller groups"
        )
    if settings.n_resamples < _least_resamples(settings, n):
        raise ParameterError(
            f"n_resamples must be at least {_least_resamples(settings, n)} for k = {settings.k} "
            f"and so many records, got {settings.n_resamples}; 1000 is usual"
        )


def _least_resamples(settings: Settings, n: int) -> int:
    """Return how many resamples fulfil the condition all together, but for a chance of 1e-9."""
    absent = (1.0 - 1.0 / n) ** n if settings.resampling == "bootstrap" else 1.0 - (n // 2) / n
    needed = settings.k if settings.condition == "absence" else 1
    numbers = np.arange(settings.k, 20 * settings.k + 200)  # far beyond what is needed
    failing = n * binom.cdf(needed - 1, numbers, absent)
    return int(numbers[np.argmax(failing <= _FAILING)])
