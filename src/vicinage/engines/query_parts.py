"""How a private query sees a table that lies in several files."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Self, TypeVar

import pyarrow as pa

from vicinage.engines.engine import Engine
from vicinage.engines.fold import fold
from vicinage.engines.partition import Partition
from vicinage.engines.parts_digest import HashRows, parts_digest
from vicinage.engines.work_folder import work_folder
from vicinage.errors import ParameterError, TableError
from vicinage.schema import Schema
from vicinage.table import PlaceLike, QueryTable, place_of
from vicinage.table.lenient_cells import lenient_type

__all__ = ["QueryParts", "file_parts", "open_query"]

R = TypeVar("R")

_File = PlaceLike | Partition


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class QueryParts:
    """Private cells in several files, each read by the rules of :class:`QueryTable`.

    Each cell is read by itself, so all files together are read as one table of their rows would be.

    Parameters
    ----------
    engine : Engine
    paths : tuple of Path
        One file a part; a worker holds one part at a time.
    blank : QueryTable
        One row of missing cells, with the schema and all that is public of the columns.
    names : tuple of str
        All columns, also those that the schema does not name.
    n_rows : int
        Of all files together; public.
    """

    engine: Engine
    paths: tuple[Path, ...]
    blank: QueryTable
    names: tuple[str, ...]
    n_rows: int

    @classmethod
    def of(cls, files: Any, schema: Schema | None, engine: Engine) -> Self:
        """Look at all files, so that whatever is wrong with one is refused before any charge.

        Raises
        ------
        ParameterError, TableError
            As for :meth:`QueryTable.of`, or if the files have different columns.
        """
        paths = file_parts(files)
        seen = list(engine.map(_OnPart(_look, schema), paths))
        first = seen[0]
        if any((other.names, other.types) != (first.names, first.types) for other in seen):
            raise TableError(
                "files must have the same columns, of the same types, got others in some; write "
                "them all by one program"
            )
        missing = pa.table({name: pa.array([None], kind) for name, kind in first.types.items()})
        return cls(
            engine=engine,
            paths=paths,
            blank=QueryTable.of(missing, schema),
            names=first.names,
            n_rows=sum(part.n_rows for part in seen),
        )

    @property
    def schema(self) -> Schema:
        """Exactly as it was given; public."""
        return self.blank.schema

    def map(self, task: Callable[[QueryTable], R]) -> Iterator[R]:
        """Apply a picklable task to each part, read as a table; results in their order."""
        return self.engine.map(_OnPart(task, self.schema), self.paths)

    def fold(self, task: Callable[[QueryTable], R], add: Callable[[R, R], R]) -> R:
        """Add up the results of a picklable task over all parts."""
        return fold(self.engine, _OnPart(task, self.schema), self.paths, add)

    def digest(self, key: bytes) -> bytes:
        """Return the identity of the content: that of one table with all the rows.

        Hashes of the rows, 32 bytes each, lie in the temporary folder for this time; on several
        machines, all must see it under one name.
        """
        with work_folder() as folder:
            hashed = list(self.map(HashRows(key, folder)))
            return parts_digest(self.engine, hashed, self.names, key, folder)


def open_query(frame: Any, schema: Schema | None, engine: Engine | None) -> QueryTable | QueryParts:
    """Bind data to the schema by which private queries read it: here, or in parts by an engine.

    Parameters
    ----------
    frame : frame, path, Table or QueryTable, or, for an engine, sequence of paths or Partitions
        What is bound already is left as it is.
    schema : Schema
    engine : Engine or None
    """
    if isinstance(frame, QueryParts):
        return frame
    return QueryTable.of(frame, schema) if engine is None else QueryParts.of(frame, schema, engine)


def file_parts(files: Any) -> tuple[Path, ...]:
    """Return the paths of files of which each is one part.

    Examples
    --------
    >>> file_parts({"age": [1]})
    Traceback (most recent call last):
    ...
    vicinage.errors.ParameterError: frame must be a list of files for an engine, got dict; each \
file is a part, which one worker reads
    """
    given = [files] if isinstance(files, _File) else files
    if not isinstance(given, list | tuple) or not all(isinstance(file, _File) for file in given):
        raise ParameterError(
            f"frame must be a list of files for an engine, got {type(files).__name__}; each file "
            "is a part, which one worker reads"
        )
    filled = [file for file in given if not isinstance(file, Partition) or file.n_rows > 0]
    if not filled:
        raise ParameterError("frame must have at least one file with rows, got none")
    return tuple(map(_path_of, filled))


def _path_of(file: _File) -> Path:
    if isinstance(file, Partition):
        return file.path
    place = place_of(file)
    if not isinstance(place, Path):  # its address may hold a password
        raise ParameterError(
            "frame must be a list of files for an engine, got a table in a database; write it to "
            "files first"
        )
    return place


@dataclass(frozen=True, slots=True)
class _OnPart(Generic[R]):
    """Reads a file, and applies a task to it."""

    task: Callable[[QueryTable], R]
    schema: Schema | None

    def __call__(self, path: Path) -> R:
        return self.task(QueryTable.of(path, self.schema))


@dataclass(frozen=True, slots=True)
class _Seen:
    names: tuple[str, ...]
    types: dict[str, Any]
    n_rows: int


def _look(table: QueryTable) -> _Seen:
    types = {name: lenient_type(table.frame, name) for name in table.schema.names}
    return _Seen(tuple(table.frame.names), types, table.n_rows)
