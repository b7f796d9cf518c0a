"""Where the table of a command is: a file, or a database."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, TypeAlias

from cyclopts import Parameter, Token

import vicinage

__all__ = ["TablePlace", "TablePlaces", "read_place", "read_places"]


def read_place(_type: Any, tokens: tuple[Token, ...]) -> Any:
    """Read the path of a file, or the address of a table in a database."""
    return _place(tokens[0].value)


def read_places(_type: Any, tokens: tuple[Token, ...]) -> list[Any]:
    """Read several of them."""
    return [_place(token.value) for token in tokens]


def _place(text: str) -> Any:
    # What no address can be is a path, which asks for nothing that works on tables.
    return vicinage.table.place_of(text) if ":" in text else Path(text)


TablePlace: TypeAlias = Annotated[Any, Parameter(converter=read_place)]
"""A Path or a DatabaseTable."""

TablePlaces: TypeAlias = Annotated[list[Any], Parameter(converter=read_places)]
"""Several of them; of type Any, since the shell must not look into a DatabaseTable."""
