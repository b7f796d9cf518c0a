"""Households as units: who lives together, and what all members share."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from vicinage.errors import ParameterError, TableError
from vicinage.masking.strata import strata
from vicinage.masking.units import Units, in_order_of, points
from vicinage.neighbors import Metric, Variable
from vicinage.privacy import RandomKey
from vicinage.schema import Role
from vicinage.table import Table
from vicinage.table.cells import text_bytes

__all__ = ["household_units"]

Words = npt.NDArray[np.uint64]
Rows = npt.NDArray[np.intp]


def household_units(
    table: Table,
    variables: list[Variable],
    records: Words,
    key: RandomKey,
    *,
    metric: Metric,
    shared: Sequence[str],
    within: tuple[str, ...],
    least: int,
) -> Units:
    """Take each household as a unit, whose members all get the cells of one donor household.

    Households are near when what they share is alike and they are of like size. A record without
    the number of a household is one of its own.

    Parameters
    ----------
    table : Table
        With a column of the role household.
    variables : list of Variable
        What is measured, with one value for each record: columns of level household.
    records : ndarray of uint64 of shape (n_records,)
        Record keys, which stand for those without a household.
    key : RandomKey
    metric : Metric
    shared : sequence of str
        Columns that must be the same for all members.
    within : tuple of str
        Columns whose combinations are strata.
    least : int
        The smallest number of households, in each stratum.

    Raises
    ------
    TableError
        If a shared column, or a column of strata, differs inside a household.
    ParameterError
        If there are too few households.
    """
    (name,) = table.schema.with_role(Role.HOUSEHOLD)
    first, unit, sizes = _members(table.codes(name))
    for column in dict.fromkeys((*shared, *within)):
        codes = table.codes(column)
        if (codes[first][unit] != codes).any():
            raise TableError(
                f"column {column!r} must be the same for all members of a household, got others; "
                '`vicinage check` lists the lines; correct them, or give it level = "record"'
            )
    if first.size < least:
        raise ParameterError(
            f"n_neighbors must be below the number of households, got n_neighbors = {least - 1} "
            f"for {first.size}; the largest possible is {first.size - 1}"
        )
    words = _words(table, name, first, records, key)
    groups = strata(table, within, least, first=first)
    size = Variable(
        name="household size",
        values=sizes.astype(np.float64),
        lower=float(sizes.min()),
        upper=float(sizes.max()),
    )
    return Units(
        space=points(
            metric,
            [*(replace(v, values=v.values[first]) for v in variables), size],
            first.size,
        ),
        groups=in_order_of(words, groups),
        words=words,
        members=(first, unit),
    )


def _members(codes: npt.NDArray[np.int64]) -> tuple[Rows, Rows, npt.NDArray[np.intp]]:
    """Return the first record of each household, the household of each record, and the sizes."""
    alone = codes < 0
    numbers = np.where(alone, -1 - np.arange(codes.size), codes)
    _, first, unit, sizes = np.unique(
        numbers, return_index=True, return_inverse=True, return_counts=True
    )
    return first, unit.ravel(), sizes


def _words(table: Table, name: str, first: Rows, records: Words, key: RandomKey) -> Words:
    """Return the word of each household: of its number, so that the order of rows is no matter."""
    of_numbers = key.of_bytes(*text_bytes(table.cells(name)))
    return np.where(table.codes(name)[first] < 0, records[first], of_numbers[first])
