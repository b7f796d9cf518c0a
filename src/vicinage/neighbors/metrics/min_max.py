"""Euclidean distance on columns scaled to [0, 1]."""

from collections.abc import Sequence
from dataclasses import dataclass

from vicinage.neighbors.metrics.coordinates import (
    euclidean_space,
    with_missing,
    without_constants,
)
from vicinage.neighbors.space import Space
from vicinage.neighbors.variable import Variable

__all__ = ["MinMax"]


@dataclass(frozen=True, slots=True)
class MinMax:
    """The metric of the RWN paper: plain Euclidean, every range mapped to [0, 1].

    A category counts by indicator variables, so two different ones are sqrt(2) apart, and missing
    is a category. A missing number lies at the middle of the range and is, by an indicator
    coordinate, 1 away from every number. The sum is not divided by the number of columns.

    Examples
    --------
    >>> import numpy as np
    >>> age = Variable(name="age", values=np.array([20.0, 30.0, np.nan]), lower=0, upper=100)
    >>> MinMax().space([age]).coordinates
    array([[0.2, 0. ],
           [0.3, 0. ],
           [0.5, 1. ]])

    References
    ----------
    N. Perry, N. Matloff, P. Tendick, arXiv 2210.06687, section 8: this reproduces Figure 1.
    """

    def space(self, variables: Sequence[Variable]) -> Space:
        """Scale the numbers, keep the categories as codes."""
        kept, skipped = without_constants(variables, keep_missing=True)
        numeric, nominal = [], []
        for variable in kept:
            if variable.labels is not None:
                nominal.append(variable.values)
            elif variable.constant:
                numeric.append(variable.missing.astype(float))
            else:
                numeric.extend(with_missing(variable.scaled(), variable.missing, 0.5))
        return euclidean_space(numeric, nominal, skipped, variables[0].values.size)
