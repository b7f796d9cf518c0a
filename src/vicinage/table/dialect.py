"""How a CSV file was written, so that it can be written the same way again."""

from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["Dialect"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """What a CSV file shows besides its cells.

    Parameters
    ----------
    encoding : str
    bom : bytes
        Byte order mark at the start of the file, if any.
    delimiter : str
    newline : str
        What ends a line.
    final_newline : bool
        Whether the last line is ended too.
    quoted_header : bool
        Whether column names are in quotes that they do not need.
    quoted : frozenset of str
        The columns whose cells are in quotes that they do not need.
    bare : frozenset of str
        Cells that stay without quotes in those columns, such as NA.
    verbatim_header : mapping of str, or None
        How each column name is written, when cells too are kept with their quotes: in a file
        whose quotation marks follow no rule. None: quotes are as the other parameters say.
    """

    encoding: str = "utf-8"
    bom: bytes = b""
    delimiter: str = ","
    newline: str = "\n"
    final_newline: bool = True
    quoted_header: bool = False
    quoted: frozenset[str] = frozenset()
    bare: frozenset[str] = frozenset()
    verbatim_header: Mapping[str, str] | None = None
