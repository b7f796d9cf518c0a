"""How cells become codes: by the place of a label in a list, or of a number among cut points."""

import math
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from vicinage.errors import ParameterError
from vicinage.schema import Categorical, Date, Kind, Numeric, Ordinal, labels_of
from vicinage.table import QueryTable, Table
from vicinage.table.calendar_days import date_of

__all__ = ["Coding", "coding_of", "narrow"]

_FEW = 20

Codes = npt.NDArray[np.signedinteger[Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Coding:
    """The values that a column has for categorical methods; public where the schema is.

    Parameters
    ----------
    labels : tuple of str
        Categories, levels, or bins such as "[20, 40)"; the code of a value is its place here.
    edges : tuple of float or None
        For numbers and dates (in days since 1970-01-01) the cut points between the bins: a bin
        includes its lower edge. None for a column of labels.
    observed : bool
        Whether the edges were found in the table.
    """

    labels: tuple[str, ...]
    edges: tuple[float, ...] | None = None
    observed: bool = False

    def codes(self, table: Table | QueryTable, name: str) -> Codes:
        """Return the code of each cell of a column, -1 for a null; private.

        Raises
        ------
        ParameterError
            If the column may take labels that are not among :attr:`labels`, by its schema.
        """
        if self.edges is not None:
            values = table.numbers(name) if isinstance(table, QueryTable) else table.clamped(name)
            codes = narrow(np.zeros(values.size, np.int8), len(self.labels))
            for edge in self.edges:  # few: faster than a binary search in them
                codes += values >= edge
            codes[np.isnan(values)] = -1
            return codes
        if isinstance(table, QueryTable):
            places = np.array([*self.places(name, table.levels(name)), -1])
            return narrow(places[table.codes(name)], len(self.labels))
        kind = table.schema[name].kind
        if not isinstance(kind, Categorical | Ordinal):
            raise ParameterError(
                f"frame must have labels in {name!r}, as the distances were learned for, got a "
                f"{kind.label} column; give the schema"
            )
        values = table.values(name)
        positions = np.where(np.isnan(values), -1, values).astype(np.int64)
        places = np.array([*self.places(name, labels_of(kind)), -1])
        return narrow(places[positions], len(self.labels))

    def places(self, name: str, labels: tuple[str, ...]) -> list[int]:
        """Return the code of each of the labels that a column may take.

        Raises
        ------
        ParameterError
            If one of them is not among :attr:`labels`.
        """
        place = {label: code for code, label in enumerate(self.labels)}
        if not place.keys() >= set(labels):
            raise ParameterError(
                f"labels of {name!r} must be those that distances were learned for, got others; "
                "declare all categories in the schema, for fit and for what comes later"
            )
        return [place[label] for label in labels]


def coding_of(table: Table | QueryTable, name: str, n_bins: int) -> Coding:
    """Return how a column is coded: by its labels, its declared edges, or bins of equal width.

    Bins cut the declared bounds. Where a Table has none, they cut the observed range; and if it
    has at most 20 different numbers, all whole, each is a value of its own, as numbers often
    stand for categories.

    Parameters
    ----------
    table : Table or QueryTable
    name : str
    n_bins : int
        How many bins of equal width. Where no more whole numbers exist, each is a bin.

    Raises
    ------
    ParameterError
        If the column is text, or a private query lacks categories or bounds.
    """
    column = table.schema[name]
    if isinstance(column.kind, Categorical | Ordinal):
        if isinstance(table, QueryTable):
            return Coding(labels=table.levels(name))
        return Coding(labels=labels_of(column.kind))
    bounds = table.bounds(name)
    declared = _declared_kind(table, name)
    if isinstance(declared, Numeric) and declared.edges:
        return _binned(declared, bounds, declared.edges)
    if isinstance(declared, Numeric | Date) and None not in (declared.lower, declared.upper):
        return _binned(declared, bounds, _cuts(declared, *bounds, n_bins))
    found = _whole_numbers(table, name) if isinstance(table, Table) else ()
    if isinstance(column.kind, Numeric) and 0 < len(found) <= _FEW:
        labels = tuple(f"{number:.0f}" for number in found)
        return Coding(labels=labels, edges=found[1:], observed=True)
    return replace(_binned(column.kind, bounds, _cuts(column.kind, *bounds, n_bins)), observed=True)


def _declared_kind(table: Table | QueryTable, name: str) -> Kind | None:
    schema = table.schema if isinstance(table, QueryTable) else table.declared
    return None if schema is None else schema[name].kind


def _whole_numbers(table: Table, name: str) -> tuple[float, ...]:
    """Return the different numbers of a column, or none if some are not whole."""
    values = table.clamped(name)
    different = np.unique(values[~np.isnan(values)])
    whole = bool(np.all(different == np.round(different)))
    return tuple(different.tolist()) if whole else ()


def _cuts(kind: Kind, lower: float, upper: float, n_bins: int) -> tuple[float, ...]:
    """Return the inner ends of bins of equal width, of single numbers or of whole days."""
    if not lower < upper:
        return ()
    if isinstance(kind, Numeric) and kind.integer and upper - lower < n_bins:
        return tuple(float(number) for number in range(math.floor(lower) + 1, int(upper) + 1))
    cuts = {lower * (1 - i / n_bins) + upper * (i / n_bins) for i in range(1, n_bins)}
    if isinstance(kind, Date):
        cuts = {float(math.floor(cut)) for cut in cuts}  # bins begin with a day
    return tuple(sorted(cut for cut in cuts if lower < cut < upper))


def _binned(kind: Kind, bounds: tuple[float, float], edges: tuple[float, ...]) -> Coding:
    ends = (bounds[0], *edges, bounds[1])
    # A column without a cell has no first day; its one bin has no end, and holds nothing.
    dated = isinstance(kind, Date) and not math.isnan(bounds[0])
    texts = [date_of(x).isoformat() for x in ends] if dated else _spelled(ends)
    labels = [f"[{texts[i]}, {texts[i + 1]})" for i in range(len(edges) + 1)]
    return Coding(labels=(*labels[:-1], labels[-1][:-1] + "]"), edges=edges)


def narrow(codes: npt.NDArray[np.integer[Any]], n_labels: int) -> Codes:
    """Return codes from -1 to `n_labels` - 1 in the smallest type that can also count to that.

    Examples
    --------
    >>> narrow(np.array([3, -1]), 127).dtype, narrow(np.array([3, -1]), 128).dtype
    (dtype('int8'), dtype('int16'))
    """
    kind = next(kind for kind in (np.int8, np.int16, np.int32) if n_labels <= np.iinfo(kind).max)
    return codes.astype(kind)


def _spelled(numbers: tuple[float, ...]) -> list[str]:
    short = [f"{number:g}" for number in numbers]
    if all(a != b for a, b in pairwise(short)) or len(set(numbers)) == 1:
        return short
    return [repr(float(number)) for number in numbers]
