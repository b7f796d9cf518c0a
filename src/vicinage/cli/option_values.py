"""Texts of the shell as the values that the library checks."""

import csv
from typing import Annotated, Any

from cyclopts import Parameter, Token

__all__ = ["Delimiter", "Flag", "read_names", "read_number", "read_numbers", "split_names"]

Flag = Annotated[bool, Parameter(negative=())]
"""A switch that is off unless it is given, and has no opposite."""


def _read_delimiter(_type: Any, tokens: tuple[Token, ...]) -> str:
    return tokens[0].value.replace("\\t", "\t")


Delimiter = Annotated[str | None, Parameter(converter=_read_delimiter)]
"""What stands between two cells; a tab may be written as \\t."""


def read_number(_type: Any, tokens: tuple[Token, ...]) -> int | float | str:
    """Read a number; what is none stays a text, which is refused with the allowed range."""
    return _number(tokens[0].value)


def read_numbers(_type: Any, tokens: tuple[Token, ...]) -> int | float | str | list[Any]:
    """Read one number, or several between commas."""
    numbers = [_number(text) for text in tokens[0].value.split(",")]
    return numbers[0] if len(numbers) == 1 else numbers


def read_names(_type: Any, tokens: tuple[Token, ...]) -> list[str]:
    """Read names between commas; a name that holds a comma is put in quotes."""
    return split_names(tokens[0].value)


def split_names(text: str) -> list[str]:
    """Split a list of names as :func:`read_names` does.

    Examples
    --------
    >>> split_names('age,"income, net"')
    ['age', 'income, net']
    """
    return next(csv.reader([text]), [])


def _number(text: str) -> int | float | str:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text
