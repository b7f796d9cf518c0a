"""CSV files as texts: every cell exactly as it is written, and how the file writes them."""

import codecs
import io
from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.csv

from vicinage.errors import TableError
from vicinage.names import first_repeated
from vicinage.schema import FileFormat
from vicinage.table.csv_records import split_records, without_quotes
from vicinage.table.csv_sample import find_delimiter, find_newline, find_quoting
from vicinage.table.csv_tokens import is_written_by_rule, read_tokens
from vicinage.table.dialect import Dialect

__all__ = ["read_csv", "record_lines"]

_SAMPLE_BYTES = 2**20  # holds a header of some ten thousand names
_BLOCK_BYTES = 2**24  # a single cell may be as large as this
_BOMS = {
    "utf-8": codecs.BOM_UTF8,
    "utf-16-le": codecs.BOM_UTF16_LE,
    "utf-16-be": codecs.BOM_UTF16_BE,
    "utf-32-le": codecs.BOM_UTF32_LE,
    "utf-32-be": codecs.BOM_UTF32_BE,
}


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
    with path.open("rb") as stream:
        head = stream.read(_SAMPLE_BYTES)
    encoding, bom = _encoding_and_bom(file.encoding, head)
    sample = _decode_head(path, head[len(bom) :], encoding, len(head) < _SAMPLE_BYTES)
    if not sample.strip("\r\n"):
        raise TableError(f"{path} must have a header and at least one row, got an empty file")
    delimiter = file.delimiter or find_delimiter(sample, path.suffix, names)
    dialect = Dialect(
        encoding=encoding,
        bom=bom,
        delimiter=delimiter,
        newline=find_newline(sample),
        final_newline=_ends_a_line(path, encoding),
    )
    _, tokens = next(split_records(sample, delimiter))
    header = [without_quotes(token) for token in tokens]
    table = _read_texts(path, dialect, len(header))
    _check_header(path, header)
    if table.num_rows == 0:
        raise _no_row(path)
    table, dialect = table.rename_columns(header), _with_quoting(dialect, sample, header)
    by_rule = not _has_quotes(path) or is_written_by_rule(path, table, dialect)
    if by_rule and not verbatim:
        return table, dialect
    # Errors of quoting are found here: a file that has some is not written by rule.
    written = read_tokens(path, _utf8(path, dialect).decode(), dialect)
    return written, replace(dialect, verbatim_header=dict(zip(header, tokens, strict=True)))


def record_lines(path: Path, dialect: Dialect, n_rows: int) -> Sequence[int]:
    """Return the line of the file on which each row begins; the header begins on line 1."""
    text = _utf8(path, dialect).decode()
    if text.count(dialect.newline) - dialect.final_newline == n_rows:
        return range(2, n_rows + 2)  # no cell holds a line break, and no line is blank
    (_, header), *rows = split_records(text, dialect.delimiter)
    return [line for line, row in rows if row != [""] or len(header) == 1]


def _with_quoting(dialect: Dialect, sample: str, header: list[str]) -> Dialect:
    quoting = find_quoting(sample, dialect.delimiter, len(header))
    return replace(
        dialect,
        quoted_header=quoting.header,
        quoted=frozenset(header[position] for position in quoting.columns),
        bare=quoting.bare,
    )


def _encoding_and_bom(declared: str, head: bytes) -> tuple[str, bytes]:
    encoding = codecs.lookup(declared).name.removesuffix("-sig")
    for name, bom in _BOMS.items():
        if name.startswith(encoding) and head.startswith(bom):
            return name, bom
    # Without a byte order mark the usual order of bytes is meant.
    return (f"{encoding}-le" if encoding in ("utf-16", "utf-32") else encoding), b""


def _decode_head(path: Path, head: bytes, encoding: str, whole: bool) -> str:
    try:
        return codecs.getincrementaldecoder(encoding)().decode(head, final=whole)
    except UnicodeDecodeError:
        raise _wrong_encoding(path, encoding) from None


def _utf8(path: Path, dialect: Dialect) -> Any:
    """Return the bytes of the file in UTF-8, without the byte order mark."""
    raw = path.read_bytes()[len(dialect.bom) :]
    try:
        return raw.decode(dialect.encoding).encode()
    except UnicodeDecodeError:
        raise _wrong_encoding(path, dialect.encoding) from None


def _wrong_encoding(path: Path, encoding: str) -> TableError:
    raw = path.read_bytes()
    line = 1
    try:
        raw.decode(encoding)
    except UnicodeDecodeError as error:
        line = raw[: error.start].decode(encoding, errors="ignore").count("\n") + 1
    likely = "utf-16" if raw.startswith((b"\xff\xfe", b"\xfe\xff")) else "latin-1 or cp1252"
    return TableError(
        f"{path} must be text in the encoding {encoding}, got other bytes in line {line}; "
        f"declare the encoding of the file, perhaps {likely}, in [file] of the schema; "
        "`vicinage schema --encoding` drafts one"
    )


def _ends_a_line(path: Path, encoding: str) -> bool:
    with path.open("rb") as stream:
        size = stream.seek(0, io.SEEK_END)
        stream.seek(max(0, size - 4))
        return stream.read().decode(encoding, errors="ignore").endswith(("\n", "\r"))


def _read_texts(path: Path, dialect: Dialect, n_columns: int) -> Any:
    names = [str(position) for position in range(n_columns)]
    # A file in UTF-8 is read as it lies on the disk; pyarrow skips its byte order mark.
    as_it_is = dialect.encoding == "utf-8"
    source = str(path) if as_it_is else pa.BufferReader(_utf8(path, dialect))
    try:
        return pa.csv.read_csv(
            source,
            read_options=pa.csv.ReadOptions(
                column_names=names, skip_rows_after_names=1, block_size=_BLOCK_BYTES
            ),
            parse_options=pa.csv.ParseOptions(
                delimiter=dialect.delimiter,
                newlines_in_values=True,
                ignore_empty_lines=n_columns > 1,
            ),
            convert_options=pa.csv.ConvertOptions(
                column_types=dict.fromkeys(names, pa.string()), strings_can_be_null=False
            ),
        ).combine_chunks()
    except pa.ArrowInvalid:
        raise _why_unreadable(path, dialect) from None


def _why_unreadable(path: Path, dialect: Dialect) -> TableError:
    text = _utf8(path, dialect).decode()
    (_, header), *rows = split_records(text, dialect.delimiter)
    if not rows:
        return _no_row(path)
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


def _has_quotes(path: Path) -> bool:
    with path.open("rb") as stream:
        return any(b'"' in block for block in iter(lambda: stream.read(_BLOCK_BYTES), b""))


def _no_row(path: Path) -> TableError:
    return TableError(f"{path} must have at least one row, got a header only")


def _check_header(path: Path, header: list[str]) -> None:
    if "" in header:
        raise TableError(
            f"{path} must have a name for each column, got none for column "
            f"{header.index('') + 1}; write one into the header"
        )
    twice = first_repeated(header)
    if twice is not None:
        raise TableError(
            f"{path} must have different column names, got {twice!r} more than once; "
            "rename one of them"
        )
