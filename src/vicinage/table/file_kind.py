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
    >>> FileKind.of(Path("people.xlsx#Sheet 2"))
    <FileKind.EXCEL: 'Excel'>
    """

    CSV = "CSV"
    PARQUET = "Parquet"
    ARROW = "Arrow"
    SPSS = "SPSS"
    STATA = "Stata"
    SAS = "SAS"
    XPORT = "SAS transport"
    EXCEL = "Excel"

    @classmethod
    def of(cls, path: Path) -> "FileKind | None":
        """Return the kind that the suffix of a path means, or None."""
        return _KINDS.get(path.suffix.lower().partition("#")[0])

    @property
    def is_statistical(self) -> bool:
        """Whether it is written by a program of statistics, with labels."""
        return self in (FileKind.SPSS, FileKind.STATA, FileKind.SAS, FileKind.XPORT)

    @staticmethod
    def suffixes(*, written: bool = False) -> str:
        """Return the known suffixes, for messages; those of files to be written only."""
        unwritten = (FileKind.SAS, FileKind.EXCEL) if written else ()
        return ", ".join(suffix for suffix, kind in _KINDS.items() if kind not in unwritten)


_KINDS = {
    ".csv": FileKind.CSV,
    ".tsv": FileKind.CSV,
    ".txt": FileKind.CSV,
    ".parquet": FileKind.PARQUET,
    ".feather": FileKind.ARROW,
    ".arrow": FileKind.ARROW,
    ".sav": FileKind.SPSS,
    ".zsav": FileKind.SPSS,
    ".dta": FileKind.STATA,
    ".sas7bdat": FileKind.SAS,
    ".xpt": FileKind.XPORT,
    ".xlsx": FileKind.EXCEL,
}
