"""Degrees, counts and sensitivity profiles of a table that lies in several files."""

import math
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self, TypeVar

import numpy as np
import numpy.typing as npt

from vicinage.engines import Engine, Partition, QueryParts, repartition, work_folder, write_numbers
from vicinage.mechanisms import SensitivityProfile
from vicinage.outliers.degrees import count_of, degrees, squared_reach
from vicinage.outliers.depth import span
from vicinage.outliers.measurement import Measurement
from vicinage.outliers.profile import profile_of, raised_bounds
from vicinage.privacy import Exact
from vicinage.table import QueryTable

__all__ = ["Slabs", "placed"]

Floats = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int64]
R = TypeVar("R")

_MARGIN = 1 + 1e-6  # by which halos are wider than they need to be, against rounding
_QUANTILES = 257  # of the first coordinate, of each file


@dataclass(frozen=True, slots=True, eq=False)
class Slabs:
    """Private points, dealt out to files by their first coordinate.

    The degree of a record depends on records within the radius of it, and a depth on those that
    can share a neighbour: so a slab is worked on together with a halo from the slabs beside it,
    and what comes out is the same, to the last unit, as for all points in one array.

    Parameters
    ----------
    engine : Engine
    layout : _Layout
        Which points are where; nothing that is counted depends on it.

    Notes
    -----
    A worker holds one slab with its halo. For a profile that is a little more than three radii
    wide on both sides (times the root of the number of coordinates); for a count one radius: small
    radii pay, and with a large one every worker holds the table.
    """

    engine: Engine
    layout: "_Layout"

    @classmethod
    def of(cls, table: QueryParts, measurement: Measurement, folder: Path) -> Self:
        """Write the points of a table to as many slabs as it has files, about equally large."""
        written = list(table.map(_WritePoints(measurement, folder)))
        cuts = _cuts([quantiles for _, quantiles in written], len(written))
        files = [partition for partition, _ in written]
        slabs = repartition(table.engine, files, _ByCuts(cuts), cuts.size + 1, folder)
        layout = _Layout(
            slabs=tuple(slabs),
            cuts=cuts,
            n_rows=table.n_rows,
            n_coordinates=measurement.n_coordinates,
            radius=measurement.reach,
        )
        return cls(table.engine, layout)

    def exact_counts(self, numbers: Sequence[int]) -> list[int]:
        """Count the records with fewer neighbours than each of some numbers; private, bare."""
        task = _Counts(self.layout, tuple(numbers))
        return [sum(counts) for counts in zip(*self._map(task), strict=True)]

    def count(self, k: int) -> Exact[int]:
        """Count the outliers, the records with fewer than `k` neighbours."""
        return Exact(self.exact_counts([k])[0])

    def profile(self, k: int, *, t_max: int) -> tuple[Exact[int], Exact[SensitivityProfile]]:
        """Return what :func:`~vicinage.outliers.profile.sensitivity_profile` does."""
        counts, bounds = zip(*self._map(_Profile(self.layout, k, t_max)), strict=True)
        highest = np.max(bounds, axis=0)
        profile = profile_of(highest, self.layout.n_coordinates, k, self.layout.n_rows)
        return Exact(sum(counts)), Exact(profile)

    def _map(self, task: Callable[[int], R]) -> Iterator[R]:
        return self.engine.map(task, range(len(self.layout.slabs)))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Layout:
    """Where the points are, for workers.

    Parameters
    ----------
    slabs : tuple of Partition
        The records that are not null.
    cuts : ndarray of shape (n_slabs - 1,)
        Between the slabs; private.
    n_rows : int
        Public number of records, null records included.
    n_coordinates : int
    radius : float
    """

    slabs: tuple[Partition, ...]
    cuts: Floats
    n_rows: int
    n_coordinates: int
    radius: float

    @property
    def reach(self) -> float:
        """The farthest that neighbours can be apart along one coordinate."""
        return math.sqrt(squared_reach(self.radius, self.n_coordinates)) * _MARGIN

    @property
    def halo(self) -> float:
        """The farthest that records of one region of a depth can be apart, likewise."""
        return span(self.n_coordinates, self.n_rows, self.radius) * _MARGIN

    def near(self, slab: int, margin: float) -> tuple[Floats, Floats]:
        """Return the points of a slab, then those within `margin` of it, and how far each lies.

        Returns
        -------
        points : ndarray of shape (n, n_coordinates)
        distances : ndarray of shape (n,)
            From the slab, along the first coordinate.
        """
        ends = np.concatenate([[-np.inf], self.cuts, [np.inf]])
        low, high = ends[slab], ends[slab + 1]
        found = [self._read(slab)]
        for other in range(len(self.slabs)):
            if other != slab and ends[other] <= high + margin and ends[other + 1] >= low - margin:
                points = self._read(other)
                found.append(points[_distances(points, low, high) <= margin])
        together = np.concatenate(found)
        return together, _distances(together, low, high)

    def _read(self, slab: int) -> Floats:
        read = self.slabs[slab].numbers
        return np.ascontiguousarray(np.array([read(str(d)) for d in range(self.n_coordinates)]).T)


@contextmanager
def placed(table: QueryTable | QueryParts, measurement: Measurement) -> Iterator[Floats | Slabs]:
    """Give the private points of a table: in memory, or in slabs while the block lasts."""
    if isinstance(table, QueryTable):
        yield measurement.points(table)
        return
    with work_folder() as folder:
        yield Slabs.of(table, measurement, folder)


@dataclass(frozen=True, slots=True)
class _WritePoints:
    """Writes the points of a file that are not null; tells some of the first coordinates."""

    measurement: Measurement
    folder: Path

    def __call__(self, table: QueryTable) -> tuple[Partition, Floats]:
        points = self.measurement.points(table)
        points = points[np.isfinite(points).all(axis=1)]
        columns = {str(d): column for d, column in enumerate(np.ascontiguousarray(points.T))}
        shares = np.linspace(0, 1, _QUANTILES)
        quantiles = np.quantile(points[:, 0], shares) if len(points) else np.zeros(0)
        return write_numbers(self.folder, secrets.token_hex(8), columns), quantiles


@dataclass(frozen=True, slots=True, eq=False)
class _ByCuts:
    cuts: Floats

    def __call__(self, rows: Any) -> Counts:
        parts: Counts = np.searchsorted(self.cuts, rows["0"].to_numpy(), side="right")
        return parts


@dataclass(frozen=True, slots=True)
class _Counts:
    layout: _Layout
    numbers: tuple[int, ...]

    def __call__(self, slab: int) -> list[int]:
        points, _ = self.layout.near(slab, self.layout.reach)
        found = degrees(points, self.layout.radius, cap=max(self.numbers))
        own = found[: self.layout.slabs[slab].n_rows]
        return [count_of(own, k) for k in self.numbers]


@dataclass(frozen=True, slots=True)
class _Profile:
    layout: _Layout
    k: int
    t_max: int

    def __call__(self, slab: int) -> tuple[int, Counts]:
        """Count the outliers of a slab, and bound what regions with a record of it can hold."""
        layout = self.layout
        points, distances = layout.near(slab, layout.halo + layout.reach)
        found, bounds = raised_bounds(
            points,
            layout.radius,
            self.k,
            n=layout.n_rows,
            t_max=self.t_max,
            kept=distances <= layout.halo,
        )
        return count_of(found[: layout.slabs[slab].n_rows], self.k), bounds


def _cuts(quantiles: list[Floats], n_slabs: int) -> Floats:
    """Return different numbers between which there are about equally many points."""
    together = np.concatenate(quantiles)
    if together.size == 0:
        return together
    inner = np.quantile(together, np.arange(1, n_slabs) / n_slabs)
    return np.unique(inner)


def _distances(points: Floats, low: float, high: float) -> Floats:
    first = points[:, 0]
    away: Floats = np.maximum(np.maximum(low - first, first - high), 0.0)
    return away
