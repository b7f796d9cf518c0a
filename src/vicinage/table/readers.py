"""Files of tables, told apart by their suffix, and tables of databases."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet

from vicinage.errors import TableError
from vicinage.schema import FileFormat
from vicinage.table.content import Content
from vicinage.table.csv_reader import read_csv
from vicinage.table.databases import DatabaseTable, Place, reading
from vicinage.table.excel_reader import read_excel
from vicinage.table.file_kind import FileKind
from vicinage.table.statistical.reader import read_statistical

__all__ = ["read_places"]


def read_places(places: Sequence[Place], file: FileFormat, names: Collection[str] = ()) -> Content:
    """Read files or tables of one layout as one table, in the order given.

    Parameters
    ----------
    places : sequence of Path or DatabaseTable
    file : FileFormat
    names : collection of str
        The columns that a schema names, by which an undeclared delimiter is found.

    Returns
    -------
    Content
        Its dialect and labels are those of the first.

    Raises
    ------
    TableError
        If one cannot be read, or its columns differ from those of the first.
    """
    if not places:
        raise TableError("paths must name at least one file, got none")
    found = [_read_place(place, file, names) for place in places]
    dialects = [content.dialect for content in found if content.dialect is not None]
    if len({(one.quoted, one.bare, one.verbatim_header is None) for one in dialects}) > 1:
        # Cells that are quoted by different rules can stand together only with their quotes on.
        found = [
            _as_content(path, file, names, verbatim=True)
            for path in places
            if isinstance(path, Path)
        ]
    for place, content in zip(places, found, strict=True):
        if content.table.schema != found[0].table.schema:
            raise TableError(
                f"{place} must have the columns and types of {places[0]}, got others; "
                "several files are one table only when their layout is the same"
            )
    tables = [content.table for content in found]
    pa.default_memory_pool().release_unused()  # what decoding took would stay as large as a table
    return replace(found[0], table=pa.concat_tables(tables) if len(tables) > 1 else tables[0])


def _read_place(place: Place, file: FileFormat, names: Collection[str]) -> Content:
    if isinstance(place, DatabaseTable):
        with reading(place) as rows:
            return Content(table=rows.reader.read_all(), row_order=rows.order)
    kind = FileKind.of(place)
    if kind is None:
        raise TableError(
            f"path must end in one of {FileKind.suffixes()}, got {place}; "
            "write that of a table in a database as sqlite:///FILE#TABLE"
        )
    try:
        if kind is FileKind.CSV:
            return _as_content(place, file, names)
        if kind is FileKind.EXCEL:
            return read_excel(place)
        if kind.is_statistical:
            return read_statistical(place, kind, file.encoding)
        if kind is FileKind.PARQUET:
            return Content(table=pa.parquet.read_table(place, partitioning=None))
        return Content(table=pa.feather.read_table(place))
    except OSError as error:
        reason = error.strerror or "it is damaged"
        raise TableError(f"path must be a file that can be read, got {place}: {reason}") from None
    except pa.ArrowException:
        raise TableError(f"{place} must be a {kind} file, got something else") from None


def _as_content(
    path: Path, file: FileFormat, names: Collection[str], *, verbatim: bool = False
) -> Content:
    table, dialect = read_csv(path, file, names=names, verbatim=verbatim)
    return Content(table=table, dialect=dialect)
