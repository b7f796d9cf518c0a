"""The three tables of an attack: the original, its release, and records that were held out."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from vicinage.errors import TableError
from vicinage.evaluation.pair import compared_columns, is_constant
from vicinage.evaluation.risk.attack_settings import AttackSettings
from vicinage.evaluation.unit_scale import exponents
from vicinage.schema import Categorical, Date, Numeric, Ordinal, labels_of
from vicinage.table import Table

__all__ = ["AttackData", "drawn_rows", "unit_values"]

Floats = npt.NDArray[np.float64]
Rows = npt.NDArray[np.int64]

_FARTHEST = 1e6  # widths of the range


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class AttackData:
    """Cells as numbers, one code book for all three tables.

    Parameters
    ----------
    original, released, holdout : mapping of str to ndarray of shape (n,)
        By column, NaN where missing or suppressed. Row i of `released` is the release of row i of
        `original`.
    columns : tuple of str
        What an attack can rest on: columns that are not constant in the original, nor missing
        throughout.
    nominal : frozenset of str
        Columns whose numbers are codes of categories.
    continuous : frozenset of str
        Numbers and dates: columns in which a near guess is nearly right.
    sizes : tuple of int
        Numbers of records of the three tables.
    """

    original: Mapping[str, Floats]
    released: Mapping[str, Floats]
    holdout: Mapping[str, Floats]
    columns: tuple[str, ...]
    nominal: frozenset[str]
    continuous: frozenset[str]
    sizes: tuple[int, int, int]

    @classmethod
    def of(cls, original: Table, released: Table, holdout: Table, *, mark: str) -> Self:
        """Read the cells of three tables of the same columns.

        Parameters
        ----------
        mark : str
            How a suppressed cell is written; it is known to nobody, so it counts as missing.

        Raises
        ------
        TableError
            If columns or kinds differ, or if many of the records held out are in the original.
        """
        names = compared_columns(original, holdout, "holdout")
        tables = (original, released, holdout)
        cells = {name: _cells(tables, name, mark) for name in names}
        return cls(
            original={name: three[0] for name, three in cells.items()},
            released={name: three[1] for name, three in cells.items()},
            holdout={name: three[2] for name, three in cells.items()},
            columns=tuple(name for name, three in cells.items() if not is_constant(three[0])),
            nominal=_of_kind(Categorical, original, names),
            continuous=_of_kind(Numeric | Date, original, names),
            sizes=(original.n_rows, released.n_rows, holdout.n_rows),
        )

    def coordinates(
        self, names: Iterable[str], targets: Rows, controls: Rows
    ) -> tuple[Floats, Floats, Floats, int]:
        """Place records by some columns: numbers first, in units of the released range.

        Parameters
        ----------
        targets, controls : ndarray of int64
            Rows of the original, and of the hold-out.

        Returns
        -------
        targets, released, controls : ndarray of shape (n, d)
            Numeric coordinates, then codes of categories; NaN is missing.
        numeric : int
            How many coordinates are numbers. Columns without a range in the release are left
            out: all released records are equally far in them.
        """
        columns: list[tuple[Floats, ...]] = []
        numeric = 0
        for name in sorted(names, key=lambda name: name in self.nominal):
            released = self.released[name]
            three = self.original[name][targets], released, self.holdout[name][controls]
            if name in self.nominal:
                columns.append(three)
                continue
            present = released[~np.isnan(released)]
            if present.size and present.min() < present.max():
                ends = float(present.min()), float(present.max())
                columns.append(tuple(unit_values(values, *ends) for values in three))
                numeric += 1
        sizes = (targets.size, self.sizes[1], controls.size)
        sides = [
            np.column_stack([three[side] for three in columns]) if columns else np.empty((n, 0))
            for side, n in enumerate(sizes)
        ]
        return sides[0], sides[1], sides[2], numeric


def unit_values(values: Floats, lower: float, upper: float) -> Floats:
    """Map the range to [0, 1]; what is farther than a million ranges away is put there.

    Examples
    --------
    >>> unit_values(np.array([-1e308, 5.0, np.nan]), 0.0, 10.0)
    array([-1.e+06,  5.e-01,     nan])
    """
    power = -int(exponents(np.array([lower, upper])))
    with np.errstate(over="ignore"):
        halves, low, high = (np.ldexp(part, power) / 2 for part in (values, lower, upper))
        scaled = (halves - low) / (high - low)
    return np.clip(scaled, -_FARTHEST, _FARTHEST)


def drawn_rows(settings: AttackSettings, rows: Rows, purpose: str, count: int) -> Rows:
    """Draw `count` of some rows without replacement, all if there are no more; in order."""
    if rows.size <= count:
        return rows
    words = settings.key.words(rows.astype(np.uint64), purpose)
    drawn: Rows = np.sort(rows[np.argpartition(words, count - 1)[:count]])
    return drawn


def _of_kind(kind: Any, table: Table, names: Iterable[str]) -> frozenset[str]:
    return frozenset(name for name in names if isinstance(table.schema[name].kind, kind))


def _cells(tables: tuple[Table, ...], name: str, mark: str) -> tuple[Floats, ...]:
    """Return the column of each table, categories under common numbers, marks as missing."""
    books = [labels_of(table.schema[name].kind) for table in tables]
    columns = tuple(table.values(name) for table in tables)
    if isinstance(tables[0].schema[name].kind, Ordinal) and books[0] != books[2]:
        raise TableError(f"holdout must have the levels of original in {name!r}, got others")
    codes = {label: float(code) for code, label in enumerate(dict.fromkeys(sum(books, ())))}
    if not codes:
        return columns
    codes[mark] = np.nan
    sides = zip(columns, books, strict=True)
    return tuple(_translated(column, book, codes) for column, book in sides)


def _translated(column: Floats, book: tuple[str, ...], codes: Mapping[str, float]) -> Floats:
    translation = np.array([*(codes[label] for label in book), np.nan])
    found: Floats = translation[np.where(np.isnan(column), -1, column).astype(np.int64)]
    return found
