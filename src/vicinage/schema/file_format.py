"""How the text file of a table is written."""

import codecs
from dataclasses import dataclass

from vicinage.errors import SchemaError

__all__ = ["FileFormat"]

_CODECS_OF_HOST_NAMES = ("idna", "punycode")


@dataclass(frozen=True, slots=True)
class FileFormat:
    """The parts of a CSV dialect that cannot always be found by looking at the file.

    Parameters
    ----------
    encoding : str
        Any text encoding known to Python. A byte order mark is recognised without being declared.
    delimiter : str or None
        What stands between two cells. None: comma, semicolon, tab or bar, whichever fits the file.
    decimal : str
        The decimal sign of numbers: "." or ",".

    Raises
    ------
    SchemaError
        If the encoding is unknown, the delimiter is not one usable character, or the decimal sign
        is neither point nor comma.

    Examples
    --------
    >>> FileFormat(encoding="latin-1", delimiter=";", decimal=",")
    FileFormat(encoding='latin-1', delimiter=';', decimal=',')
    """

    encoding: str = "utf-8"
    delimiter: str | None = None
    decimal: str = "."

    def __post_init__(self) -> None:
        """Check each part; a decimal comma in a comma separated file is legal, in quotes."""
        if not isinstance(self.encoding, str) or not _is_text_encoding(self.encoding):
            raise SchemaError(
                f"encoding must be a text encoding known to Python, got {self.encoding!r}; "
                'usual ones are "utf-8", "latin-1", "cp1252" and "utf-16"'
            )
        if self.delimiter is not None and not _is_delimiter(self.delimiter):
            raise SchemaError(
                f"delimiter must be one character that no number holds, got {self.delimiter!r}; "
                'usual ones are ",", ";", "\\t" and "|"'
            )
        if self.decimal not in (".", ","):
            raise SchemaError(f'decimal must be "." or ",", got {self.decimal!r}')


def _is_text_encoding(name: str) -> bool:
    try:
        return bool("a".encode(name)) and codecs.lookup(name).name not in _CODECS_OF_HOST_NAMES
    except (LookupError, ValueError):
        return False


def _is_delimiter(text: object) -> bool:
    if not isinstance(text, str) or len(text) != 1 or not text.isascii():
        return False
    return not text.isalnum() and text not in '"\r\n.+-\0'
