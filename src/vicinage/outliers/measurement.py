"""How near is near: columns, their public ranges or points, and a radius."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from vicinage.errors import ParameterError
from vicinage.names import did_you_mean, first_repeated
from vicinage.outliers.exact_grid import on_exact_grid
from vicinage.outliers.metric import CategoryMetric, category_points
from vicinage.outliers.parameters import SCALINGS, check_radius
from vicinage.parameters import check_choice
from vicinage.schema import Categorical, Column, Role, Schema, Text
from vicinage.table import QueryTable

__all__ = ["Measurement", "check_columns", "check_measurement", "measurable_columns"]

Floats = npt.NDArray[np.float64]

_LEAST_SHARE = 1e-6
_MOST_COORDINATES = 128  # with a metric: what the grid is exact for, and a kilobyte a record
_LARGEST_BOUND = 1e100
_WITHOUT_MEASURE = (Role.KEY, Role.IDENTIFIER)
_MEASURED_UNASKED = (None, Role.QUASI_IDENTIFIER, Role.CONFIDENTIAL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """The public side of "a neighbour": nothing in it was found in the data.

    Parameters
    ----------
    columns : tuple of str
    bounds : mapping of str to (float, float)
        The declared range of each number; days for dates, ranks for ordinals.
    category_points : mapping of str to ndarray of float64 of shape (n_categories, n_coordinates)
        Where a metric places the declared categories of the other columns.
    radius : float
        In shares of the ranges with scaling "bounds", in the columns' own units with "none".
    scaling : {"bounds", "none"}
    """

    columns: tuple[str, ...]
    bounds: Mapping[str, tuple[float, float]]
    category_points: Mapping[str, Floats]
    radius: float
    scaling: str

    @classmethod
    def of(
        cls,
        table: QueryTable,
        columns: Sequence[str],
        *,
        radius: float,
        scaling: str,
        metric: CategoryMetric | None = None,
    ) -> Self:
        """Look up ranges and points, and refuse a radius that rounding could swallow.

        Raises
        ------
        ParameterError
            If a number has no declared bounds, or one value only; if the metric lacks a declared
            category, or nothing to measure is left; if the radius is below a millionth of the
            range, or more than all of it.
        """
        nominal = [name for name in columns if _is_nominal(table.schema[name])]
        points = {
            name: category_points(metric, name, table.levels(name))
            for name in nominal
            if metric is not None
        }
        bounds = {name: table.bounds(name) for name in columns if name not in points}
        for name, ends in bounds.items():
            _check_range(name, *ends)
        measurement = cls(
            columns=tuple(columns),
            bounds=bounds,
            category_points=points,
            radius=float(radius),
            scaling=scaling,
        )
        measurement._check_radius()
        if metric is not None:
            measurement._check_coordinates()
        return measurement

    @property
    def n_coordinates(self) -> int:
        """The dimension m of the points: one for each number, and those of the categories."""
        widths: list[int] = [points.shape[1] for points in self.category_points.values()]
        return len(self.bounds) + sum(widths)

    def points(self, table: QueryTable) -> Floats:
        """Return the private coordinates, of shape (n_rows, n_coordinates); NaN where null.

        They are rounded to a grid on which the sums of squares near the radius are exact.
        """
        points = np.hstack([self._coordinates(table, name) for name in self.columns])
        for name, places in self.category_points.items():
            if places.shape[1] == 0:  # its nulls have no coordinate to show in
                points[table.codes(name) < 0] = np.nan
        return on_exact_grid(points, self.radius)

    def _coordinates(self, table: QueryTable, name: str) -> Floats:
        """Return the private coordinates of one column."""
        if name in self.category_points:
            points = self.category_points[name]
            points = np.vstack([points, np.full((1, points.shape[1]), np.nan)])
            return points[table.codes(name)]  # -1, a null, is the last
        lower, upper = self.bounds[name]
        values = table.numbers(name)[:, None]
        if self.scaling == "bounds":
            # Halves, so that a range wider than the largest float does not overflow.
            return (values / 2 - lower / 2) / (upper / 2 - lower / 2)
        return values - lower  # a public origin near the data

    @property
    def reach(self) -> float:
        """The radius by which records on the grid are compared.

        The grid moves a distance by at most ``radius * 2**-22``; with twice that added, records
        that are exactly a radius apart on paper are neighbours, as a closed ball wants.
        """
        return self.radius * (1 + 2.0**-21)

    def as_dict(self) -> dict[str, Any]:
        """Return the public settings, ready for JSON."""
        return {
            "radius": self.radius,
            "scaling": self.scaling,
            "bounds": {name: list(ends) for name, ends in self.bounds.items()},
        }

    def _check_radius(self) -> None:
        if self.scaling == "bounds":
            domain = 1.0
            if self.radius > domain and not self.category_points:
                raise ParameterError(
                    f"radius must be at most 1 with scaling='bounds', got {self.radius:g}; it is a "
                    "share of the declared ranges, such as 0.05, and within a whole range all "
                    "records are neighbours: the answer would cost and tell nothing"
                )
        else:
            domain = max(
                max(abs(lower), abs(upper), upper - lower) for lower, upper in self.bounds.values()
            )
        if domain > _LARGEST_BOUND:
            raise ParameterError(
                f"scaling must be 'bounds' for columns whose declared bounds exceed "
                f"{_LARGEST_BOUND:g}, got 'none'"
            )
        if self.radius < _LEAST_SHARE * domain:
            raise ParameterError(
                f"radius must be at least {_LEAST_SHARE * domain:g}, a millionth of the declared "
                f"range, got {self.radius:g}; a smaller one would be decided by rounding"
            )

    def _check_coordinates(self) -> None:
        if not self.category_points:
            raise ParameterError(
                f"metric must be left out without a categorical column, got columns "
                f"{list(self.columns)!r}"
            )
        if self.n_coordinates == 0:
            raise ParameterError(
                f"columns must have categories that the metric tells apart, got "
                f"{list(self.columns)!r}, which it places in one point"
            )
        if self.n_coordinates > _MOST_COORDINATES:
            raise ParameterError(
                f"columns must have at most {_MOST_COORDINATES} coordinates with a metric, got "
                f"{self.n_coordinates}; leave out columns of many categories, or group them"
            )


def check_measurement(radius: object, scaling: object) -> None:
    """Refuse a radius or a scaling that no table could make right."""
    check_radius(radius)
    check_choice("scaling", scaling, SCALINGS)


def check_columns(
    schema: Schema, columns: object, metric: CategoryMetric | None = None
) -> tuple[str, ...]:
    """Return the named columns, after checking that each can be measured.

    Raises
    ------
    ParameterError
        If they are no list of different names of the schema, or one is a text, a key or an
        identifier, or categorical without a metric.
    """
    if isinstance(columns, str) or not isinstance(columns, Sequence) or not columns:
        hint = f"; did you mean [{columns!r}]?" if isinstance(columns, str) and columns else ""
        raise ParameterError(f"columns must be a list of column names, got {columns!r}{hint}")
    if not all(isinstance(name, str) for name in columns):
        raise ParameterError(f"columns must be a list of column names, got {columns!r}")
    if first_repeated(columns) is not None:
        raise ParameterError(f"columns must name each column once, got {list(columns)!r}")
    for name in columns:
        if name not in schema:
            usable = measurable_columns(schema)
            raise ParameterError(
                f"columns must be in the schema, got {name!r}; columns that can be measured: "
                f"{', '.join(usable) or 'none'}{did_you_mean(name, usable)}"
            )
        reason = _reason(schema[name], metric)
        if reason:
            raise ParameterError(f"columns must leave out {name!r}, {reason}")
    return tuple(columns)


def measurable_columns(schema: Schema) -> tuple[str, ...]:
    """Return the numbers, dates and ordinals that have a role for analysis, or none."""
    return tuple(
        column.name for column in schema if not _reason(column) and column.role in _MEASURED_UNASKED
    )


def _reason(column: Column, metric: CategoryMetric | None = None) -> str:
    """Say why a column cannot be measured; nothing when it can."""
    if column.role in _WITHOUT_MEASURE:
        return f"whose role is {column.role}"
    if isinstance(column.kind, Text):
        return "which is text: texts have no distance"
    if _is_nominal(column) and metric is None:
        return (
            "which is categorical: categories have no public distance; give a metric, "
            "which DPDilca can learn, or declare it ordinal if they have an order"
        )
    return ""


def _is_nominal(column: Column) -> bool:
    return isinstance(column.kind, Categorical)


def _check_range(name: str, lower: float, upper: float) -> None:
    if upper / 2 == lower / 2:
        reason = "one level" if upper == lower else "bounds that halves cannot tell apart"
        raise ParameterError(
            f"columns must have more than one possible value, but {name!r} has {reason}"
        )
