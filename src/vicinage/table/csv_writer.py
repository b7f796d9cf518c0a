"""Tables of texts as CSV files, in the dialect that they were read in."""

from collections.abc import Sequence
from typing import Any, Protocol

import pyarrow as pa
import pyarrow.compute as pc

from vicinage.table.dialect import Dialect

__all__ = ["CsvLines", "in_quotes", "write_csv"]

_BATCH_ROWS = 2**16


class _Sink(Protocol):
    def write(self, content: bytes, /) -> object: ...


def write_csv(table: Any, dialect: Dialect, stream: _Sink) -> None:
    """Write a pyarrow Table of texts.

    Cells are in quotes where they must be, and where they were when the file was read.

    Parameters
    ----------
    table : pyarrow.Table
        Of strings without null; with their quotes on, if the dialect is verbatim.
    dialect : Dialect
    stream : binary stream
    """
    lines = CsvLines(table.column_names, dialect, stream)
    lines.append(table)
    lines.finish()


class CsvLines:
    """The lines of a CSV file that is written part by part.

    Parameters
    ----------
    names : sequence of str
    dialect : Dialect
    stream : binary stream
        The byte order mark and the header are written at once.
    """

    def __init__(self, names: Sequence[str], dialect: Dialect, stream: _Sink) -> None:
        self._dialect, self._stream = dialect, stream
        self._quoted = [name in dialect.quoted for name in names]
        self._due = b""  # the end of the last line, which the last line of a file may not have
        stream.write(dialect.bom)
        spelled = dialect.verbatim_header
        header = [pa.array([spelled[name] if spelled else name], pa.string()) for name in names]
        self._write(header, [dialect.quoted_header] * len(header))

    def append(self, table: Any) -> None:
        """Write the rows of a pyarrow Table, see :func:`write_csv`."""
        for start in range(0, table.num_rows, _BATCH_ROWS):
            batch = table.slice(start, _BATCH_ROWS).combine_chunks()
            self._write([column.combine_chunks() for column in batch.columns], self._quoted)

    def finish(self) -> None:
        """End the last line, if the dialect does."""
        if self._dialect.final_newline:
            self._stream.write(self._due)

    def _write(self, columns: list[Any], quoted: list[bool]) -> None:
        dialect = self._dialect
        if dialect.verbatim_header:
            cells = [column.cast(pa.large_string()) for column in columns]
        else:
            cells = [in_quotes(*pair, dialect) for pair in zip(columns, quoted, strict=True)]
        rows = pc.binary_join_element_wise(*cells, _large(dialect.delimiter))
        lines = pc.binary_join_element_wise(rows, _large(""), _large(dialect.newline))
        _, _, data = lines.buffers()
        text = data.to_pybytes() if data is not None else b""
        # Without its line end, an empty last row of a single column would vanish.
        ending = dialect.newline.encode() if rows[-1].as_py() else b""
        self._stream.write(self._due + self._encoded(text.removesuffix(ending)))
        self._due = self._encoded(ending)

    def _encoded(self, text: bytes) -> bytes:
        encoding = self._dialect.encoding
        return text if encoding == "utf-8" else text.decode().encode(encoding)


def in_quotes(cells: Any, always: bool, dialect: Dialect) -> Any:
    """Put texts in quotes where they need them, or always but for the bare ones of the dialect."""
    cells = cells.cast(pa.large_string())
    # "[...]" of a regular expression holds the delimiter safely once it is escaped.
    needed = pc.match_substring_regex(cells, f'["\\r\\n\\{dialect.delimiter}]')
    if always:
        bare = pc.is_in(cells, value_set=pa.array(dialect.bare, pa.large_string()))
        needed = pc.or_(needed, pc.invert(bare))
    if not pc.any(needed).as_py():
        return cells
    doubled = pc.replace_substring(cells, '"', '""')
    quote = _large('"')
    inside = pc.binary_join_element_wise(quote, doubled, quote, _large(""))
    return pc.if_else(needed, inside, cells)


def _large(text: str) -> Any:
    return pa.scalar(text, pa.large_string())
