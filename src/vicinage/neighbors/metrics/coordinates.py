"""Putting coordinates together in the order that the rule of distance wants."""

from collections.abc import Callable, Iterable, Sequence

import numpy as np
import numpy.typing as npt

from vicinage.neighbors.space import Space
from vicinage.neighbors.variable import Variable

__all__ = ["euclidean_space", "with_missing", "without_constants"]

Floats = npt.NDArray[np.float64]

# Two records of different categories differ in two indicator variables.
_MISMATCH = 2.0


def without_constants(
    variables: Iterable[Variable], *, keep_missing: bool
) -> tuple[list[Variable], tuple[str, ...]]:
    """Split off the variables that cannot separate records, by name.

    With `keep_missing`, one whose cells are partly missing still separates records.
    """
    kept, skipped = [], []
    for variable in variables:
        separates = keep_missing and variable.some_missing and not variable.all_missing
        if variable.constant and not separates:
            skipped.append(variable.name)
        else:
            kept.append(variable)
    return kept, tuple(skipped)


def with_missing(variable: Variable, values: Floats, middle: float) -> list[Floats]:
    """Place missing cells at `middle`, and tell them apart by an indicator coordinate."""
    if not variable.some_missing:
        return [values]
    missing = variable.missing
    return [np.where(missing, middle, values), missing.astype(np.float64)]


def euclidean_space(
    variables: Sequence[Variable], scale: Callable[[Variable], tuple[Floats, float]]
) -> Space:
    """Make a Euclidean space of scaled numbers and category codes; missing is a category.

    Parameters
    ----------
    variables : sequence of Variable
    scale : callable
        Returns the scaled values of a numeric variable, and the place of its missing cells.
    """
    kept, skipped = without_constants(variables, keep_missing=True)
    numeric: list[Floats] = []
    nominal: list[Floats] = []
    for variable in kept:
        if variable.labels is not None:
            nominal.append(variable.values)
        elif variable.constant:
            numeric.append(variable.missing.astype(np.float64))
        else:
            values, middle = scale(variable)
            numeric.extend(with_missing(variable, values, middle))
    coordinates = np.empty((variables[0].values.size, len(numeric) + len(nominal)))
    for d, values in enumerate([*numeric, *nominal]):
        coordinates[:, d] = values
    codes = coordinates[:, len(numeric) :]
    codes[np.isnan(codes)] = -1.0
    weights = np.array([0.0] * len(numeric) + [_MISMATCH] * len(nominal))
    return Space(coordinates, weights, skipped=skipped)
