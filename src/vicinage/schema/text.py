"""Columns of free text."""

from dataclasses import dataclass
from typing import ClassVar

__all__ = ["Text"]


@dataclass(frozen=True, slots=True)
class Text:
    """A column of names, codes or free text; it never enters a distance.

    A text column may identify people, so a table is refused until the column has a role.

    Examples
    --------
    >>> Text()
    Text()
    """

    label: ClassVar[str] = "text"
