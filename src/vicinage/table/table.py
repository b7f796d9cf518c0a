"""A private table bound to its schema."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from vicinage.schema import Column, Date, FileFormat, Schema, Treatment
from vicinage.table.bound_cells import BoundCells
from vicinage.table.databases import DatabaseTable, place_of
from vicinage.table.dialect import Dialect
from vicinage.table.edits import gathered, with_dates, with_labels, with_numbers
from vicinage.table.frames import Frame
from vicinage.table.loading import Loaded, load, load_files, load_frame
from vicinage.table.missing_cells import spell_missing
from vicinage.table.open_ends import fill_bounds, fill_categories, public_labels
from vicinage.table.statistical.file_labels import FileLabels
from vicinage.table.validation import examine, examine_again, refuse_faulty
from vicinage.table.writers import write_frame

__all__ = ["Table"]

Rows = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Table(BoundCells):
    """Private cells, kept exactly as they came, and the schema that they obey.

    Made by :meth:`of`, :meth:`from_frame` or :meth:`read`; never changed afterwards. What is
    computed from cells (`values`, `codes`, `bounds`) is private too, except for declared bounds.

    Examples
    --------
    >>> import pyarrow as pa
    >>> table = Table.from_frame(pa.table({"age": [34, 71, None], "sex": ["F", "M", "F"]}))
    >>> table
    Table(n_rows=3, names=('age', 'sex'))
    >>> table.values("age")
    array([34., 71., nan])
    >>> table.values("sex")
    array([0., 1., 0.])
    >>> table.bounds("age")
    (34.0, 71.0)
    """

    _dialect: Dialect | None = None
    _labels: FileLabels | None = None
    row_order: str | None = None
    """What decides the order of rows, where a database gave them; public."""

    @classmethod
    def from_frame(
        cls, frame: Any, schema: Schema | None = None, *, key: str | None = None
    ) -> Self:
        """Bind a frame to a schema.

        Parameters
        ----------
        frame : frame of pandas or polars (eager or lazy), pyarrow Table or RecordBatchReader
            It is never changed.
        schema : Schema or None
            None: kinds, ranges and levels are observed in the frame.
        key : str or None
            The column that tells records apart; it takes the role "key".

        Raises
        ------
        TableError
            If the frame breaks the schema, holds something that is no single value, or has a
            column of text without a role. Every column at fault is named.
        ParameterError
            If `key` is not a column.

        Notes
        -----
        Checking reads each column once and holds one at a time: about 20 bytes a row.
        """
        return cls._bind(load_frame(frame, schema, key=key))

    @classmethod
    def read(
        cls,
        paths: Path | str | DatabaseTable | Sequence[Path | str | DatabaseTable],
        schema: Schema | None = None,
        *,
        key: str | None = None,
        file_format: FileFormat | None = None,
    ) -> Self:
        """Read files, or tables of databases, and bind them to a schema.

        Parameters
        ----------
        paths : Path, str, DatabaseTable, or sequence of them
            Several files of one layout are one table, in the order given. Suffixes: .csv, .tsv
            and .txt for texts with delimiters; .parquet; .feather and .arrow; .sav, .zsav, .dta,
            .sas7bdat and .xpt of statistics programs; .xlsx, perhaps with ``#SHEET`` behind it.
            A text with ``://`` in it is the address of a table in a database: see
            :meth:`DatabaseTable.at`.
        schema : Schema or None
            None: it is observed in the table.
        key : str or None
            The column that tells records apart.
        file_format : FileFormat or None
            How text files are written. None: as the schema says, else in UTF-8. A delimiter that
            is not declared is found in the file, and without a schema a decimal comma too.

        Raises
        ------
        TableError, ParameterError
            As :meth:`from_frame`, and if a file cannot be read.
        """
        return cls._bind(load_files(paths, schema, key=key, file_format=file_format))

    @classmethod
    def of(
        cls,
        source: Any,
        schema: Schema | None = None,
        *,
        key: str | None = None,
        file_format: FileFormat | None = None,
        may_lack: Collection[str] = (),
    ) -> Self:
        """Read files or bind a frame, whichever `source` is.

        Parameters
        ----------
        source : Path, str, DatabaseTable, list or tuple of them, or frame
            What :meth:`read` or :meth:`from_frame` takes.
        schema, key, file_format
            As in :meth:`read`.
        may_lack : collection of str
            Columns of the schema that need not be in the table.

        Raises
        ------
        TableError, ParameterError
            As :meth:`read` and :meth:`from_frame`.
        """
        return cls._bind(load(source, schema, key=key, file_format=file_format, may_lack=may_lack))

    @classmethod
    def _bind(cls, loaded: Loaded) -> Self:
        frame, given = loaded.frame, loaded.schema
        examination = examine(frame, given)
        refuse_faulty(examination.findings)
        given = fill_categories(given, examination.categories).in_order(frame.names)
        schema = fill_bounds(given, examination.ranges)
        return cls(
            schema,
            loaded.declared,
            frame,
            given,
            examination,
            loaded.dialect,
            loaded.labels,
            loaded.row_order,
        )

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

    def native(self) -> Any:
        """Return the kind of frame that came in, or a pyarrow Table of texts for a CSV file.

        Order, names and types of the columns and the integer index of pandas stay. Nothing else
        of the original does: no metadata, no memory that holds other cells, and no category that
        no cell holds, unless a public schema declares it. A pandas Categorical keeps the order of
        its categories; the labels of an Arrow dictionary are sorted, since they usually stand in
        the order in which they first occur. Ordered types keep all their levels.
        """
        return self._released_frame().native()

    def write(self, place: Path | str | DatabaseTable, *, replace: bool = False) -> None:
        """Write the table, whole or not at all, to a file or into a database.

        A file is of the kind that its suffix says.

        A table read from CSV is written to CSV in the dialect of its file: delimiter, encoding
        and byte order mark, line ends, and which columns are in quotes. One that was read from a
        file of SPSS, Stata or SAS keeps its labels, user-missing codes and formats there.

        Parameters
        ----------
        place : Path, str or DatabaseTable
        replace : bool
            Whether a table of a database that is there may be dropped. A file always is.

        Raises
        ------
        OutputError
            If the suffix is unknown or `place` cannot be written; before long work, ask
            :func:`vicinage.table.check_suffix` and :func:`vicinage.table.check_place`, or
            :func:`vicinage.table.databases.check_target`.
        """
        write_frame(
            self._released_frame(),
            place_of(place),
            dialect=self._dialect,
            labels=self._labels,
            replace=replace,
        )

    def _released_frame(self) -> Frame:
        return self._frame.only_cells(public_labels(self.declared, self.names))

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
