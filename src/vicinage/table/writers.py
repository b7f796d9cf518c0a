"""Tables into files and databases: whole or not at all."""

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.feather
import pyarrow.parquet

from vicinage.errors import OutputError
from vicinage.table.cells import is_missing, plain_cells, texts_of
from vicinage.table.csv_writer import write_csv
from vicinage.table.databases import DatabaseTable, PlaceLike, writing
from vicinage.table.databases.storable import storable
from vicinage.table.dialect import Dialect
from vicinage.table.file_kind import FileKind
from vicinage.table.frames import Frame
from vicinage.table.statistical.file_labels import FileLabels
from vicinage.table.statistical.writer import write_statistical
from vicinage.table.verbatim_frame import VerbatimFrame
from vicinage.table.whole_file import replacing, replacing_path

__all__ = ["as_texts", "check_suffix", "write_frame"]


def check_suffix(path: Path | str, name: str = "path") -> FileKind:
    """Return the kind of file that a table would be written to, or refuse the suffix.

    Parameters
    ----------
    path : Path or str
    name : str
        What messages call it.

    Raises
    ------
    OutputError
        If the suffix is unknown, or of a kind that is read only.
    """
    kind = FileKind.of(Path(path))
    if kind in (FileKind.EXCEL, FileKind.SAS):
        other = ".csv or .parquet" if kind is FileKind.EXCEL else ".xpt"
        raise OutputError(
            f"{name} must be of a kind that is written, got {path}; {kind} files are read only, "
            f"write to {other}, which the program reads too"
        )
    if kind is None:
        suffixes = FileKind.suffixes(written=True)
        raise OutputError(f"{name} must end in one of {suffixes}, got {path}")
    return kind


def write_frame(
    frame: Frame,
    place: PlaceLike,
    *,
    dialect: Dialect | None = None,
    labels: FileLabels | None = None,
    replace: bool = False,
) -> None:
    """Write a frame; an interrupted write leaves what was there before.

    Parameters
    ----------
    frame : Frame
    place : Path, str or DatabaseTable
    dialect : Dialect or None
        How a text file is written.
    labels : FileLabels or None
        What goes with the columns into a file of SPSS, Stata or SAS.
    replace : bool
        Whether a table of a database that is there may be dropped. Files always are.
    """
    if isinstance(place, DatabaseTable):
        cells = storable(frame.arrow())
        with writing(place, cells.schema, replace=replace) as write:
            write(cells)
        return
    kind = check_suffix(place)
    if kind.is_statistical:
        with replacing_path(place) as part:
            write_statistical(frame.arrow(), labels or FileLabels(), part, kind)
        return
    with replacing(place) as stream:
        if kind is FileKind.CSV:
            tab = "\t" if Path(place).suffix.lower() == ".tsv" else ","
            write_csv(as_texts(frame), dialect or Dialect(delimiter=tab), stream)
        elif kind is FileKind.PARQUET:
            pa.parquet.write_table(frame.arrow(), stream)
        else:
            pa.feather.write_feather(frame.arrow(), stream)


def as_texts(frame: Frame) -> Any:
    """Return the cells as a text file shows them; a missing one is empty."""
    if isinstance(frame, VerbatimFrame):
        return frame.tokens.arrow()
    columns = {}
    for name in frame.names:
        cells = plain_cells(frame, name)
        texts = texts_of(cells)
        absent = is_missing(cells, ())
        columns[name] = pc.if_else(pa.array(absent), "", texts) if np.any(absent) else texts
    return pa.table(columns)
