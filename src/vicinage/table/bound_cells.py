"""Private cells bound to a schema, and what can be read of them."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from vicinage.errors import TableError
from vicinage.schema import Role, Schema, Text
from vicinage.table.cells import is_missing, plain_cells, stored_cells, text_bytes, texts_of
from vicinage.table.cells_to_numbers import Parsed, parse, value_bounds
from vicinage.table.frames import Frame
from vicinage.table.numbers_to_cells import number_range
from vicinage.table.validation import Examination

__all__ = ["BoundCells"]

Rows = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class BoundCells:
    """The reading part of :class:`~vicinage.table.Table`, which makes and writes them too."""

    schema: Schema
    """What the table obeys; bounds and categories it leaves open are filled in as observed."""
    declared: Schema | None
    """The schema exactly as the steward gave it; None when it was observed in the data."""
    _frame: Frame
    _given: Schema  # without observed bounds: values are taken at declared bounds only
    _examination: Examination

    @property
    def names(self) -> tuple[str, ...]:
        """The column names, in order."""
        return self._frame.names

    @property
    def frame(self) -> Frame:
        """The frame that holds the cells; private."""
        return self._frame

    @property
    def n_rows(self) -> int:
        """The number of rows; public."""
        return self._frame.n_rows

    @property
    def labelled_rows(self) -> bool:
        """Whether rows carry labels besides their place, which are released unchanged.

        So in a pandas frame whose index is not 0, 1, 2 and so on: after rows were filtered out,
        or because the labels are numbers of people.
        """
        return self._frame.labelled_rows

    @property
    def numbered(self) -> tuple[str, ...]:
        """The integer columns without a role that look like the numbers of people.

        At least 20 values, all different, from a range more than ten times as wide as they are
        many. Which columns these are is found in the data.
        """
        return tuple(name for name in self._examination.numbered if name in self._given)

    def __repr__(self) -> str:
        return f"Table(n_rows={self.n_rows}, names={self.names})"

    def cells(self, name: str) -> Any:
        """Return a column as it came, in an Arrow array without dictionary or chunks."""
        return plain_cells(self._frame, self._given[name].name)

    def values(self, name: str) -> Floats:
        """Return a column as numbers, computed anew at each call.

        Returns
        -------
        ndarray of float64 of shape (n_rows,)
            Numbers as they are; days since 1970-01-01, with a fraction for the time of day; ranks
            from 0; positions in the schema's categories. NaN where the cell is missing.

        Raises
        ------
        TableError
            If the column is text.
        """
        return self._parsed(name).values

    def clamped(self, name: str) -> Floats:
        """Return :meth:`values`, with what is outside the declared bounds at the bound."""
        return self._parsed(name).clamped

    def bounds(self, name: str) -> tuple[float, float]:
        """Return the smallest and largest possible value, in the unit of :meth:`values`.

        Declared bounds where there are some, else the observed ones, which are private; (0, L-1)
        for L levels or categories; (nan, nan) for a numeric column without any value.
        """
        kind = self._given[name].kind
        if isinstance(kind, Text):
            raise _text_refused(name)
        observed = self._examination.ranges.get(name, (math.nan, math.nan))
        return value_bounds(kind, self.cells(name).type, observed)

    def number_range(self, name: str) -> tuple[float, float]:
        """Return the smallest and largest number that :meth:`replace` can put into a cell."""
        return number_range(self.cells(name).type)

    def outside_bounds(self, name: str) -> int:
        """Return how many values are outside the declared bounds."""
        return self._examination.outside[self._given[name].name]

    def labels(self, name: str) -> list[str | None]:
        """Return the cells as texts; None where missing."""
        cells, missing = self._cells_and_missing(name)
        labels: list[str | None] = pc.if_else(pa.array(missing), None, texts_of(cells)).to_pylist()
        return labels

    def codes(self, name: str) -> Rows:
        """Return a number from 0 for each cell, the same for equal cells; -1 where missing."""
        cells, missing = self._cells_and_missing(name)
        codes: Rows = cells.dictionary_encode("encode").indices.to_numpy().astype(np.int64)
        codes[missing] = -1
        return codes

    def not_applicable(self, name: str) -> npt.NDArray[np.bool_]:
        """Say which cells hold a code for "does not apply"; they have no value, as missing ones."""
        codes = self._given[name].not_applicable
        if not codes:
            return np.zeros(self.n_rows, np.bool_)
        cells, missing = self._cells_and_missing(name)
        return is_missing(cells, codes) & ~missing

    def some_not_applicable(self, name: str) -> bool:
        """Say whether some cell does not apply, in the whole table if this is a part of it."""
        return self._examination.not_applicable.get(name, 0) > 0

    def key_bytes(self) -> tuple[npt.NDArray[np.uint8], Rows] | None:
        """Return the UTF-8 bytes of the key cells, one after the other, and where each starts.

        Returns
        -------
        data : ndarray of uint8
        offsets : ndarray of int64 of shape (n_rows + 1,)
            Or None for both, when no column is the key.
        """
        keys = self._given.with_role(Role.KEY)
        if not keys:
            return None
        return text_bytes(self.cells(keys[0]))

    def _parsed(self, name: str) -> Parsed:
        column = self._given[name]
        if isinstance(column.kind, Text):
            raise _text_refused(name)
        return parse(stored_cells(self._frame, name), column, self._given.file.decimal)

    def _cells_and_missing(self, name: str) -> tuple[Any, npt.NDArray[np.bool_]]:
        cells = self.cells(name)
        return cells, is_missing(cells, self._given[name].missing)


def _text_refused(name: str) -> TableError:
    return TableError(
        f"column {name!r} must not be text to be used in computation; leave it out, or declare "
        "another kind"
    )
