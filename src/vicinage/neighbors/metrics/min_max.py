"""Euclidean distance on columns scaled to [0, 1]."""

from collections.abc import Sequence
from dataclasses import dataclass

from vicinage.neighbors.metrics.coordinates import euclidean_space
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
        return euclidean_space(variables, lambda variable: (variable.scaled(), 0.5))
