"""Gower's distance for mixed and incomplete records."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vicinage.neighbors.metrics.coordinates import without_constants
from vicinage.neighbors.space import Space
from vicinage.neighbors.variable import Variable

__all__ = ["Gower"]


@dataclass(frozen=True, slots=True)
class Gower:
    """The mean difference over the columns that both records have, each in [0, 1].

    Numbers differ by their distance over the column's range, categories by 0 or 1. A cell missing
    in either record is left out of that pair; two records without a common cell are infinitely
    far apart. Constant and empty columns are skipped: they would only shrink every distance.

    References
    ----------
    J. C. Gower, "A general coefficient of similarity and some of its properties", Biometrics 27
    (1971), with equal weights.
    """

    def space(self, variables: Sequence[Variable]) -> Space:
        """Scale the numbers, keep the categories as codes and missing cells as NaN."""
        kept, skipped = without_constants(variables, keep_missing=False)
        ordered = sorted(kept, key=lambda variable: variable.labels is not None)
        coordinates = np.empty((variables[0].values.size, len(ordered)))
        for d, variable in enumerate(ordered):
            coordinates[:, d] = variable.scaled() if variable.labels is None else variable.values
        weights = np.array([float(variable.labels is not None) for variable in ordered])
        return Space(coordinates, weights, gower=True, skipped=skipped)
