"""What a CSV file shows of itself before its cells are read."""

import codecs
import io
from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pyarrow.csv

from vicinage.errors import TableError
from vicinage.names import first_repeated
from vicinage.schema import FileFormat
from vicinage.table.csv_records import split_records, without_quotes
from vicinage.table.csv_sample import find_delimiter, find_newline, find_quoting
from vicinage.table.dialect import Dialect

__all__ = ["BLOCK_BYTES", "CsvHead", "check_header", "has_quotes", "read_head", "wrong_encoding"]

_SAMPLE_BYTES = 2**20  # holds a header of some ten thousand names
BLOCK_BYTES = 2**24  # a single cell may be as large as this
_BOMS = {
    "utf-8": codecs.BOM_UTF8,
    "utf-16-le": codecs.BOM_UTF16_LE,
    "utf-16-be": codecs.BOM_UTF16_BE,
    "utf-32-le": codecs.BOM_UTF32_LE,
    "utf-32-be": codecs.BOM_UTF32_BE,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class CsvHead:
    """The header of a CSV file, and how the file is written.

    Parameters
    ----------
    dialect : Dialect
    names : list of str
        What the header says.
    tokens : list of str
        The same as it is written, quotes included.
    """

    dialect: Dialect
    names: list[str]
    tokens: list[str]

    def options(self) -> dict[str, Any]:
        """Return how pyarrow reads the rows: as texts, in columns "0", "1" and so on."""
        columns = [str(position) for position in range(len(self.names))]
        return {
            "read_options": pyarrow.csv.ReadOptions(
                column_names=columns, skip_rows_after_names=1, block_size=BLOCK_BYTES
            ),
            "parse_options": pyarrow.csv.ParseOptions(
                delimiter=self.dialect.delimiter,
                newlines_in_values=True,
                ignore_empty_lines=len(columns) > 1,
            ),
            "convert_options": pyarrow.csv.ConvertOptions(
                column_types=dict.fromkeys(columns, pyarrow.string()), strings_can_be_null=False
            ),
        }


def read_head(path: Path, file: FileFormat, names: Collection[str] = ()) -> CsvHead:
    """Look at the beginning of a CSV file; see :func:`vicinage.table.csv_reader.read_csv`."""
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
    return CsvHead(dialect=_with_quoting(dialect, sample, header), names=header, tokens=tokens)


def has_quotes(path: Path) -> bool:
    """Say whether there is a quotation mark in a file."""
    with path.open("rb") as stream:
        return any(b'"' in block for block in iter(lambda: stream.read(BLOCK_BYTES), b""))


def wrong_encoding(path: Path, encoding: str) -> TableError:
    """Say on which line the bytes of a file are not in its encoding, and which may be right."""
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
        raise wrong_encoding(path, encoding) from None


def _ends_a_line(path: Path, encoding: str) -> bool:
    with path.open("rb") as stream:
        size = stream.seek(0, io.SEEK_END)
        stream.seek(max(0, size - 4))
        return stream.read().decode(encoding, errors="ignore").endswith(("\n", "\r"))


def check_header(path: Path, header: list[str]) -> None:
    """Refuse names that are empty or not different."""
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
