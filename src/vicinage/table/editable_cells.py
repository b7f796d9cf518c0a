"""Private cells bound to a schema, and how they are replaced by others."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

import numpy as np
import numpy.typing as npt

from vicinage.schema import Column, Date, Treatment
from vicinage.table.bound_cells import BoundCells
from vicinage.table.dialect import Dialect
from vicinage.table.edits import gathered, with_dates, with_labels, with_numbers
from vicinage.table.frames import Frame
from vicinage.table.missing_cells import spell_missing
from vicinage.table.open_ends import fill_bounds, fill_categories
from vicinage.table.validation import examine_again, refuse_faulty

__all__ = ["EditableCells"]

Rows = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class EditableCells(BoundCells):
    """The changing part of :class:`~vicinage.table.Table`: each method returns a new table."""

    _dialect: Dialect | None = None  # of the text file that the cells were read from

    def gather(self, donors: Mapping[str, Rows]) -> Self:
        """Replace cells by cells of other rows, exactly as they are.

        Parameters
        ----------
        donors : mapping of column name to ndarray of int64 of shape (n_rows,)
            Cell i becomes the cell of row ``donors[name][i]``; -1 makes it missing.

        Raises
        ------
        TableError
            If a cell shall be missing in a column whose type cannot hold that.
        """
        columns = [self._given[name] for name in donors]
        return self._with_cells(gathered(self._frame, donors), columns)

    def replace(
        self,
        numbers: Mapping[str, Floats],
        *,
        rows: npt.NDArray[np.bool_] | None = None,
        keep_integers: bool = True,
    ) -> Self:
        """Replace cells by computed numbers, in the column's own type.

        Parameters
        ----------
        numbers : mapping of column name to ndarray of float64 of shape (n_rows,)
            NaN makes a cell missing, or leaves it so.
        rows : ndarray of bool of shape (n_rows,), optional
            Which cells are replaced; the others stay exactly as they are. By default all are.
        keep_integers : bool
            Whether integers are rounded, half to even. If not, such a column becomes one of
            floats.

        Raises
        ------
        TableError
            If a column is not numeric, or its type cannot hold a number or a missing cell.
        """
        columns = [self._given[name] for name in numbers]
        frame = with_numbers(
            self._frame,
            columns,
            numbers,
            rows,
            decimal=self._given.file.decimal,
            keep_integers=keep_integers,
        )
        return self._with_cells(frame, columns)

    def relabel(self, column: Column, positions: Rows, labels: Sequence[str]) -> Self:
        """Replace cells by labels, as texts, and bind them to what the column is now.

        Parameters
        ----------
        column : Column
            What the column is afterwards.
        positions : ndarray of int64 of shape (n_rows,)
            Cell i becomes ``labels[positions[i]]``; with -1 its text stays as it is.
        labels : sequence of str

        Raises
        ------
        TableError
            If the cells do not obey the column.
        """
        return self._rebound(with_labels(self._frame, column.name, positions, labels), column)

    def redate(self, column: Column, days: Floats) -> Self:
        """Replace cells by dates, in the column's own type, and bind them to what it is now.

        Parameters
        ----------
        column : Column
            What the column is afterwards.
        days : ndarray of float64 of shape (n_rows,)
            Whole days since 1970-01-01; with NaN a cell stays as it is.

        Raises
        ------
        TableError
            If the cells do not obey the column.
        """
        form = column.kind.format if isinstance(column.kind, Date) else ""
        return self._rebound(with_dates(self._frame, column.name, days, form), column)

    def rebind(self, column: Column) -> Self:
        """Bind the cells of a column to another description of it.

        Raises
        ------
        TableError
            If the cells do not obey it.
        """
        return self._rebound(self._frame, column)

    def with_treatment(self, treatment: Treatment) -> Self:
        """Return the same cells, with other steps and rules in the schema."""
        declared = None if self.declared is None else self.declared.with_treatment(treatment)
        return replace(
            self,
            schema=self.schema.with_treatment(treatment),
            declared=declared,
            _given=self._given.with_treatment(treatment),
        )

    def drop(self, names: Iterable[str]) -> Self:
        """Leave columns out."""
        gone = tuple(names)
        return replace(
            self,
            schema=self.schema.drop(gone),
            _given=self._given.drop(gone),
            _frame=self._frame.drop(gone),
        )

    def _rebound(self, frame: Frame, column: Column) -> Self:
        decimal = self._given.file.decimal
        examination = examine_again(frame, column, decimal, self._examination)
        refuse_faulty(examination.findings)
        given = fill_categories(self._given.replace(column), examination.categories)
        declared = self.declared
        return replace(
            self,
            schema=fill_bounds(given, examination.ranges),
            declared=None if declared is None else declared.replace(column),
            _frame=frame,
            _given=given,
            _examination=examination,
        )

    def _with_cells(self, frame: Frame, columns: Sequence[Column]) -> Self:
        if self._dialect is not None:
            frame = spell_missing(frame, columns)
        return replace(self, _frame=frame)
