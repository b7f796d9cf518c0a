"""The contingency tables of all pairs of columns, counted in one pass."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from vicinage.categorical._kernels import add_counts
from vicinage.categorical.limits import check_cells
from vicinage.errors import ParameterError

__all__ = ["PairCounts", "count_pairs"]

Counts = npt.NDArray[np.int64] | npt.NDArray[np.float64]
Codes = npt.NDArray[np.signedinteger[Any]]

# The most values of a group of columns that is counted as one, and the most cells of all tables of
# groups together; from the second on tables outgrow the caches or the memory.
_CAPACITIES = (256, 64, 16)
_CELLS = 1 << 24


@dataclass(frozen=True, slots=True, eq=False)
class PairCounts:
    """How often each two values of each two columns occur together.

    Exact counts are private; tables that a mechanism has made noisy, or that were computed from
    such, may stand in their place.

    Parameters
    ----------
    levels : mapping of column name to int
        How many values each column may take, in the order of the columns.
    tables : mapping of (str, str) to ndarray of int64 or float64
        For each two columns, the earlier one first: the table of shape (levels of the first,
        levels of the second).

    Examples
    --------
    >>> import numpy as np
    >>> sex, job = np.array([0, 0, 1, -1]), np.array([2, 1, 0, 0])
    >>> pairs = count_pairs([(sex, job)], {"sex": 2, "job": 3})
    >>> pairs.table("sex", "job")
    array([[0, 1, 1],
           [1, 0, 0]])
    >>> pairs.table("job", "sex").shape
    (3, 2)
    """

    levels: Mapping[str, int]
    tables: Mapping[tuple[str, str], Counts]

    def table(self, row: str, column: str) -> Counts:
        """Return the table of two different columns, with the values of `row` in its rows."""
        if (row, column) in self.tables:
            return self.tables[row, column]
        return self.tables[column, row].T

    def __add__(self, other: "PairCounts") -> "PairCounts":
        """Return the tables of the records of both, which have the same columns and levels."""
        tables = {pair: table + other.tables[pair] for pair, table in self.tables.items()}
        return PairCounts(levels=self.levels, tables=tables)

    def __repr__(self) -> str:
        return f"PairCounts(levels={dict(self.levels)})"


def count_pairs(
    chunks: Iterable[Sequence[Codes]], levels: Mapping[str, int], *, allow_large: bool = False
) -> PairCounts:
    """Count all pairs of columns in one pass over chunks of records.

    Parameters
    ----------
    chunks : iterable of sequences of integer ndarrays
        Each chunk has one array for each column, all of one length: a code from 0 to the number
        of levels less one, or -1 for a null. A record counts in the pairs in which it has no null.
    levels : mapping of column name to int
        At least two columns; the number of values of each.
    allow_large : bool
        Whether pairs of columns with more than 50 million cells are counted.

    Raises
    ------
    ParameterError
        If there are fewer than two columns, a pair is too large, or a code is outside its range.

    Notes
    -----
    Small columns are packed into groups, whose codes are those of a mixed radix, and the groups
    are counted by pairs: a table of two groups holds all pairs of their columns as its margins.
    So ten columns of two values cost one addition a record instead of 45.

    Cost: at most M (M - 1) / 2 additions a record, in parallel over pairs. Memory: the tables,
    128 MB more at most, and 4 bytes a cell of a chunk; chunks of 10^5 records are large enough.
    """
    if len(levels) < 2:
        raise ParameterError(
            f"columns must be at least two, got {', '.join(levels) or 'none'}; distances between "
            "the values of one column are learned from the others"
        )
    check_cells(levels, allow_large=allow_large)
    sizes = [count + 1 for count in levels.values()]  # one more, for nulls
    groups = _groups(sizes)
    group_sizes = np.array([prod(sizes[c] for c in group) for group in groups])
    first, second = np.array(list(combinations(range(len(groups)), 2))).T
    starts = np.concatenate([[0], np.cumsum(group_sizes[first] * group_sizes[second])])
    totals = np.zeros(starts[-1], np.int64)
    for chunk in chunks:
        codes = _group_codes(chunk, levels, groups, int(group_sizes.max()))
        add_counts(codes, first, second, group_sizes, starts, totals)
    wanted: dict[tuple[int, int], npt.NDArray[np.int64]] = {}
    for p, (g, h) in enumerate(zip(first, second, strict=True)):
        _take_margins(totals[starts[p] : starts[p + 1]], groups[g] + groups[h], sizes, wanted)
    names = list(levels)
    return PairCounts(
        levels=dict(levels),
        tables={(names[c], names[d]): wanted[c, d] for c, d in sorted(wanted)},
    )


def _groups(sizes: Sequence[int]) -> list[list[int]]:
    """Pack columns into groups, at least two, such that the tables together stay small."""
    for capacity in _CAPACITIES:
        groups = _packed(sizes, capacity)
        products = [prod(sizes[c] for c in group) for group in groups]
        if sum(a * b for a, b in combinations(products, 2)) <= _CELLS:
            return groups
    return [[c] for c in range(len(sizes))]


def _packed(sizes: Sequence[int], capacity: int) -> list[list[int]]:
    small_first = sorted(range(len(sizes)), key=lambda c: sizes[c])
    groups: list[list[int]] = [[]]
    for c in small_first:
        if groups[-1] and prod(sizes[d] for d in groups[-1]) * sizes[c] > capacity:
            groups.append([])
        groups[-1].append(c)
    return groups if len(groups) > 1 else [groups[0][:-1], groups[0][-1:]]


def _group_codes(
    chunk: Sequence[Codes], levels: Mapping[str, int], groups: list[list[int]], largest: int
) -> npt.NDArray[np.unsignedinteger[Any]]:
    """Combine the codes of each group into one number a record; 0 stands for a null in a column."""
    if len(chunk) != len(levels) or len({codes.shape for codes in chunk}) != 1:
        raise ParameterError(
            f"chunks must hold {len(levels)} arrays of one length, one for each column, got "
            f"shapes {[codes.shape for codes in chunk]}"
        )
    counts = list(levels.values())
    for codes, (name, count) in zip(chunk, levels.items(), strict=True):
        if codes.size and (codes.min() < -1 or codes.max() >= count):
            raise ParameterError(
                f"codes of {name!r} must be from 0 to {count - 1}, or -1 for a null, got others"
            )
    kind: type[np.unsignedinteger[Any]] = np.uint16 if largest < 1 << 16 else np.uint32
    combined = np.zeros((len(groups), chunk[0].size), kind)
    for g, group in enumerate(groups):
        for c in group:
            combined[g] *= kind(counts[c] + 1)
            combined[g] += (chunk[c] + 1).astype(kind)
    return combined


def _take_margins(
    cells: npt.NDArray[np.int64],
    columns: list[int],
    sizes: Sequence[int],
    tables: dict[tuple[int, int], npt.NDArray[np.int64]],
) -> None:
    """Add the tables of those pairs among `columns` that are not there yet."""
    joint = cells.reshape([sizes[c] for c in columns])
    for (i, c), (j, d) in combinations(enumerate(columns), 2):
        pair = (min(c, d), max(c, d))
        if pair not in tables:
            others = tuple(axis for axis in range(len(columns)) if axis not in (i, j))
            table = joint.sum(axis=others)[1:, 1:]  # without the nulls
            tables[pair] = np.ascontiguousarray(table if c < d else table.T)
