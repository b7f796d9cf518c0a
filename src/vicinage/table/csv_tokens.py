"""CSV files whose quotation marks follow no rule, as cells with their quotes still on."""

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import pyarrow as pa

from vicinage.errors import TableError
from vicinage.table.csv_records import is_well_quoted, split_records, without_quotes
from vicinage.table.csv_writer import write_csv
from vicinage.table.dialect import Dialect

__all__ = ["Comparison", "is_written_by_rule", "read_tokens"]

_BATCH_ROWS = 2**16


class Comparison:
    """A stream that compares what is written to it with the content of another."""

    def __init__(self, other: IO[bytes]) -> None:
        self.other = other
        self.same = True

    def write(self, content: bytes) -> None:
        """Compare some bytes with the next ones."""
        self.same = self.same and self.other.read(len(content)) == content


def is_written_by_rule(path: Path, texts: Any, dialect: Dialect) -> bool:
    """Say whether writing the cells in the dialect gives the very bytes of the file.

    Then each cell is written as its text and column say, and so is every release of it. This also
    proves that the file was read as it was meant: no quotation mark is lost in the middle of a
    cell, or left open.

    Parameters
    ----------
    path : Path
    texts : pyarrow.Table
        What was read from it.
    dialect : Dialect

    Notes
    -----
    The cost is that of writing the table; a file without quotation marks need not be asked.
    """
    with path.open("rb") as stream:
        comparison = Comparison(stream)
        write_csv(texts, dialect, comparison)
        return comparison.same and not stream.read(1)


def read_tokens(path: Path, text: str, dialect: Dialect) -> Any:
    """Return the cells of a file as they are written, as a pyarrow Table.

    Parameters
    ----------
    path : Path
        What messages call the file.
    text : str
        The content of the file.
    dialect : Dialect

    Raises
    ------
    TableError
        If a quotation mark is not closed, or closed before the end of its cell.

    Notes
    -----
    About a microsecond for each cell, several times slower than reading by rule.
    """
    records = split_records(text, dialect.delimiter)
    _, header = next(records)
    rows = _rows(path, records, len(header))
    columns: list[list[Any]] = [[] for _ in header]
    while batch := list(itertools.islice(rows, _BATCH_ROWS)):
        for chunks, cells in zip(columns, zip(*batch, strict=True), strict=True):
            chunks.append(pa.array(cells, pa.string()))
    arrays = [pa.chunked_array(chunks, pa.string()).combine_chunks() for chunks in columns]
    return pa.table(arrays, names=[without_quotes(token) for token in header])


def _rows(
    path: Path, records: Iterator[tuple[int, list[str]]], n_columns: int
) -> Iterator[list[str]]:
    for line, row in records:
        if not all(map(is_well_quoted, row)):
            raise TableError(
                f"{path} must close each quotation mark at the end of its cell, got another one "
                f"in line {line}; correct the file"
            )
        if len(row) == n_columns and (row != [""] or n_columns == 1):
            yield row
