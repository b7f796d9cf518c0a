"""The statistics, as functions of what is known of a resample."""

import math
import numbers
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from vicinage.errors import ParameterError
from vicinage.integral.sample_summary import SampleSummary
from vicinage.names import did_you_mean, first_repeated

__all__ = ["COUNT", "MODE", "Statistic", "StatisticOption", "parse_statistics"]

Floats = npt.NDArray[np.float64]
StatisticOption: TypeAlias = str | float | Callable[[Floats], float]
"""A name, a number from 0 to 1 that means the quantile, or a function of an array."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistic:
    """A number that is computed from each resample.

    Parameters
    ----------
    name : str
    of : callable
        Takes a :class:`SampleSummary` to one number a resample. None for a user's function, and
        for the mode, which is a category.
    shares : tuple of float
        Quantiles that `of` asks for.
    extent : callable
        Takes (lower, upper, n, size) to the least and largest possible number. None: unknown.
    function : callable
        A user's function of the values drawn, sorted.
    """

    name: str
    of: Callable[[SampleSummary], Floats] | None = None
    shares: tuple[float, ...] = ()
    extent: Callable[[float, float, int, int], tuple[float, float]] | None = None
    function: Callable[[Floats], Any] | None = None

    @property
    def located(self) -> bool:
        """Whether the result is a place among the values: a date, if they are dates."""
        return self.extent is _values


def parse_statistics(options: object) -> tuple[Statistic, ...]:
    """Turn names, numbers and functions into statistics.

    Parameters
    ----------
    options : sequence of str, float or callable
        "count", "sum", "mean", "median", "variance" (divisor n - 1), "sd", "iqr", "min", "max",
        "quantile:0.9" or 0.9, "mode" of categories, or a function that takes the sorted values to
        a number.

    Raises
    ------
    ParameterError
        If there is none, one is unknown, or one occurs twice.

    Examples
    --------
    >>> [statistic.name for statistic in parse_statistics(["mean", 0.9, np.ptp])]
    ['mean', 'quantile:0.9', 'ptp']
    """
    if isinstance(options, str) or not hasattr(options, "__iter__"):
        hint = f"; did you mean [{options!r}]?" if isinstance(options, str) else ""
        raise ParameterError(f"statistics must be a list of statistics, got {options!r}{hint}")
    statistics = tuple(_parsed(option) for option in options)
    if not statistics:
        raise ParameterError("statistics must name at least one, got none; try ['mean', 'median']")
    twice = first_repeated(statistic.name for statistic in statistics)
    if twice is not None:
        raise ParameterError(f"statistics must name each once, got {twice!r} twice")
    return statistics


def _parsed(option: object) -> Statistic:
    if isinstance(option, str) and option in _NAMED:
        return _NAMED[option]
    if callable(option):
        return Statistic(name=getattr(option, "__name__", type(option).__name__), function=option)
    text = str(option).removeprefix("quantile:")
    if isinstance(option, str | numbers.Real) and not isinstance(option, bool):
        try:
            share = float(text)
        except ValueError:
            share = math.nan
        if 0.0 <= share <= 1.0:
            return _quantile(f"quantile:{share!r}".removesuffix(".0"), share)
    names = [*_NAMED, "quantile:0.9"]
    raise ParameterError(
        f"statistics must be {', '.join(names)}, a number from 0 to 1 or a function, got "
        f"{option!r}{did_you_mean(option, names)}"
    )


def _quantile(name: str, share: float) -> Statistic:
    return Statistic(
        name=name, of=lambda sample: sample.quantile(share), shares=(share,), extent=_values
    )


def _values(lower: float, upper: float, _n: int, _size: int) -> tuple[float, float]:
    return lower, upper


def _total(lower: float, upper: float, n: int, _size: int) -> tuple[float, float]:
    return n * lower, n * upper


def _width(lower: float, upper: float, _n: int, _size: int) -> tuple[float, float]:
    return 0.0, upper - lower


def _squares(lower: float, upper: float, _n: int, size: int) -> tuple[float, float]:
    # Half of the values at either bound.
    return 0.0, (upper - lower) ** 2 / 4 * size / (size - 1)


def _deviation(lower: float, upper: float, n: int, size: int) -> tuple[float, float]:
    return 0.0, math.sqrt(_squares(lower, upper, n, size)[1])


def _all_records(_lower: float, _upper: float, n: int, _size: int) -> tuple[float, float]:
    return 0.0, float(n)


COUNT = Statistic(name="count", of=lambda sample: sample.count(), extent=_all_records)

MODE = Statistic(name="mode")
"""The most frequent category; of several the first in the order of the list."""

_NAMED = {
    statistic.name: statistic
    for statistic in (
        COUNT,
        Statistic(name="sum", of=lambda sample: sample.total(), extent=_total),
        Statistic(name="mean", of=lambda sample: sample.mean(), extent=_values),
        _quantile("median", 0.5),
        Statistic(name="variance", of=lambda sample: sample.variance(), extent=_squares),
        Statistic(name="sd", of=lambda sample: np.sqrt(sample.variance()), extent=_deviation),
        Statistic(
            name="iqr",
            of=lambda sample: sample.quantile(0.75) - sample.quantile(0.25),
            shares=(0.25, 0.75),
            extent=_width,
        ),
        _quantile("min", 0.0),
        _quantile("max", 1.0),
        MODE,
    )
}
