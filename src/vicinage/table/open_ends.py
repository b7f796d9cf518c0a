"""What the schema leaves open, filled in from the table."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from vicinage.schema import Categorical, Date, Numeric, Schema, labels_of
from vicinage.table.calendar_days import date_of

__all__ = ["fill_bounds", "fill_categories", "public_labels"]

T = TypeVar("T")


def fill_categories(schema: Schema, found: Mapping[str, tuple[str, ...]]) -> Schema:
    """Return the schema with the labels found, by column name, as its open categories."""
    filled = (replace(schema[name], kind=Categorical(labels)) for name, labels in found.items())
    return schema.filled(*filled)


def fill_bounds(schema: Schema, found: Mapping[str, tuple[float, float]]) -> Schema:
    """Return the schema with the ranges found, by column name, as its open bounds."""
    # What private queries use stands on declared bounds alone, and need not fit observed ones.
    filled = (
        replace(column, kind=_with_range(column.kind, *found[column.name]), fill=None)
        for column in schema
        if isinstance(column.kind, Numeric | Date)
        and None in (column.kind.lower, column.kind.upper)
    )
    return schema.filled(*filled)


def public_labels(declared: Schema | None, names: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Return the labels, by column name, that a release may show even where no cell holds them."""
    if declared is None or not declared.public:
        return {}
    known = (declared[name] for name in names if name in declared)
    return {column.name: labels_of(column.kind) for column in known if labels_of(column.kind)}


def _with_range(kind: Numeric | Date, lower: float, upper: float) -> Numeric | Date:
    """Return the kind with the observed range where it has no bound of its own.

    A column of one value, or of none, stays open: it has no range to be scaled by.

    Examples
    --------
    >>> _with_range(Numeric(lower=0, integer=True), 18.0, 90.0)
    Numeric(lower=0, upper=90, integer=True, unit='', edges=())
    >>> _with_range(Date(), 0.0, 364.5).upper
    datetime.date(1971, 1, 1)
    """
    if not lower < upper:
        return kind
    if isinstance(kind, Date):
        first, last = date_of(math.floor(lower)), date_of(math.ceil(upper))
        return replace(kind, lower=_or(kind.lower, first), upper=_or(kind.upper, last))
    if kind.integer:
        lower, upper = int(lower), int(upper)
    return replace(kind, lower=_or(kind.lower, lower), upper=_or(kind.upper, upper), edges=())


def _or(declared: T | None, observed: T) -> T:
    return observed if declared is None else declared
