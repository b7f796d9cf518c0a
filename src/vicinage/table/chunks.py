"""Files that are read part by part, with the guarantees of those that are read at once."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet

from vicinage.errors import TableError
from vicinage.schema import FileFormat, Schema
from vicinage.table.cells import is_text
from vicinage.table.csv_chunks import read_csv_chunks
from vicinage.table.csv_dialect import BLOCK_BYTES, check_header, read_head
from vicinage.table.databases import DatabaseTable, Place, PlaceLike, place_of, spooled
from vicinage.table.dialect import Dialect
from vicinage.table.file_kind import FileKind

__all__ = ["Chunks", "check_chunked"]

_CHUNK_BYTES = 2**24


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunks:
    """A table in files of one layout, of which a few megabytes are held at a time.

    Iterating gives the rows in order as pyarrow Tables, anew each time: cells of CSV files as
    texts, exactly as they are written, and others in their own types, without dictionaries.

    Parameters
    ----------
    paths : tuple of Path
    kind : FileKind
    stored : pyarrow.Schema
        Names and types of the columns in the files.
    file : FileFormat
        How text files are written; nothing is left open.
    dialect : Dialect or None
        The same in every detail; None for typed files.
    row_order : str or None
        What decides the order of rows, where a database gave them.
    """

    paths: tuple[Path, ...]
    kind: FileKind
    stored: Any
    file: FileFormat
    dialect: Dialect | None = None
    row_order: str | None = None

    @classmethod
    def open(
        cls, paths: PlaceLike | Sequence[PlaceLike], schema: Schema, *, copies: Path | None = None
    ) -> Self:
        """Look at the beginning of each file.

        Parameters
        ----------
        paths : Path, str, DatabaseTable, or sequence of them
            CSV, Parquet or Arrow files; several of one layout are one table, in the order given.
            Addresses of tables in databases too, with a folder for `copies`.
        schema : Schema
            Says how text files are written.
        copies : Path, optional
            A folder that only the steward can read, into which tables of databases are copied.

        Raises
        ------
        TableError
            If a file cannot be read in parts, or its columns differ from those of the first.
        """
        several = [paths] if isinstance(paths, PlaceLike) else paths
        opened = [
            cls._copied(place, copies / f"copy-{number:04d}.arrow", schema)
            if copies is not None and isinstance(place, DatabaseTable)
            else cls._open(place, schema)
            for number, place in enumerate(map(place_of, several))
        ]
        if not opened:
            raise TableError("paths must name at least one file, got none")
        first = opened[0]
        for one in opened[1:]:
            if one.stored != first.stored or not _alike(one.dialect, first.dialect):
                raise TableError(
                    f"{one.paths[0]} must have the columns and types of {first.paths[0]}, got "
                    "others; several files are one table only when their layout is the same"
                )
        return replace(first, paths=tuple(one.paths[0] for one in opened))

    @classmethod
    def _open(cls, place: Place, schema: Schema) -> Self:
        path, kind = check_chunked(place)
        if kind is FileKind.CSV:
            head = _opened(path, kind, lambda: read_head(path, schema.file, schema.names))
            check_header(path, head.names)
            columns = pa.schema([(name, pa.string()) for name in head.names])
            file = replace(schema.file, delimiter=head.dialect.delimiter)
            return cls(paths=(path,), kind=kind, stored=columns, file=file, dialect=head.dialect)
        found = _opened(path, kind, lambda: _typed_schema(path, kind))
        _check_dictionaries(found)
        return cls(paths=(path,), kind=kind, stored=found, file=schema.file)

    @classmethod
    def _copied(cls, place: DatabaseTable, file: Path, schema: Schema) -> Self:
        order = spooled(place, file)
        return replace(cls._open(file, schema), row_order=order)

    def __iter__(self) -> Iterator[Any]:
        """Yield the rows in order, as pyarrow Tables of at most some megabytes.

        Raises
        ------
        TableError
            If a file is damaged, or a CSV file has quotation marks that follow no rule.
        """
        for path in self.paths:
            yield from self._tables(path)

    @property
    def schema(self) -> Any:
        """Names and types of the columns as they are read, a pyarrow Schema."""
        return pa.schema([field.with_type(_plain(field.type)) for field in self.stored])

    @property
    def n_bytes(self) -> int:
        """The size of all files; what their names and sizes tell is public."""
        return sum(path.stat().st_size for path in self.paths)

    def size(self) -> tuple[int, int]:
        """Return the number of rows and the bytes of a row in memory, by the look of the first.

        The number is exact for typed files, and for text files of less than some megabytes.
        """
        first = next(iter(self))
        row_bytes = max(1, -(-first.nbytes // max(1, first.num_rows)))
        if self.kind is FileKind.PARQUET:
            counts = [pa.parquet.read_metadata(path).num_rows for path in self.paths]
        elif self.kind is FileKind.ARROW:
            counts = [_arrow_rows(path) for path in self.paths]
        else:
            read = min(BLOCK_BYTES, self.paths[0].stat().st_size)
            counts = [-(-self.n_bytes * first.num_rows // read)]
        return sum(counts), row_bytes

    def _tables(self, path: Path) -> Iterator[Any]:
        if self.dialect is not None:
            # Each file has line ends and byte order marks of its own.
            return read_csv_chunks(path, read_head(path, self.file, self.stored.names))
        read = _parquet_batches if self.kind is FileKind.PARQUET else _arrow_batches
        return _checked(path, self.kind, read(path))


def check_chunked(place: Place) -> tuple[Path, FileKind]:
    """Refuse what cannot be read in parts, whatever is in it.

    Raises
    ------
    TableError
        If it is a table in a database, or a file of another kind.
    """
    kind = FileKind.of(place) if isinstance(place, Path) else None
    if not isinstance(place, Path) or kind not in (
        FileKind.CSV,
        FileKind.PARQUET,
        FileKind.ARROW,
    ):
        raise TableError(
            f"path must be a CSV, Parquet or Arrow file to be read in parts, got {place}"
        )
    return place, kind


def _plain(kind: Any) -> Any:
    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    return pa.large_string() if pa.types.is_string_view(kind) else kind


def _without_dictionaries(table: Any) -> Any:
    fields = [field.with_type(_plain(field.type)) for field in table.schema]
    return table.cast(pa.schema(fields))


def _check_dictionaries(schema: Any) -> None:
    for field in schema:
        kind = field.type
        if pa.types.is_dictionary(kind) and (kind.ordered or not is_text(kind.value_type)):
            raise TableError(
                f"column {field.name!r} must be of plain cells or of categories without an order "
                "to be read in parts, got an ordered dictionary, or one of no texts; store its "
                "cells as texts"
            )


def _alike(one: Dialect | None, other: Dialect | None) -> bool:
    if one is None or other is None:
        return one is other
    return (one.quoted, one.bare) == (other.quoted, other.bare)


def _typed_schema(path: Path, kind: FileKind) -> Any:
    if kind is FileKind.PARQUET:
        return pa.parquet.read_schema(path)
    with pa.memory_map(str(path)) as source, pa.ipc.open_file(source) as reader:
        return reader.schema


def _parquet_batches(path: Path) -> Iterator[Any]:
    with pa.parquet.ParquetFile(path, pre_buffer=False) as file:
        stored = sum(
            file.metadata.row_group(group).total_byte_size for group in range(file.num_row_groups)
        )
        rows = max(1, _CHUNK_BYTES * max(1, file.metadata.num_rows) // max(1, stored))
        for batch in file.iter_batches(batch_size=min(rows, 2**20)):
            yield _without_dictionaries(pa.Table.from_batches([batch]))


def _arrow_batches(path: Path) -> Iterator[Any]:
    with pa.memory_map(str(path)) as source, pa.ipc.open_file(source) as reader:
        for number in range(reader.num_record_batches):
            table = pa.Table.from_batches([reader.get_batch(number)])
            step = max(1, _CHUNK_BYTES * max(1, table.num_rows) // max(1, table.nbytes))
            for start in range(0, table.num_rows, step):
                yield _without_dictionaries(table.slice(start, step))


def _arrow_rows(path: Path) -> int:
    with pa.memory_map(str(path)) as source, pa.ipc.open_file(source) as reader:
        batches = range(reader.num_record_batches)
        return sum(reader.get_batch(number).num_rows for number in batches)


def _checked(path: Path, kind: FileKind, tables: Iterator[Any]) -> Iterator[Any]:
    while True:
        table = _opened(path, kind, lambda: next(tables, None))
        if table is None:
            return
        yield table


def _opened(path: Path, kind: FileKind, action: Callable[[], Any]) -> Any:
    try:
        return action()
    except OSError as error:
        reason = error.strerror or "it is damaged"
        raise TableError(f"path must be a file that can be read, got {path}: {reason}") from None
    except pa.ArrowException:
        raise TableError(f"{path} must be a {kind} file, got something else") from None
