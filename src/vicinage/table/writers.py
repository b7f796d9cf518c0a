"""Tables into files: whole or not at all."""

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
from vicinage.table.dialect import Dialect
from vicinage.table.file_kind import FileKind
from vicinage.table.frames import Frame
from vicinage.table.verbatim_frame import VerbatimFrame
from vicinage.table.whole_file import replacing

__all__ = ["check_suffix", "write_frame"]


def check_suffix(path: Path | str, name: str = "path") -> FileKind:
    """Return the kind of file that a table would be written to, or refuse an unknown suffix.

    Parameters
    ----------
    path : Path or str
    name : str
        What messages call it.

    Raises
    ------
    OutputError
        If the suffix is unknown.
    """
    kind = FileKind.of(Path(path))
    if kind is None:
        raise OutputError(f"{name} must end in one of {FileKind.suffixes()}, got {path}")
    return kind


def write_frame(frame: Frame, dialect: Dialect | None, path: Path | str) -> None:
    """Write a frame; an interrupted write leaves what was there before."""
    kind = check_suffix(path)
    with replacing(path) as stream:
        if kind is FileKind.CSV:
            tab = "\t" if Path(path).suffix.lower() == ".tsv" else ","
            write_csv(_as_texts(frame), dialect or Dialect(delimiter=tab), stream)
        elif kind is FileKind.PARQUET:
            pa.parquet.write_table(frame.arrow(), stream)
        else:
            pa.feather.write_feather(frame.arrow(), stream)


def _as_texts(frame: Frame) -> Any:
    if isinstance(frame, VerbatimFrame):
        return frame.tokens.arrow()
    columns = {}
    for name in frame.names:
        cells = plain_cells(frame, name)
        texts = texts_of(cells)
        absent = is_missing(cells, ())
        columns[name] = pc.if_else(pa.array(absent), "", texts) if np.any(absent) else texts
    return pa.table(columns)
