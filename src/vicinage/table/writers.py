"""Tables into files: whole or not at all."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

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

__all__ = ["check_writable", "write_frame"]


def check_writable(path: Path | str) -> None:
    """Refuse an output path before any work is done for it.

    Raises
    ------
    OutputError
        If the suffix is unknown, the folder does not exist, the path is a folder, or no file can
        be created there.
    """
    target = Path(path)
    if FileKind.of(target) is None:
        raise OutputError(f"path must end in one of {FileKind.suffixes()}, got {target}")
    if not target.parent.is_dir():
        raise OutputError(f"path must be in a folder that exists, got {target}; make it first")
    trial = _beside(target)
    try:
        if target.exists() and not target.is_file():
            raise OutputError(f"path must be a file, got {target}, which is none; name another")
        trial.touch(exist_ok=False)
        trial.unlink()
    except OSError as error:
        raise _unwritable(target, error) from None


def write_frame(frame: Frame, dialect: Dialect | None, path: Path | str) -> None:
    """Write a frame; an interrupted write leaves what was there before."""
    check_writable(path)
    target = Path(path)
    kind = FileKind.of(target)
    with _replacing(target) as stream:
        if kind is FileKind.CSV:
            tab = "\t" if target.suffix.lower() == ".tsv" else ","
            write_csv(_as_texts(frame), dialect or Dialect(delimiter=tab), stream)
        elif kind is FileKind.PARQUET:
            pa.parquet.write_table(frame.arrow(), stream)
        else:
            pa.feather.write_feather(frame.arrow(), stream)


@contextmanager
def _replacing(target: Path) -> Iterator[IO[bytes]]:
    """Open a file beside the target, which takes its place when the block ends without error."""
    target = target.resolve()  # of a link, what it points to is replaced
    part = _beside(target)
    try:
        with part.open("xb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        part.replace(target)
    except OSError as error:
        raise _unwritable(target, error) from None
    finally:
        part.unlink(missing_ok=True)


def _beside(target: Path) -> Path:
    return target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")


def _unwritable(target: Path, error: OSError) -> OutputError:
    return OutputError(f"path must be a place to write to, got {target}: {error.strerror}")


def _as_texts(frame: Frame) -> Any:
    columns = {}
    for name in frame.names:
        cells = plain_cells(frame, name)
        texts = texts_of(cells)
        absent = is_missing(cells, ())
        columns[name] = pc.if_else(pa.array(absent), "", texts) if np.any(absent) else texts
    return pa.table(columns)
