"""The candidate subspaces, by public settings alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import Self

from vicinage.errors import ParameterError
from vicinage.names import first_repeated
from vicinage.outliers.measurement import check_columns, measurable_columns
from vicinage.parameters import check_whole_number
from vicinage.schema import Date, Numeric, Schema

__all__ = ["Family"]

_LARGEST = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """Subspaces to choose from.

    Parameters
    ----------
    columns : tuple of str
        All columns that occur.
    members : tuple of tuples of int
        Each subspace as increasing positions in `columns`; smaller ones first.

    Examples
    --------
    >>> schema = Schema({"x": Numeric(0, 1), "y": Numeric(0, 1)})
    >>> family = Family.of(schema, columns=None, max_size=2, subspaces=None)
    >>> [family.names(member) for member in range(3)]
    [('x',), ('y',), ('x', 'y')]
    """

    columns: tuple[str, ...]
    members: tuple[tuple[int, ...], ...]

    @classmethod
    def of(
        cls,
        schema: Schema,
        *,
        columns: Sequence[str] | None,
        max_size: int,
        subspaces: Sequence[Sequence[str]] | None,
    ) -> Self:
        """Make all subspaces up to a size, or take a list.

        Parameters
        ----------
        schema : Schema
        columns : sequence of str or None
            None: all that can be measured and have declared bounds.
        max_size : int
            Most columns in a subspace, unless `subspaces` is given.
        subspaces : sequence of sequences of str or None

        Raises
        ------
        ParameterError
            If a column cannot be measured, a subspace occurs twice, or there are more than 10,000.
        """
        check_whole_number("max_size", max_size)
        if subspaces is not None:
            if columns is not None:
                raise ParameterError(
                    f"columns must be left out when subspaces are given, got {list(columns)!r}"
                )
            return cls._listed(schema, subspaces)
        used = _bounded(schema) if columns is None else check_columns(schema, columns)
        largest = min(max_size, len(used))
        _check_size(sum(comb(len(used), size) for size in range(1, largest + 1)))
        sizes = (combinations(range(len(used)), size) for size in range(1, largest + 1))
        return cls(columns=used, members=tuple(member for size in sizes for member in size))

    @classmethod
    def _listed(cls, schema: Schema, subspaces: Sequence[Sequence[str]]) -> Self:
        if isinstance(subspaces, str) or not isinstance(subspaces, Sequence) or not subspaces:
            raise ParameterError(
                f"subspaces must be a list of lists of column names, got {subspaces!r}"
            )
        _check_size(len(subspaces))
        named = [frozenset(check_columns(schema, subspace)) for subspace in subspaces]
        used = tuple(name for name in schema.names if any(name in subspace for subspace in named))
        members = tuple(
            tuple(c for c, name in enumerate(used) if name in subspace) for subspace in named
        )
        twice = first_repeated(", ".join(used[c] for c in member) for member in members)
        if twice is not None:
            raise ParameterError(f"subspaces must name each subspace once, got {twice} twice")
        return cls(columns=used, members=members)

    def names(self, member: int) -> tuple[str, ...]:
        """Return the column names of one subspace."""
        return tuple(self.columns[c] for c in self.members[member])

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many columns each subspace has."""
        return tuple(len(member) for member in self.members)


def _check_size(members: int) -> None:
    if members > _LARGEST:
        raise ParameterError(
            f"max_size must leave at most {_LARGEST} subspaces, got {members}; lower it, or name "
            "fewer columns or the subspaces themselves"
        )


def _bounded(schema: Schema) -> tuple[str, ...]:
    """Return the columns that can be measured and have a declared range."""
    measurable = measurable_columns(schema)
    bounded = tuple(name for name in measurable if _has_range(schema, name))
    if not bounded:
        raise ParameterError(
            "columns must be numeric or date columns with declared bounds, or ordinals with "
            f"several levels, got none; declare the bounds of {', '.join(measurable) or 'some'}"
        )
    return bounded


def _has_range(schema: Schema, name: str) -> bool:
    kind = schema[name].kind
    if isinstance(kind, Numeric | Date):
        return kind.lower is not None and kind.upper is not None
    return len(getattr(kind, "levels", ())) > 1
