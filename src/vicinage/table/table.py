"""A private table bound to its schema."""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from vicinage.errors import TableError
from vicinage.schema import Column, FileFormat, Role, Schema, Text
from vicinage.table.cells import is_missing, plain_cells, stored_cells, text_bytes, texts_of
from vicinage.table.cells_to_numbers import Parsed, parse, value_bounds
from vicinage.table.dialect import Dialect
from vicinage.table.edits import gathered, with_numbers
from vicinage.table.frames import Frame
from vicinage.table.loading import Loaded, load, load_files, load_frame
from vicinage.table.missing_cells import spell_missing
from vicinage.table.numbers_to_cells import number_range
from vicinage.table.open_ends import fill_bounds, fill_categories, public_labels
from vicinage.table.validation import Examination, examine, refuse_faulty
from vicinage.table.writers import write_frame

__all__ = ["Table"]

Rows = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Table:
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

    schema: Schema
    """What the table obeys; bounds and categories it leaves open are filled in as observed."""
    declared: Schema | None
    """The schema exactly as the steward gave it; None when it was observed in the data."""
    _frame: Frame
    _given: Schema  # without observed bounds: values are taken at declared bounds only
    _examination: Examination
    _dialect: Dialect | None = None

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
        paths: Path | str | Sequence[Path | str],
        schema: Schema | None = None,
        *,
        key: str | None = None,
        file_format: FileFormat | None = None,
    ) -> Self:
        """Read CSV, Parquet or Arrow files and bind them to a schema.

        Parameters
        ----------
        paths : Path, str, or sequence of them
            Several files of one layout are one table, in the order given. Suffixes: .csv, .tsv
            and .txt for texts with delimiters; .parquet; .feather and .arrow.
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
        source : Path, str, list or tuple of them, or frame
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
        return cls(schema, loaded.declared, frame, given, examination, loaded.dialect)

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

    def write(self, path: Path | str) -> None:
        """Write the table, whole or not at all, in the kind of file that the suffix says.

        A table read from CSV is written to CSV in the dialect of its file: delimiter, encoding
        and byte order mark, line ends, and which columns are in quotes.

        Raises
        ------
        OutputError
            If the suffix is unknown or `path` cannot be written; before long work, ask
            :func:`vicinage.table.check_suffix` and :func:`vicinage.table.check_place`.
        """
        write_frame(self._released_frame(), self._dialect, path)

    def _released_frame(self) -> Frame:
        return self._frame.only_cells(public_labels(self.declared, self.names))

    def _parsed(self, name: str) -> Parsed:
        column = self._given[name]
        if isinstance(column.kind, Text):
            raise _text_refused(name)
        return parse(stored_cells(self._frame, name), column, self._given.file.decimal)

    def _cells_and_missing(self, name: str) -> tuple[Any, npt.NDArray[np.bool_]]:
        cells = self.cells(name)
        return cells, is_missing(cells, self._given[name].missing)

    def _with_cells(self, frame: Frame, columns: Sequence[Column]) -> Self:
        if self._dialect is not None:
            frame = spell_missing(frame, columns)
        return replace(self, _frame=frame)


def _text_refused(name: str) -> TableError:
    return TableError(
        f"column {name!r} must not be text to be used in computation; leave it out, or declare "
        "another kind"
    )
