"""The records of original and release as points of one space."""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from vicinage.evaluation.figure import TOO_LARGE
from vicinage.evaluation.pair import CONSTANT, Pair
from vicinage.evaluation.unit_scale import exponents
from vicinage.neighbors import MinMax, Space, Variable

__all__ = ["asked_rows", "paired_distances", "raw_points", "scaled_points"]

Floats = npt.NDArray[np.float64]


# Sums of squares of larger coordinates do not fit into the compiled loops' single precision.
_FARTHEST = 1e17
_LARGEST = float(np.finfo(np.float64).max)
_PAIRS = 10**10  # of records that a search may compare; above it a sample is asked


def asked_rows(n_rows: int) -> npt.NDArray[np.intp]:
    """Return the rows whose nearest records are sought: all, or evenly spaced ones.

    All up to 100,000 rows; of more, about 10^10 / n_rows, each still compared with the whole
    other table.

    Examples
    --------
    >>> asked_rows(100_000).size, asked_rows(1_000_000).size
    (100000, 10000)
    """
    return np.arange(0, n_rows, max(1, -(-n_rows * n_rows // _PAIRS)), dtype=np.intp)


def raw_points(pair: Pair) -> tuple[Space, Space, int] | None:
    """Place the records by their numeric columns, in their units; None if all are constant.

    With the number e comes that all coordinates are divided by 2^e, so that none is above 1.
    A missing cell lies at the middle of the original's range and is, by an indicator
    coordinate, one range away from every cell that is there.
    """
    variables = _variables(pair, pair.numeric)
    if not variables:
        return None
    scale = max(
        int(exponents(np.append(variable.values, [variable.lower, variable.upper])))
        for variable in variables
    )
    columns: list[Floats] = []
    for variable in (_divided(variable, scale) for variable in variables):
        lower, upper, missing = variable.lower, variable.upper, variable.missing
        columns.append(np.where(missing, (lower + upper) / 2, variable.values))
        if missing.any():
            columns.append(np.where(missing, upper - lower, 0.0))
    return *_halves(Space.of_numbers(np.column_stack(columns))), scale


def scaled_points(pair: Pair) -> tuple[Space, Space] | str:
    """Place the records by all columns, the original's range of each being [0, 1].

    Constant columns are left out; if all are, or if the release has numbers too far beyond the
    range, the reason is returned. Missing cells are placed as by
    :class:`~vicinage.neighbors.MinMax`.
    """
    variables = _variables(pair, (*pair.numeric, *pair.dates, *pair.ordinal, *pair.nominal))
    if not variables:
        return CONSTANT
    # Divided first, or the range itself may be too large for a float.
    variables = [
        _divided(variable, int(exponents(np.array([variable.lower, variable.upper]))))
        for variable in variables
    ]
    if any((np.abs(v.scaled()) > _FARTHEST).any() for v in variables if v.labels is None):
        return TOO_LARGE
    return _halves(MinMax().space(variables))


def paired_distances(queries: Space, points: Space) -> Floats:
    """Return the distance of each query to the point of the same row.

    Added up as in the compiled searches, so that equal distances are equal to the last bit.
    """
    total = np.zeros(queries.coordinates.shape[0])
    for d, weight in enumerate(queries.weights):
        gaps = queries.coordinates[:, d] - points.coordinates[:, d]
        total += np.where(gaps != 0, weight, 0.0) if weight > 0 else gaps * gaps
    return points.distance(total)


def _variables(pair: Pair, names: Iterable[str]) -> list[Variable]:
    """Join the cells of both tables, with the range of the original."""
    variables = []
    for name in names:
        if name in pair.skipped:
            continue
        original, released = pair.cells[name]
        lower, upper = float(np.nanmin(original)), float(np.nanmax(original))
        if lower == upper:  # one value and missing cells: a range of 1 around the value
            half = max(0.5, float(np.spacing(abs(lower))))
            lower, upper = max(lower - half, -_LARGEST), min(upper + half, _LARGEST)
        values = np.concatenate([original, released])
        labels = () if name in pair.nominal else None
        variables.append(
            Variable(name=name, values=values, lower=lower, upper=upper, labels=labels)
        )
    return variables


def _divided(variable: Variable, exponent: int) -> Variable:
    """Divide by a power of two, which changes no digit; but codes of categories stay."""
    if variable.labels is not None:
        return variable
    values, lower, upper = (
        np.ldexp(numbers, -exponent)
        for numbers in (variable.values, variable.lower, variable.upper)
    )
    return replace(variable, values=values, lower=float(lower), upper=float(upper))


def _halves(space: Space) -> tuple[Space, Space]:
    original, released = np.split(np.arange(space.coordinates.shape[0]), 2)
    return space.take(original), space.take(released)
