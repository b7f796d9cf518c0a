"""Ordinal columns."""

from dataclasses import dataclass
from typing import ClassVar

from vicinage.errors import SchemaError
from vicinage.schema.labels import check_labels

__all__ = ["Ordinal"]


@dataclass(frozen=True, slots=True)
class Ordinal:
    """A column of labels with an order; distances use their ranks, equally spaced.

    Parameters
    ----------
    levels : tuple of str
        The labels in increasing order, as they are written in the table.

    Raises
    ------
    SchemaError
        If there is no level, one is not a string, or one occurs twice.

    Examples
    --------
    >>> Ordinal(("low", "middle", "high")).levels[0]
    'low'
    """

    label: ClassVar[str] = "ordinal"

    levels: tuple[str, ...]

    def __post_init__(self) -> None:
        """Reject levels that do not define an order."""
        object.__setattr__(self, "levels", check_labels("levels", self.levels))
        if not self.levels:
            raise SchemaError("levels must hold the labels in increasing order, got none")
