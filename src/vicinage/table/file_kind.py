"""Kinds of files, and the suffixes that tell them apart."""

from enum import StrEnum
from pathlib import Path

__all__ = ["FileKind"]


class FileKind(StrEnum):
    """A way to store a table in a file.

    Examples
    --------
    >>> FileKind.of(Path("people.TSV"))
    <FileKind.CSV: 'CSV'>
    """

    CSV = "CSV"
    PARQUET = "Parquet"
    ARROW = "Arrow"

    @classmethod
    def of(cls, path: Path) -> "FileKind | None":
        """Return the kind that the suffix of a path means, or None."""
        return _KINDS.get(path.suffix.lower())

    @staticmethod
    def suffixes() -> str:
        """Return the known suffixes, for messages."""
        return ", ".join(_KINDS)


_KINDS = {
    ".csv": FileKind.CSV,
    ".tsv": FileKind.CSV,
    ".txt": FileKind.CSV,
    ".parquet": FileKind.PARQUET,
    ".feather": FileKind.ARROW,
    ".arrow": FileKind.ARROW,
}
