"""The records of original and release as points of one space."""

import numpy as np
import numpy.typing as npt

from vicinage.evaluation.pair import Pair
from vicinage.neighbors import Space

__all__ = ["paired_distances", "raw_points", "scaled_points"]

Floats = npt.NDArray[np.float64]

_TWO_INDICATORS = 2.0  # what differing in a category adds to the squared distance


def raw_points(pair: Pair) -> tuple[Space, Space]:
    """Place the records by their numeric columns, in their units.

    A missing cell lies at the middle of the original's range and is, by an indicator
    coordinate, one range away from every cell that is there.
    """
    names = [name for name in pair.numeric if name not in pair.skipped]
    return _place(pair, names, [], scaled=False)


def scaled_points(pair: Pair) -> tuple[Space, Space]:
    """Place the records by all columns, the original's range of each being [0, 1].

    Constant columns are left out. Missing numbers are placed as in :func:`raw_points`; a
    missing category is a category of its own.
    """
    ranked = (*pair.numeric, *pair.dates, *pair.ordinal)
    names = [name for name in ranked if name not in pair.skipped]
    nominal = [name for name in pair.nominal if name not in pair.skipped]
    return _place(pair, names, nominal, scaled=True)


def paired_distances(queries: Space, points: Space) -> Floats:
    """Return the distance of each query to the point of the same row.

    Added up as in the compiled searches, so that equal distances are equal to the last bit.
    """
    total = np.zeros(queries.coordinates.shape[0])
    for d, weight in enumerate(queries.weights):
        gaps = queries.coordinates[:, d] - points.coordinates[:, d]
        total += np.where(gaps != 0, weight, 0.0) if weight > 0 else gaps * gaps
    return points.distance(total)


def _place(
    pair: Pair, names: list[str], nominal: list[str], *, scaled: bool
) -> tuple[Space, Space]:
    columns: list[tuple[Floats, Floats]] = []
    for name in names:
        columns += _coordinates(*pair.cells[name], scaled=scaled)
    weights = np.repeat([0.0, _TWO_INDICATORS], [len(columns), len(nominal)])
    for name in nominal:
        original, released = pair.cells[name]
        columns.append((np.nan_to_num(original, nan=-1.0), np.nan_to_num(released, nan=-1.0)))
    original, released = np.empty((2, pair.n_rows, len(columns)))
    for c, column in enumerate(columns):
        original[:, c], released[:, c] = column
    return Space(original, weights), Space(released, weights)


def _coordinates(
    original: Floats, released: Floats, *, scaled: bool
) -> list[tuple[Floats, Floats]]:
    lower, upper = np.nanmin(original), np.nanmax(original)
    width = upper - lower
    origin, unit = (lower, width if width > 0 else 1.0) if scaled else (0.0, 1.0)
    middle = (lower + upper) / 2
    gone = np.isnan(original), np.isnan(released)
    pair = (original, released)
    places = [(np.where(gone[s], middle, pair[s]) - origin) / unit for s in (0, 1)]
    columns = [(places[0], places[1])]
    if gone[0].any() or gone[1].any():
        far = 1.0 if scaled or width == 0 else width
        columns.append((gone[0] * far, gone[1] * far))
    return columns
