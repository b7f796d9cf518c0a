"""Records as points, and the distances between two tables of them."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from sklearn.neighbors import KDTree

from vicinage.evaluation.pair import Pair

__all__ = [
    "Points",
    "counts_within",
    "nearest_distances",
    "paired_distances",
    "raw_points",
    "scaled_points",
]

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Points:
    """Records under a Euclidean distance in which a category counts by indicator variables.

    Parameters
    ----------
    numbers : ndarray of shape (n, d)
        Coordinates.
    codes : ndarray of shape (n, c)
        Categories; two records that differ in one are 2 farther apart in squared distance.
    """

    numbers: Floats
    codes: npt.NDArray[np.int64]

    @property
    def n_columns(self) -> int:
        """Number of coordinates and categories."""
        return int(self.numbers.shape[1] + self.codes.shape[1])


def raw_points(pair: Pair) -> tuple[Points, Points]:
    """Place the records by their numeric columns, in their units.

    A missing cell lies at the middle of the original's range and is, by an indicator
    coordinate, one range away from every cell that is there.
    """
    names = [name for name in pair.numeric if name not in pair.skipped]
    return _place(pair, names, (), scaled=False)


def scaled_points(pair: Pair) -> tuple[Points, Points]:
    """Place the records by all columns, the original's range of each being [0, 1].

    Constant columns are left out. Missing numbers are placed as in :func:`raw_points`; a
    missing category is a category of its own.
    """
    names = [
        name for name in (*pair.numeric, *pair.dates, *pair.ordinal) if name not in pair.skipped
    ]
    nominal = tuple(name for name in pair.nominal if name not in pair.skipped)
    return _place(pair, names, nominal, scaled=True)


def nearest_distances(queries: Points, points: Points) -> Floats:
    """Return each query's distance to the nearest of the points.

    Parameters
    ----------
    queries, points : Points
        Of the same columns, at least one.

    Returns
    -------
    ndarray of shape (n_queries,)
    """
    query, tree = _indicators(queries, points)
    distances: Floats = tree.query(query, k=1)[0][:, 0]
    return distances


def counts_within(queries: Points, points: Points, radii: Floats) -> npt.NDArray[np.int64]:
    """Count the points in the closed ball of its own radius around each query."""
    query, tree = _indicators(queries, points)
    counts: npt.NDArray[np.int64] = tree.query_radius(query, r=radii, count_only=True)
    return counts


def paired_distances(queries: Points, points: Points) -> Floats:
    """Return the distance of each query to the point of the same row."""
    gaps = queries.numbers - points.numbers
    squares = (gaps * gaps).sum(axis=1) + 2.0 * (queries.codes != points.codes).sum(axis=1)
    distances: Floats = np.sqrt(squares)
    return distances


def _place(
    pair: Pair, names: list[str], nominal: tuple[str, ...], *, scaled: bool
) -> tuple[Points, Points]:
    columns: list[tuple[Floats, Floats]] = []
    for name in names:
        columns += _coordinates(*pair.cells[name], scaled=scaled)
    codes = [pair.cells[name] for name in nominal]
    return _side(pair.n_rows, columns, codes, 0), _side(pair.n_rows, columns, codes, 1)


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


def _side(
    n: int, columns: list[tuple[Floats, Floats]], codes: list[tuple[Floats, Floats]], side: int
) -> Points:
    numbers = np.empty((n, len(columns)))
    for c, column in enumerate(columns):
        numbers[:, c] = column[side]
    labels = np.empty((n, len(codes)), dtype=np.int64)
    for c, column in enumerate(codes):
        labels[:, c] = np.where(np.isnan(column[side]), -1, column[side])
    return Points(numbers, labels)


def _indicators(queries: Points, points: Points) -> tuple[Floats, KDTree]:
    both = np.vstack([queries.codes, points.codes])
    indicators = [both[:, c, None] == np.unique(both[:, c]) for c in range(both.shape[1])]
    stacked = np.hstack([np.vstack([queries.numbers, points.numbers]), *indicators])
    n = queries.numbers.shape[0]
    return stacked[:n], KDTree(stacked[n:])
