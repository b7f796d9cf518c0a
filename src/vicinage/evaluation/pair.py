"""An original table and its release, column by column."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Self

import numpy as np
import numpy.typing as npt

from vicinage.errors import TableError
from vicinage.evaluation.weights import Weights
from vicinage.schema import Categorical, Date, Numeric, Ordinal, Role, Text, labels_of
from vicinage.table import Table

__all__ = ["CONSTANT", "Pair", "compared_columns", "is_constant"]

Floats = npt.NDArray[np.float64]

CONSTANT = "not defined: constant"

# A key or identifier says nothing about how alike two persons are; the others are not theirs.
_NEVER = frozenset({Role.KEY, Role.IDENTIFIER, Role.WEIGHT, Role.HOUSEHOLD, Role.IGNORED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """The cells of two tables that are compared, as numbers.

    Row i of the released table is the release of row i of the original.

    Parameters
    ----------
    cells : mapping of str to pair of ndarray of shape (n,)
        By column: original and released cells, NaN where missing. Numbers in their unit, dates
        in days, ranks of ordered levels, codes of categories (one code book for both tables).
        Columns that are missing throughout the original are left out.
    numeric, dates, ordinal, nominal : tuple of str
        Names of the columns by kind.
    perturbable : tuple of str
        Names of the columns that a masker may change.
    skipped : tuple of str
        Columns that are constant in the original or missing throughout; they cannot move a
        figure.
    weights : Weights
        How many persons each record of the original stands for. Risk is that of records and does
        without; utility is that of persons.
    """

    cells: Mapping[str, tuple[Floats, Floats]]
    numeric: tuple[str, ...]
    dates: tuple[str, ...]
    ordinal: tuple[str, ...]
    nominal: tuple[str, ...]
    perturbable: tuple[str, ...]
    skipped: tuple[str, ...]
    weights: Weights

    @classmethod
    def of(cls, original: Table, released: Table) -> Self:
        """Pair two tables of as many rows and the same columns.

        Raises
        ------
        TableError
            If the row counts, the columns or their kinds differ, or if the weights are none.
        """
        names = compared_columns(original, released, "released")
        if original.n_rows != released.n_rows:
            raise TableError(
                "released must have as many rows as original, row for row, got another number; "
                "evaluate the release of the whole table"
            )
        cells = {}
        for name in names:
            pair = original.values(name), _codes_like(original, released, name)
            if not np.isnan(pair[0]).all():
                cells[name] = pair
        return cls(
            cells=cells,
            numeric=_of_kind(Numeric, original, cells),
            dates=_of_kind(Date, original, cells),
            ordinal=_of_kind(Ordinal, original, cells),
            nominal=_of_kind(Categorical, original, cells),
            perturbable=tuple(
                name for name in cells if original.schema[name].role is not Role.STRATUM
            ),
            skipped=tuple(
                name for name in names if name not in cells or is_constant(cells[name][0])
            ),
            weights=Weights.of(original),
        )

    def of_persons(self) -> Self:
        """Leave out the records that stand for nobody, whose weight is 0."""
        rows = self.weights.units > 0
        if rows.all():
            return self
        kept = {name: (x[rows], masked[rows]) for name, (x, masked) in self.cells.items()}
        cells = {name: pair for name, pair in kept.items() if not np.isnan(pair[0]).all()}
        kinds = {
            kind: tuple(name for name in getattr(self, kind) if name in cells)
            for kind in ("numeric", "dates", "ordinal", "nominal", "perturbable")
        }
        skipped = tuple(name for name in cells if is_constant(cells[name][0]))
        weights = self.weights.take(rows)
        return replace(self, cells=cells, skipped=skipped, weights=weights, **kinds)

    @property
    def n_rows(self) -> int:
        """Number of records."""
        return next((original.size for original, _ in self.cells.values()), 0)

    @property
    def why_no_numbers(self) -> str:
        """What to say where a figure needs a numeric column and there is none."""
        return CONSTANT if self.numeric else "not defined: no numeric column"

    def numbers(self) -> tuple[Floats, Floats]:
        """Return the numeric columns that are not constant, of shape (n, d) for each table."""
        names = [name for name in self.numeric if name not in self.skipped]
        shape = (self.n_rows, 0)
        if not names:
            return np.empty(shape), np.empty(shape)
        original, released = zip(*(self.cells[name] for name in names), strict=True)
        return np.column_stack(original), np.column_stack(released)


def is_constant(values: Floats) -> bool:
    """Say whether all cells are equal, missing ones included.

    Examples
    --------
    >>> is_constant(np.array([2.0, 2.0])), is_constant(np.array([2.0, np.nan]))
    (True, False)
    """
    missing = np.isnan(values)
    return bool(missing.all() or (not missing.any() and np.all(values == values[0])))


def compared_columns(original: Table, other: Table, role: str) -> list[str]:
    """Return the columns that are measured, in the order of the original.

    Parameters
    ----------
    role : str
        What the other table is, for messages.

    Raises
    ------
    TableError
        If the other table lacks a column, has one more, or one of another kind.
    """
    names = [
        name
        for name in original.names
        if original.schema[name].role not in _NEVER
        and not isinstance(original.schema[name].kind, Text)
    ]
    absent = [name for name in names if name not in other.names]
    extra = [name for name in other.names if name not in original.names]
    if absent or extra:
        raise TableError(
            f"{role} must have the columns of original, got "
            + " and ".join(
                f"{word} {', '.join(map(repr, found))}"
                for word, found in (("no", absent), ("also", extra))
                if found
            )
        )
    for name in names:
        kinds = original.schema[name].kind, other.schema[name].kind
        if kinds[0].label != kinds[1].label:
            raise TableError(
                f"{role} must have columns of the kinds of original, got {name!r} "
                f"{kinds[1].label} instead of {kinds[0].label}; pass the schema of the tables"
            )
    return names


def _of_kind(kind: type, table: Table, names: Iterable[str]) -> tuple[str, ...]:
    return tuple(name for name in names if isinstance(table.schema[name].kind, kind))


def _codes_like(original: Table, released: Table, name: str) -> Floats:
    """Return the released cells, categories under the numbers that they have in the original."""
    values = released.values(name)
    book, other = original.schema[name].kind, released.schema[name].kind
    labels = labels_of(book), labels_of(other)
    if labels[0] == labels[1]:
        return values
    if isinstance(book, Ordinal):
        raise TableError(f"released must have the levels of original in {name!r}, got others")
    codes = {label: code for code, label in enumerate(labels[0])}
    translation = np.array([codes.setdefault(label, len(codes)) for label in labels[1]] + [np.nan])
    return translation[np.where(np.isnan(values), -1, values).astype(np.int64)]
