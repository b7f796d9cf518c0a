"""Tables of texts as CSV files, in the dialect that they were read in."""

from typing import Any, Protocol

import pyarrow as pa
import pyarrow.compute as pc

from vicinage.table.dialect import Dialect

__all__ = ["in_quotes", "write_csv"]

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
    stream.write(dialect.bom)
    spelled = dialect.verbatim_header
    names = [spelled[name] if spelled else name for name in table.column_names]
    header = [pa.array([name], pa.string()) for name in names]
    quoted = [dialect.quoted_header] * len(header)
    _write_rows(header, quoted, dialect, stream, last=False)
    quoted = [name in dialect.quoted for name in table.column_names]
    for start in range(0, table.num_rows, _BATCH_ROWS):
        batch = table.slice(start, _BATCH_ROWS).combine_chunks()
        columns = [column.combine_chunks() for column in batch.columns]
        last = start + batch.num_rows == table.num_rows
        _write_rows(columns, quoted, dialect, stream, last=last)


def _write_rows(
    columns: list[Any], quoted: list[bool], dialect: Dialect, stream: _Sink, *, last: bool
) -> None:
    if dialect.verbatim_header:
        cells = [column.cast(pa.large_string()) for column in columns]
    else:
        cells = [in_quotes(*pair, dialect) for pair in zip(columns, quoted, strict=True)]
    rows = pc.binary_join_element_wise(*cells, _large(dialect.delimiter))
    lines = pc.binary_join_element_wise(rows, _large(""), _large(dialect.newline))
    _, _, data = lines.buffers()
    text = data.to_pybytes() if data is not None else b""
    # Without its line end, an empty last row of a single column would vanish.
    if last and not dialect.final_newline and rows[-1].as_py():
        text = text.removesuffix(dialect.newline.encode())
    stream.write(text if dialect.encoding == "utf-8" else text.decode().encode(dialect.encoding))


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
