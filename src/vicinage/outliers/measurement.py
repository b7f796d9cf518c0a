"""How near is near: columns, their public ranges, and a radius."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from vicinage.errors import ParameterError
from vicinage.names import did_you_mean, first_repeated
from vicinage.outliers.exact_grid import on_exact_grid
from vicinage.outliers.parameters import SCALINGS, check_radius
from vicinage.parameters import check_choice
from vicinage.schema import Categorical, Column, Role, Schema, Text
from vicinage.table import QueryTable

__all__ = ["Measurement", "check_columns", "check_measurement", "measurable_columns"]

_LEAST_SHARE = 1e-6
_LARGEST_BOUND = 1e100
_WITHOUT_MEASURE = (Role.KEY, Role.IDENTIFIER)
_MEASURED_UNASKED = (None, Role.QUASI_IDENTIFIER, Role.CONFIDENTIAL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """The public side of "a neighbour": nothing in it was found in the data.

    Parameters
    ----------
    columns : tuple of str
    bounds : tuple of (float, float)
        The declared range of each column; days for dates, ranks for ordinals.
    radius : float
        In shares of the ranges with scaling "bounds", in the columns' own units with "none".
    scaling : {"bounds", "none"}
    """

    columns: tuple[str, ...]
    bounds: tuple[tuple[float, float], ...]
    radius: float
    scaling: str

    @classmethod
    def of(cls, table: QueryTable, columns: Sequence[str], *, radius: float, scaling: str) -> Self:
        """Look up the declared bounds, and refuse a radius that rounding could swallow.

        Raises
        ------
        ParameterError
            If a column has no declared bounds, or one value only; if the radius is below a
            millionth of the range.
        """
        bounds = tuple(table.bounds(name) for name in columns)
        for name, (lower, upper) in zip(columns, bounds, strict=True):
            if upper / 2 == lower / 2:
                reason = "one level" if upper == lower else "bounds that halves cannot tell apart"
                raise ParameterError(
                    f"columns must have more than one possible value, but {name!r} has {reason}"
                )
        measurement = cls(
            columns=tuple(columns), bounds=bounds, radius=float(radius), scaling=scaling
        )
        measurement._check_radius()
        return measurement

    def points(self, table: QueryTable) -> npt.NDArray[np.float64]:
        """Return the private coordinates, of shape (n_rows, n_columns); NaN where null.

        They are rounded to a grid on which the sums of squares near the radius are exact.
        """
        points = np.empty((table.n_rows, len(self.columns)))
        for c, (name, (lower, upper)) in enumerate(zip(self.columns, self.bounds, strict=True)):
            values = table.numbers(name)
            if self.scaling == "bounds":
                # Halves, so that a range wider than the largest float does not overflow.
                points[:, c] = (values / 2 - lower / 2) / (upper / 2 - lower / 2)
            else:
                points[:, c] = values - lower  # a public origin near the data
        return on_exact_grid(points, self.radius)

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
            "bounds": {
                name: list(bounds) for name, bounds in zip(self.columns, self.bounds, strict=True)
            },
        }

    def _check_radius(self) -> None:
        if self.scaling == "bounds":
            domain = 1.0
        else:
            domain = max(max(abs(lower), abs(upper), upper - lower) for lower, upper in self.bounds)
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


def check_measurement(radius: object, scaling: object) -> None:
    """Refuse a radius or a scaling that no table could make right."""
    check_radius(radius)
    check_choice("scaling", scaling, SCALINGS)


def check_columns(schema: Schema, columns: object) -> tuple[str, ...]:
    """Return the named columns, after checking that each can be measured.

    Raises
    ------
    ParameterError
        If they are no list of different names of the schema, or one is a text, a category, a key
        or an identifier.
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
        reason = _reason(schema[name])
        if reason:
            raise ParameterError(f"columns must leave out {name!r}, {reason}")
    return tuple(columns)


def measurable_columns(schema: Schema) -> tuple[str, ...]:
    """Return the numbers, dates and ordinals that have a role for analysis, or none."""
    return tuple(
        column.name for column in schema if not _reason(column) and column.role in _MEASURED_UNASKED
    )


def _reason(column: Column) -> str:
    """Say why a column cannot be measured; nothing when it can."""
    if column.role in _WITHOUT_MEASURE:
        return f"whose role is {column.role}"
    if isinstance(column.kind, Text):
        return "which is text: texts have no distance"
    if isinstance(column.kind, Categorical):
        return (
            "which is categorical: categories have no public distance; declare it ordinal if they "
            "have an order"
        )
    return ""
