"""How cells become codes: by the place of a label in a list, or of a number among cut points."""

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from vicinage.errors import ParameterError
from vicinage.schema import Categorical, Date, Numeric, Ordinal, labels_of
from vicinage.table import QueryTable, Table
from vicinage.table.calendar_days import date_of

__all__ = ["Coding", "coding_of", "narrow"]

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
    """

    labels: tuple[str, ...]
    edges: tuple[float, ...] | None = None

    def codes(self, table: Table | QueryTable, name: str) -> Codes:
        """Return the code of each cell of a column, -1 for a null; private.

        Raises
        ------
        ParameterError
            If the column of a Table may take labels that are not among :attr:`labels`.
        """
        if self.edges is not None:
            values = table.numbers(name) if isinstance(table, QueryTable) else table.clamped(name)
            codes = np.searchsorted(self.edges, values, side="right")
            return narrow(np.where(np.isnan(values), -1, codes), len(self.labels))
        if isinstance(table, QueryTable):
            return narrow(table.codes(name), len(self.labels))
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

    Bins cut the declared bounds, and those that a Table has observed where none are declared.

    Parameters
    ----------
    table : Table or QueryTable
    name : str
    n_bins : int
        How many bins of equal width; fewer where that many whole numbers do not exist.

    Raises
    ------
    ParameterError
        If the column is text, or a private query lacks categories or bounds.
    """
    kind = table.schema[name].kind
    if isinstance(kind, Categorical | Ordinal):
        if isinstance(table, QueryTable):
            return Coding(labels=table.levels(name))
        return Coding(labels=labels_of(kind))
    lower, upper = table.bounds(name)
    edges = _declared_edges(table, name)
    if not edges and lower < upper:
        if isinstance(kind, Numeric) and kind.integer:
            n_bins = int(min(n_bins, upper - lower + 1))
        cuts = {lower * (1 - i / n_bins) + upper * (i / n_bins) for i in range(1, n_bins)}
        if isinstance(kind, Date):
            cuts = {float(math.floor(cut)) for cut in cuts}  # bins begin with a day
        edges = tuple(sorted(cut for cut in cuts if lower < cut < upper))
    bounds = (lower, *edges, upper)
    ends = [date_of(x).isoformat() for x in bounds] if isinstance(kind, Date) else _spelled(bounds)
    labels = [f"[{ends[i]}, {ends[i + 1]})" for i in range(len(edges) + 1)]
    return Coding(labels=(*labels[:-1], labels[-1][:-1] + "]"), edges=edges)


def _declared_edges(table: Table | QueryTable, name: str) -> tuple[float, ...]:
    schema = table.schema if isinstance(table, QueryTable) else table.declared
    kind = None if schema is None else schema[name].kind
    return kind.edges if isinstance(kind, Numeric) else ()


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
