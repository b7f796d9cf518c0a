"""The cells that records may fall into: all that a private query may know of its columns."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from vicinage.categorical.coding import Coding, narrow
from vicinage.categorical.pair_counts import PairCounts, count_pairs
from vicinage.schema import Categorical, Column, Ordinal
from vicinage.table import QueryTable

__all__ = ["Domain", "Pair"]

Pair = tuple[str, str]
Codes = npt.NDArray[np.signedinteger[Any]]

_CHUNK = 1 << 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Domain:
    """The columns of a private query, with their numbers of values; public.

    Parameters
    ----------
    levels : mapping of str to int
        How many labels each column has, in the order of the columns.
    nullable : frozenset of str
        Columns in which a cell may be a null, by their declarations. Nulls count as one more
        value, the last, so that each record is in exactly one cell of each table.

    Examples
    --------
    >>> domain = Domain(levels={"sex": 2, "job": 3}, nullable=frozenset({"job"}))
    >>> domain.sizes, domain.pairs
    ({'sex': 2, 'job': 4}, (('sex', 'job'),))
    """

    levels: Mapping[str, int]
    nullable: frozenset[str] = frozenset()

    @classmethod
    def of(cls, table: QueryTable, codings: Mapping[str, Coding]) -> Self:
        """Read the domain off the schema."""
        schema = table.schema
        return cls(
            levels={name: len(coding.labels) for name, coding in codings.items()},
            nullable=frozenset(name for name in codings if _may_be_null(schema[name])),
        )

    @property
    def sizes(self) -> dict[str, int]:
        """The number of values of each column, nulls included."""
        return {name: count + (name in self.nullable) for name, count in self.levels.items()}

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """All pairs of columns, the earlier one first."""
        return tuple(combinations(self.levels, 2))

    def pair(self, name: str, other: str) -> Pair:
        """Return the pair of two columns, the earlier one first."""
        names = list(self.levels)
        return (name, other) if names.index(name) < names.index(other) else (other, name)

    def cells(self, pair: Pair) -> int:
        """Return how many cells the table of a pair has."""
        sizes = self.sizes
        return sizes[pair[0]] * sizes[pair[1]]

    def count(self, codes: Mapping[str, Codes], *, allow_large: bool = False) -> PairCounts:
        """Count all pairs; private.

        Parameters
        ----------
        codes : mapping of str to ndarray of integers of shape (n_rows,)
            -1 stands for a null, in nullable columns only.
        allow_large : bool
            Whether pairs of more than 50 million cells are taken.
        """
        sizes = self.sizes
        columns = [
            narrow(np.where(codes[name] < 0, count, codes[name]), sizes[name])
            for name, count in self.levels.items()
        ]
        return count_pairs(_chunks(columns), sizes, allow_large=allow_large)

    def labelled(self, tables: Mapping[Pair, npt.NDArray[np.float64]]) -> PairCounts:
        """Return released tables without the nulls."""
        cut = {
            (a, b): table[: self.levels[a], : self.levels[b]] for (a, b), table in tables.items()
        }
        return PairCounts(levels=dict(self.levels), tables=cut)


def _chunks(columns: Sequence[Codes]) -> Iterator[list[Codes]]:
    for start in range(0, columns[0].size, _CHUNK):
        yield [codes[start : start + _CHUNK] for codes in columns]


def _may_be_null(column: Column) -> bool:
    """Whether a cell could be read as a null: missing, not applicable, or no number or label."""
    if column.fill is None or column.not_applicable or isinstance(column.kind, Ordinal):
        return True
    return isinstance(column.kind, Categorical) and column.kind.other is None
