"""Protected tables into files, part by part, and yet whole or not at all."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import IO, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet

from vicinage.errors import OutputError
from vicinage.table.arrow_frame import ArrowFrame
from vicinage.table.csv_writer import CsvLines
from vicinage.table.dialect import Dialect
from vicinage.table.file_kind import FileKind
from vicinage.table.frames import Frame
from vicinage.table.missing_cells import spell_missing
from vicinage.table.only_cells import only_cells
from vicinage.table.open_ends import public_labels
from vicinage.table.survey import Survey
from vicinage.table.whole_file import replacing
from vicinage.table.writers import as_texts, check_suffix

__all__ = ["check_part_suffix", "dictionaries", "writing_chunks"]

_BATCH_ROWS = 2**16

Append = Callable[[Any], None]
Labels = Mapping[str, Sequence[str]]


def check_part_suffix(path: Path | str) -> FileKind:
    """Return the kind of file that parts would be written to, or refuse another suffix.

    Raises
    ------
    OutputError
        If it is none of CSV, Parquet and Arrow.
    """
    kind = check_suffix(path)
    if kind not in (FileKind.CSV, FileKind.PARQUET, FileKind.ARROW):
        raise OutputError(
            f"path must be a CSV, Parquet or Arrow file to be written in parts, got {path}"
        )
    return kind


def dictionaries(survey: Survey, names: Sequence[str]) -> tuple[str, ...]:
    """Return which of the columns are dictionaries in the files that were read."""
    stored = survey.chunks.stored
    return tuple(name for name in names if pa.types.is_dictionary(stored.field(name).type))


@contextmanager
def writing_chunks(
    path: Path | str, survey: Survey, names: Sequence[str], labels: Labels
) -> Iterator[Append]:
    """Write rows as they are handed over; the file appears when the block ends without error.

    The rows are written as :meth:`vicinage.table.Table.write` would write all of them.

    Parameters
    ----------
    path : Path or str
        Its suffix says which kind of file it is: CSV, Parquet or Arrow.
    survey : Survey
        Of the table that was read: its types and its dialect are kept.
    names : sequence of str
        The columns that are written, in order.
    labels : mapping of str to sequence of str
        For each of the :func:`dictionaries`, all labels that occur in the rows.

    Yields
    ------
    callable
        Takes some rows, a pyarrow Table of the columns `names` without dictionaries.

    Raises
    ------
    OutputError
        If the file cannot be written.
    """
    levels = {name: _levels(survey, name, labels[name]) for name in dictionaries(survey, names)}
    fields = [survey.chunks.stored.field(name) for name in names]
    kept = {name: each.to_pylist() for name, each in levels.items()}

    def released(rows: Any) -> ArrowFrame:
        frame: Frame = ArrowFrame(rows)
        if survey.chunks.dialect is not None:
            frame = spell_missing(frame, [survey.given[name] for name in names])
        columns = [_encoded(frame.cells(field.name), field, levels) for field in fields]
        typed = [field.with_type(cells.type) for field, cells in zip(fields, columns, strict=True)]
        schema = pa.schema(typed, metadata=survey.chunks.stored.metadata)
        return ArrowFrame(pa.Table.from_arrays(columns, schema=schema)).only_cells(kept)

    kind = check_part_suffix(path)
    tab = "\t" if Path(path).suffix.lower() == ".tsv" else ","
    dialect = survey.chunks.dialect or Dialect(delimiter=tab)
    with replacing(path) as stream, _writer(kind, names, dialect, stream) as append:
        yield lambda rows: append(released(rows))


def _levels(survey: Survey, name: str, occurring: Sequence[str]) -> Any:
    kind = survey.chunks.stored.field(name).type
    cells = pa.array(occurring, kind.value_type).dictionary_encode()
    declared = public_labels(survey.declared, [name]).get(name)
    return only_cells(cells, declared).dictionary


def _encoded(cells: Any, field: Any, levels: Mapping[str, Any]) -> Any:
    if field.name not in levels:
        return cells
    known = levels[field.name]
    indices = pc.index_in(cells, value_set=known).combine_chunks()
    if len(known) <= np.iinfo(field.type.index_type.to_pandas_dtype()).max:
        indices = indices.cast(field.type.index_type)
    return pa.DictionaryArray.from_arrays(indices, known)


def _writer(
    kind: FileKind, names: Sequence[str], dialect: Dialect, stream: IO[bytes]
) -> AbstractContextManager[Append]:
    if kind is FileKind.CSV:
        return _csv(names, dialect, stream)
    if kind is FileKind.PARQUET:
        return _typed(lambda schema: pa.parquet.ParquetWriter(stream, schema))
    options = pa.ipc.IpcWriteOptions(compression="lz4")
    return _typed(
        lambda schema: pa.ipc.new_file(stream, schema, options=options), max_chunksize=_BATCH_ROWS
    )


@contextmanager
def _csv(names: Sequence[str], dialect: Dialect, stream: IO[bytes]) -> Iterator[Append]:
    lines = CsvLines(names, dialect, stream)
    yield lambda frame: lines.append(as_texts(frame))
    lines.finish()


@contextmanager
def _typed(opened: Callable[[Any], Any], **options: Any) -> Iterator[Append]:
    writer: Any = None

    def append(frame: Any) -> None:
        nonlocal writer
        table = frame.arrow()
        writer = writer or opened(table.schema)
        writer.write_table(table, **options)

    try:
        yield append
    finally:
        if writer is not None:
            writer.close()
