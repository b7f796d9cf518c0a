"""CSV files as texts: every cell exactly as it is written, and how the file writes them."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.csv

from vicinage.errors import TableError
from vicinage.schema import FileFormat
from vicinage.table.csv_dialect import CsvHead, check_header, has_quotes, read_head, wrong_encoding
from vicinage.table.csv_records import split_records
from vicinage.table.csv_tokens import is_written_by_rule, read_tokens
from vicinage.table.dialect import Dialect

__all__ = ["no_row", "read_csv", "record_lines"]


def read_csv(
    path: Path, file: FileFormat, *, names: Collection[str] = (), verbatim: bool = False
) -> tuple[Any, Dialect]:
    """Read a CSV file as a pyarrow Table of texts.

    Nothing is interpreted: blanks, leading zeros and the spelling of numbers stay. An empty line
    is an empty cell in a file of one column, and nothing in a wider one.

    Parameters
    ----------
    path : Path
    file : FileFormat
        The delimiter is found in the file when it is None.
    names : collection of str
        The columns that are expected, by which the delimiter is found if they are there.
    verbatim : bool
        Whether cells keep their quotes in any case.

    Returns
    -------
    table : pyarrow.Table
        With their quotes on, and a dialect that says so, when no rule tells which cells have
        some.
    dialect : Dialect

    Raises
    ------
    TableError
        If the file is empty or has a header only, is not in the declared encoding, has a row
        that is longer or shorter than the header, or names that are empty or not different.
    """
    head = read_head(path, file, names)
    dialect = head.dialect
    table = _read_texts(path, head)
    check_header(path, head.names)
    if table.num_rows == 0:
        raise no_row(path)
    table = table.rename_columns(head.names)
    by_rule = not has_quotes(path) or is_written_by_rule(path, table, dialect)
    if by_rule and not verbatim:
        return table, dialect
    # Errors of quoting are found here: a file that has some is not written by rule.
    written = read_tokens(path, _utf8(path, dialect).decode(), dialect)
    spelled = dict(zip(head.names, head.tokens, strict=True))
    return written, replace(dialect, verbatim_header=spelled)


def record_lines(path: Path, dialect: Dialect, n_rows: int) -> Sequence[int]:
    """Return the line of the file on which each row begins; the header begins on line 1."""
    text = _utf8(path, dialect).decode()
    newline = dialect.newline
    ends = text.count(newline)
    alike = text.count("\n") + text.count("\r") == len(newline) * ends
    if alike and ends - dialect.final_newline == n_rows:
        return range(2, n_rows + 2)  # no cell holds a line break, and no line is blank
    (_, header), *rows = split_records(text, dialect.delimiter)
    return [line for line, row in rows if row != [""] or len(header) == 1]


def _utf8(path: Path, dialect: Dialect) -> Any:
    """Return the bytes of the file in UTF-8, without the byte order mark."""
    raw = path.read_bytes()[len(dialect.bom) :]
    try:
        return raw.decode(dialect.encoding).encode()
    except UnicodeDecodeError:
        raise wrong_encoding(path, dialect.encoding) from None


def _read_texts(path: Path, head: CsvHead) -> Any:
    # A file in UTF-8 is read as it lies on the disk; pyarrow skips its byte order mark.
    as_it_is = head.dialect.encoding == "utf-8"
    source = str(path) if as_it_is else pa.BufferReader(_utf8(path, head.dialect))
    try:
        return pa.csv.read_csv(source, **head.options()).combine_chunks()
    except pa.ArrowInvalid:
        raise _why_unreadable(path, head.dialect) from None


def _why_unreadable(path: Path, dialect: Dialect) -> TableError:
    text = _utf8(path, dialect).decode()
    (_, header), *rows = split_records(text, dialect.delimiter)
    if not rows:
        return no_row(path)
    for line, row in rows:
        if row != [""] and len(row) != len(header):
            last = " (the last empty)" if header[-1] == "" else ""
            return TableError(
                f"{path} must have rows as long as its header: the header has {len(header)} "
                f"fields{last}, line {line} has {len(row)}; correct the file, or declare "
                f"another delimiter than {dialect.delimiter!r}"
            )
    return TableError(
        f"{path} must be a CSV file with the delimiter {dialect.delimiter!r}, got something else; "
        "a quotation mark may not be closed"
    )


def no_row(path: Path) -> TableError:
    """Say that a file has no row."""
    return TableError(f"{path} must have at least one row, got a header only")
