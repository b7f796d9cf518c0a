"""One file, cut into parts for several workers."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from vicinage.engines.partition import Partition, write_partition
from vicinage.schema import Schema
from vicinage.table import Chunks, PlaceLike, check_chunked, keeping_reasons, place_of

__all__ = ["cut_file", "write_parts"]

_PART_BYTES = 2**25
_WANTED = "files that can be read in parts as the schema says, with quotes by one rule"


def cut_file(path: PlaceLike, schema: Schema, folder: Path) -> list[Partition]:
    r"""Write the rows of a file, in their order, to partitions of about 32 MB.

    Private queries read the same cells from the parts as from the file, and the ledger knows both
    as the same table.

    Parameters
    ----------
    path : Path or str
        A CSV, Parquet or Arrow file.
    schema : Schema
        Says how text files are written.
    folder : Path
        As private as the rows are; all workers see it under this name.

    Raises
    ------
    TableError
        If the file cannot be read in parts; without the reason, as that would tell a line of it.

    Examples
    --------
    >>> import tempfile
    >>> from vicinage.schema import Numeric
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     people = Path(folder) / "people.csv"
    ...     _ = people.write_text("age\n31\n42\n")
    ...     (part,) = cut_file(people, Schema({"age": Numeric(0, 120)}), Path(folder))
    ...     part.n_rows, part.read()["age"].to_pylist()
    (2, ['31', '42'])
    """
    file, _ = check_chunked(place_of(path))
    with keeping_reasons([file], _WANTED):
        return list(write_parts(Chunks.open(file, schema), folder, _PART_BYTES))


def write_parts(tables: Iterable[Any], folder: Path, n_bytes: int) -> Iterator[Partition]:
    """Write rows, as they come, to partitions of about a size.

    Parameters
    ----------
    tables : iterable of pyarrow.Table
        Of one schema; what is held of them is at most a partition and a table.
    folder : Path
    n_bytes : int
        Of memory; a partition ends with the table that reaches it.
    """
    held: list[Any] = []
    size = number = 0
    for table in tables:
        held += table.to_batches()
        size += table.nbytes
        if size >= n_bytes:
            yield write_partition(folder, f"rows-{number:06d}", held)
            held, size, number = [], 0, number + 1
    if held:
        yield write_partition(folder, f"rows-{number:06d}", held)
