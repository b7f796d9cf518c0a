"""The records of original and release as points of one space."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vicinage.evaluation.figure import TOO_LARGE
from vicinage.evaluation.pair import CONSTANT, Pair
from vicinage.evaluation.unit_scale import exponents
from vicinage.neighbors import Space, Tree

__all__ = [
    "ORIGINAL",
    "RELEASED",
    "Points",
    "asked_rows",
    "nearest",
    "paired_distances",
    "raw_points",
    "scaled_points",
]

Floats = npt.NDArray[np.float64]
Rows = npt.NDArray[np.intp]

ORIGINAL, RELEASED = 0, 1

# Sums of squares of larger coordinates do not fit into the compiled loops' single precision.
_FARTHEST = 1e17
_LARGEST = float(np.finfo(np.float64).max)
_PAIRS = 10**10  # of records that a search may compare; above it a sample is asked
_MISMATCH = 2.0  # two records of different categories differ in two indicator variables


def asked_rows(n_rows: int) -> Rows:
    """Return the rows whose nearest records are sought: all, or evenly spaced ones.

    All up to 100,000 rows; of more, about 10^10 / n_rows, each still compared with the whole
    other table.

    Examples
    --------
    >>> asked_rows(100_000).size, asked_rows(1_000_000).size
    (100000, 10000)
    """
    return np.arange(0, n_rows, max(1, -(-n_rows * n_rows // _PAIRS)), dtype=np.intp)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Axis:
    """A column, and where its cells lie.

    Parameters
    ----------
    name : str
    lower, upper : float
        The original's range, divided by 2^exponent.
    exponent : int
    gaps : bool
        Whether a cell is missing in either table.
    nominal : bool
    """

    name: str
    lower: float
    upper: float
    exponent: int
    gaps: bool
    nominal: bool

    def coordinates(self, cells: Floats, *, scaled: bool) -> Iterator[Floats]:
        """Yield one coordinate, or two where cells are missing."""
        missing = np.isnan(cells)
        if self.nominal:
            yield np.where(missing, -1.0, cells)
            return
        # Divided by a power of two, which changes no digit; halves never overflow.
        values, middle, width = np.ldexp(cells, -self.exponent), self._middle, self._width
        if scaled:
            values = (values / 2 - self.lower / 2) / (self.upper / 2 - self.lower / 2)
            middle, width = 0.5, 1.0
        yield np.where(missing, middle, values)
        if self.gaps:
            yield np.where(missing, width, 0.0)

    @property
    def _middle(self) -> float:
        return (self.lower + self.upper) / 2

    @property
    def _width(self) -> float:
        return self.upper - self.lower


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Points:
    """Where the records of both tables lie. One side is placed at a time, to save memory.

    Parameters
    ----------
    pair : Pair
    axes : tuple of _Axis
        Nominal ones last.
    scaled : bool
        Whether the original's range of each column is [0, 1].
    """

    pair: Pair
    axes: tuple[_Axis, ...]
    scaled: bool

    def space(self, side: int, rows: Rows | None = None) -> Space:
        """Place the records of one table, or some of them.

        Parameters
        ----------
        side : {ORIGINAL, RELEASED}
        rows : ndarray of int, optional
        """
        n = self.pair.n_rows if rows is None else rows.size
        weights = [_MISMATCH if a.nominal else 0.0 for a in self.axes for _ in range(_size(a))]
        coordinates = np.empty((n, len(weights)))
        place = 0
        for axis in self.axes:
            cells = self.pair.cells[axis.name][side]
            for values in axis.coordinates(
                cells if rows is None else cells[rows], scaled=self.scaled
            ):
                coordinates[:, place] = values
                place += 1
        return Space(coordinates, np.array(weights))


def raw_points(pair: Pair) -> tuple[Points, int] | None:
    """Place the records by their numeric columns, in their units; None if all are constant.

    With the number e comes that all coordinates are divided by 2^e, so that none is above 1.
    A missing cell lies at the middle of the original's range and is, by an indicator
    coordinate, one range away from every cell that is there.
    """
    names = [name for name in pair.numeric if name not in pair.skipped]
    if not names:
        return None
    exponent = max(int(exponents(_extremes(pair, name))) for name in names)
    axes = tuple(_axis(pair, name, exponent) for name in names)
    return Points(pair=pair, axes=axes, scaled=False), exponent


def scaled_points(pair: Pair) -> Points | str:
    """Place the records by all columns, the original's range of each being [0, 1].

    Constant columns are left out; if all are, or if the release has numbers too far beyond the
    range, the reason is returned. Missing cells are placed as by
    :class:`~vicinage.neighbors.MinMax`.
    """
    names = (*pair.numeric, *pair.dates, *pair.ordinal, *pair.nominal)
    axes = tuple(_axis(pair, name) for name in names if name not in pair.skipped)
    if not axes:
        return CONSTANT
    points = Points(pair=pair, axes=axes, scaled=True)
    return TOO_LARGE if any(_too_far(pair, axis) for axis in axes) else points


def nearest(queries: Space, points: Space) -> Floats:
    """Return the distance of each query to the nearest point."""
    asked, tree = Tree.build(queries), Tree.build(points)
    return points.distance(tree.kth_measures(1, asked))


def paired_distances(queries: Space, points: Space) -> Floats:
    """Return the distance of each query to the point of the same row.

    Added up as in the compiled searches, so that equal distances are equal to the last bit.
    """
    total = np.zeros(queries.coordinates.shape[0])
    for d, weight in enumerate(queries.weights):
        gaps = queries.coordinates[:, d] - points.coordinates[:, d]
        total += np.where(gaps != 0, weight, 0.0) if weight > 0 else gaps * gaps
    return points.distance(total)


def _size(axis: _Axis) -> int:
    return 2 if axis.gaps and not axis.nominal else 1


def _axis(pair: Pair, name: str, exponent: int | None = None) -> _Axis:
    """Take the original's range, divided by a power of two: by its own where none is given."""
    original, released = pair.cells[name]
    lower, upper = _range(original)
    if exponent is None:
        # Divided first, or the range itself may be too large for a float.
        exponent = int(exponents(np.array([lower, upper])))
    return _Axis(
        name=name,
        lower=float(np.ldexp(lower, -exponent)),
        upper=float(np.ldexp(upper, -exponent)),
        exponent=exponent,
        gaps=bool(np.isnan(original).any() or np.isnan(released).any()),
        nominal=name in pair.nominal,
    )


def _range(original: Floats) -> tuple[float, float]:
    lower, upper = float(np.nanmin(original)), float(np.nanmax(original))
    if lower == upper:  # one value and missing cells: a range of 1 around the value
        half = max(0.5, float(np.spacing(abs(lower))))
        lower, upper = max(lower - half, -_LARGEST), min(upper + half, _LARGEST)
    return lower, upper


def _extremes(pair: Pair, name: str) -> Floats:
    """Return what is largest in size in either table, and the original's range."""
    original, released = pair.cells[name]
    if np.isnan(released).all():
        return np.array(_range(original))
    return np.array([*_range(original), np.nanmin(released), np.nanmax(released)])


def _too_far(pair: Pair, axis: _Axis) -> bool:
    """Say whether a released number lies too many ranges away for the compiled loops."""
    released = pair.cells[axis.name][RELEASED]
    if axis.nominal or np.isnan(released).all():
        return False
    ends = np.array([np.nanmin(released), np.nanmax(released)])
    return any((np.abs(c) > _FARTHEST).any() for c in axis.coordinates(ends, scaled=True))
