"""Categorical columns."""

from dataclasses import dataclass
from typing import ClassVar

from vicinage.errors import SchemaError
from vicinage.schema.labels import check_labels

__all__ = ["Categorical"]


@dataclass(frozen=True, slots=True)
class Categorical:
    """A column of labels without an order.

    Parameters
    ----------
    categories : tuple of str
        The labels that may occur, as they are written in the table. Empty: the labels found in
        the table are used.
    other : str or None
        The category that stands for every label outside the list in private queries. None: such a
        cell is a null there.

    Raises
    ------
    SchemaError
        If a category is not a string, is empty, or occurs twice, or `other` is none of them.

    Examples
    --------
    >>> Categorical(("F", "M"))
    Categorical(categories=('F', 'M'), other=None)
    """

    label: ClassVar[str] = "categorical"

    categories: tuple[str, ...] = ()
    other: str | None = None

    def __post_init__(self) -> None:
        """Keep the categories as a tuple, so that the kind can be hashed."""
        object.__setattr__(self, "categories", check_labels("categories", self.categories))
        if self.other is not None and self.other not in self.categories:
            raise SchemaError(f"other must be one of the declared categories, got {self.other!r}")
