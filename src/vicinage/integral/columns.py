"""The private columns that a question is about, however they came."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from vicinage.errors import ParameterError
from vicinage.integral.array_column import EXACT, checked, is_array, numbers_of, too_large
from vicinage.integral.parameters import check_range
from vicinage.names import did_you_mean
from vicinage.schema import Categorical, Date, Numeric, Ordinal, Schema, labels_of
from vicinage.table import Table
from vicinage.table.calendar_days import days_of

__all__ = ["Bounds", "Columns", "read_columns"]

Floats = npt.NDArray[np.float64]
Bounds = tuple[float, float] | None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Columns:
    """Finite numbers of records without a missing cell, and what is declared of them.

    Parameters
    ----------
    names : tuple of str
        Of the columns; ("",) for an array.
    values : tuple of ndarray of shape (n,)
        Private; inside the bounds.
    bounds : tuple of (lower, upper) or None
        Public, one of each column; None where none are declared.
    dates : tuple of bool
        Whether the numbers are days since 1970-01-01.
    labels : tuple of tuple of str
        What the numbers stand for where they are codes of categories; else empty.
    groups : list of str or None
        The group of each record; private. None: no groups.
    table : Table or None
        Where they come from, when it is a table.
    """

    names: tuple[str, ...]
    values: tuple[Floats, ...]
    bounds: tuple[Bounds, ...]
    dates: tuple[bool, ...] = (False,)
    labels: tuple[tuple[str, ...], ...] = ((),)
    groups: list[str] | None = None
    table: Table | None = None

    def by_group(self) -> dict[str, tuple[Floats, ...]]:
        """Return the columns of each group, in the order of the labels; of all under ""."""
        if self.groups is None:
            return {"": self.values}
        labels = np.array(self.groups, dtype=object)
        return {
            label: tuple(column[labels == label] for column in self.values)
            for label in sorted(set(self.groups))
        }


def read_columns(
    source: Any,
    schema: Schema | None,
    *,
    columns: Sequence[str] | None,
    by: str | None,
    bounds: Bounds,
    kind: str = "numbers",
) -> Columns:
    """Take numbers, or codes of categories, from an array, a frame or a file.

    Parameters
    ----------
    source : array, list or Series of numbers; frame; path
    schema : Schema or None
    columns : sequence of str or None
        Of a frame or file; None: its only column.
    by : str or None
        A column of a frame or file whose values are groups.
    bounds : (lower, upper) or None
        Public bounds of every column, where the schema declares none.
    kind : {"numbers", "labels", "cells"}
        "labels": categories, by their codes. "cells": columns of any kind, of which only the
        presence of cells is asked.

    Raises
    ------
    ParameterError
        If an array is not one of finite numbers, if whole numbers of 2^53 or more occur, or if a
        column is not there or not numeric.
    TableError
        As :meth:`vicinage.table.Table.of`.
    """
    if is_array(source):
        if kind == "labels":
            raise ParameterError(
                "column must be one of a frame or a file for the mode, got an array; a frame names "
                "it, and a schema lists its categories"
            )
        for name, value in (("columns", columns), ("by", by)):
            if value is not None:
                raise ParameterError(
                    f"{name} must go with a frame or a file, got {value!r} for an array"
                )
        return _of_array(source, schema, bounds)
    table = Table.of(source, schema)
    return _of_table(table, _names(table, columns, by), by, bounds, kind)


def _of_array(source: Any, schema: Schema | None, bounds: Bounds) -> Columns:
    name = str(getattr(source, "name", None) or "")
    declared = _declared(schema, name) or bounds
    values = _inside(numbers_of(source), declared)
    return Columns(names=(name,), values=(values,), bounds=(declared,))


def _of_table(
    table: Table, names: tuple[str, ...], by: str | None, bounds: Bounds, kind: str
) -> Columns:
    """Take columns and groups of the records in which no cell of theirs is missing."""
    groups = None if by is None else table.labels(_present("by", by, table))
    take = {"numbers": _column, "labels": _codes, "cells": _present_cells}[kind]
    values = [take(table, name) for name in names]
    complete = np.logical_and.reduce([~np.isnan(column) for column in values])
    if groups is not None:
        complete &= np.array([label is not None for label in groups], np.bool_)
    declared = [_declared(table.declared, name) or bounds for name in names]
    kinds = [table.schema[name].kind for name in names]
    return Columns(
        names=names,
        values=tuple(
            _inside(column[complete], pair) for column, pair in zip(values, declared, strict=True)
        ),
        bounds=tuple(declared),
        dates=tuple(isinstance(each, Date) for each in kinds),
        labels=tuple(labels_of(each) if kind == "labels" else () for each in kinds),
        groups=None if groups is None else [str(groups[i]) for i in np.flatnonzero(complete)],
        table=table,
    )


def _present_cells(table: Table, name: str) -> Floats:
    codes = table.codes(_present("columns", name, table))
    return np.where(codes < 0, np.nan, 0.0)


def _codes(table: Table, name: str) -> Floats:
    kind = table.schema[_present("columns", name, table)].kind
    if not isinstance(kind, Categorical | Ordinal):
        raise ParameterError(
            f"columns must be categorical or ordinal for the mode, got {name!r}, which is "
            f"{kind.label}; declare its categories in the schema"
        )
    return table.values(name)


def _column(table: Table, name: str) -> Floats:
    kind = table.schema[_present("columns", name, table)].kind
    if not isinstance(kind, Numeric | Date):
        raise ParameterError(
            f"columns must be numeric or dates, got {name!r}, which is {kind.label}; declare it "
            "numeric if its cells are numbers, or ask for its mode or its count alone"
        )
    values = table.values(name)
    if isinstance(kind, Date):
        return values
    known = values[~np.isnan(values)]
    if np.isinf(known).any():
        raise ParameterError(
            f"columns must hold finite numbers, got infinite ones in {name!r}; leave those "
            "records out, or declare such cells missing"
        )
    whole = kind.integer or str(table.cells(name).type).startswith(("int", "uint"))
    if whole and (np.abs(known) >= EXACT).any():
        raise too_large(f"column {name!r}")
    checked(f"column {name!r}", known)
    return values


def _inside(values: Floats, bounds: Bounds) -> Floats:
    return values if bounds is None else np.clip(values, *bounds)


def _declared(schema: Schema | None, name: str) -> Bounds:
    if schema is None or name not in schema:
        return None
    kind = schema[name].kind
    if not isinstance(kind, Numeric | Date) or kind.lower is None or kind.upper is None:
        return None
    if isinstance(kind, Date):
        # The last day is inside until it ends.
        return days_of(kind.lower), days_of(kind.upper) + 1.0
    check_range(f"bounds of {name!r} in the schema", float(kind.lower), float(kind.upper))
    return float(kind.lower), float(kind.upper)


def _names(table: Table, columns: Sequence[str] | None, by: str | None) -> tuple[str, ...]:
    if columns is not None:
        return tuple(columns)
    others = [name for name in table.names if name != by]
    if len(others) != 1:
        raise ParameterError(
            f"columns must say which of {len(others)} columns are meant, got None; name them as in "
            "columns=['income']"
        )
    return (others[0],)


def _present(parameter: str, name: str, table: Table) -> str:
    if name not in table.names:
        raise ParameterError(
            f"{parameter} must be in the table, got {name!r}{did_you_mean(name, table.names)}"
        )
    return name
