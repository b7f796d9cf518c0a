"""Categorical columns."""

from dataclasses import dataclass
from typing import ClassVar

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

    Raises
    ------
    SchemaError
        If a category is not a string, is empty, or occurs twice.

    Examples
    --------
    >>> Categorical(("F", "M"))
    Categorical(categories=('F', 'M'))
    """

    label: ClassVar[str] = "categorical"

    categories: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Keep the categories as a tuple, so that the kind can be hashed."""
        object.__setattr__(self, "categories", check_labels("categories", self.categories))
