"""A private table bound to its schema."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Self

from vicinage.schema import FileFormat, Schema
from vicinage.table.databases import PlaceLike, place_of
from vicinage.table.editable_cells import EditableCells
from vicinage.table.frames import Frame
from vicinage.table.loading import Loaded, load, load_files, load_frame
from vicinage.table.open_ends import fill_bounds, fill_categories, public_labels
from vicinage.table.statistical.file_labels import FileLabels
from vicinage.table.validation import examine, refuse_faulty
from vicinage.table.writers import write_frame

__all__ = ["Table"]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Table(EditableCells):
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
        paths: PlaceLike | Sequence[PlaceLike],
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
        given = fill_categories(given.in_order(frame.names), examination.categories)
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

    def native(self) -> Any:
        """Return the kind of frame that came in, or a pyarrow Table of texts for a CSV file.

        Order, names and types of the columns and the integer index of pandas stay. Nothing else
        of the original does: no metadata, no memory that holds other cells, and no category that
        no cell holds, unless a public schema declares it. A pandas Categorical keeps the order of
        its categories; the labels of an Arrow dictionary are sorted, since they usually stand in
        the order in which they first occur. Ordered types keep all their levels.
        """
        return self._released_frame().native()

    def write(self, place: PlaceLike, *, replace: bool = False) -> None:
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
