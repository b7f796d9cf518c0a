"""Euclidean distance on standardised columns."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vicinage.neighbors.metrics.coordinates import euclidean_space
from vicinage.neighbors.space import Space
from vicinage.neighbors.variable import Variable

__all__ = ["Standard"]


# Where the declared range is that many deviations wide, squares of distances stay finite.
_FARTHEST = 1e100


@dataclass(frozen=True, slots=True)
class Standard:
    """Euclidean distance in which each number counts in standard deviations of its column.

    The deviations (divisor n - 1) are taken from the data: fit for masking, never for a query
    under differential privacy. Categories and missing cells are treated as by
    :class:`~vicinage.neighbors.metrics.MinMax`.

    Examples
    --------
    >>> import numpy as np
    >>> size = Variable(name="size", values=np.array([1.0, 2.0, 3.0]), lower=0, upper=10)
    >>> Standard().space([size]).coordinates.ravel()
    array([-1.,  0.,  1.])
    """

    def space(self, variables: Sequence[Variable]) -> Space:
        """Standardise the numbers, keep the categories as codes."""
        return euclidean_space(variables, _scores)


def _scores(variable: Variable) -> tuple[npt.NDArray[np.float64], float]:
    """Standardise the values, and the middle of their range."""
    # Sorted, so that the order of the rows does not show even in the last bit; scaled by a power
    # of two, which is exact, so that squares of very large values do not overflow.
    present = np.sort(variable.values[~variable.missing])
    power = -np.frexp(np.abs(present).max())[1]
    present = np.ldexp(present, power)
    mean, deviation = present.mean(), present.std(ddof=1)
    with np.errstate(over="ignore"):
        middle = np.ldexp(variable.lower / 2 + variable.upper / 2, power)
    return (
        (np.ldexp(variable.values, power) - mean) / deviation,
        float(np.clip((middle - mean) / deviation, -_FARTHEST, _FARTHEST)),
    )
