"""Files of tables, told apart by their suffix."""

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet

from vicinage.errors import TableError
from vicinage.schema import FileFormat
from vicinage.table.csv_reader import read_csv
from vicinage.table.dialect import Dialect
from vicinage.table.file_kind import FileKind

__all__ = ["read_files"]


def read_files(
    paths: Sequence[Path], file: FileFormat, names: Collection[str] = ()
) -> tuple[Any, Dialect | None]:
    """Read files of one layout as one pyarrow Table, in the order given.

    Parameters
    ----------
    paths : sequence of Path
    file : FileFormat
    names : collection of str
        The columns that a schema names, by which an undeclared delimiter is found.

    Returns
    -------
    table : pyarrow.Table
    dialect : Dialect or None
        How the first file is written; None when the files are typed.

    Raises
    ------
    TableError
        If a file cannot be read, or its columns differ from those of the first.
    """
    if not paths:
        raise TableError("paths must name at least one file, got none")
    tables, dialects = zip(*(_read_file(path, file, names) for path in paths), strict=True)
    found = [dialect for dialect in dialects if dialect is not None]
    if len({(one.quoted, one.bare, one.verbatim_header is None) for one in found}) > 1:
        # Cells that are quoted by different rules can stand together only with their quotes on.
        read = (read_csv(path, file, names=names, verbatim=True) for path in paths)
        tables, dialects = zip(*read, strict=True)
    for path, table in zip(paths, tables, strict=True):
        if table.schema != tables[0].schema:
            raise TableError(
                f"{path} must have the columns and types of {paths[0]}, got others; "
                "several files are one table only when their layout is the same"
            )
    return pa.concat_tables(tables) if len(tables) > 1 else tables[0], dialects[0]


def _read_file(path: Path, file: FileFormat, names: Collection[str]) -> tuple[Any, Dialect | None]:
    kind = FileKind.of(path)
    if kind is None:
        raise TableError(f"path must end in one of {FileKind.suffixes()}, got {path}")
    try:
        if kind is FileKind.CSV:
            return read_csv(path, file, names=names)
        if kind is FileKind.PARQUET:
            return pa.parquet.read_table(path, partitioning=None), None
        return pa.feather.read_table(path), None
    except OSError as error:
        reason = error.strerror or "it is damaged"
        raise TableError(f"path must be a file that can be read, got {path}: {reason}") from None
    except pa.ArrowException:
        raise TableError(f"{path} must be a {kind} file, got something else") from None
