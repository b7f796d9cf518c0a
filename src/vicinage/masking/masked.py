"""What a masker hands back."""

from dataclasses import dataclass

from vicinage.table import Table

__all__ = ["Masked"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Masked:
    """A masked table, and what is to be said about it.

    Parameters
    ----------
    table : Table
        Rows in the order in which they came.
    columns : tuple of str
        Names of the perturbed columns.
    together : tuple of tuple of str
        Columns whose cells came from one donor.
    notes : tuple of str
        Sentences for the summary and the record. Publishable: they name parameters and columns,
        never a cell, a row or an exact count.
    """

    table: Table
    columns: tuple[str, ...]
    together: tuple[tuple[str, ...], ...] = ()
    notes: tuple[str, ...] = ()
