"""What is asked of every kind of database."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, Protocol

from vicinage.table.databases.address import DatabaseTable
from vicinage.table.databases.rows import Rows

__all__ = ["Database", "Write"]

Write = Callable[[Any], None]
"""Adds the rows of a pyarrow Table to the table that is being written."""


class Database(Protocol):
    """A kind of database: it knows its driver, its SQL and its types.

    Names are put into SQL in quotes, and never changed. Messages of a driver are not passed on:
    they may hold cells, and parts of an address.
    """

    def reading(self, place: DatabaseTable) -> AbstractContextManager[Rows]:
        """Read a table or view in one snapshot.

        Raises
        ------
        TableError
            If it cannot be reached, is not there, or has a column of a type that no table can
            have; all columns at fault are named.
        """

    def writing(
        self, place: DatabaseTable, schema: Any, *, replace: bool
    ) -> AbstractContextManager[Write]:
        """Make a table with the columns of a pyarrow schema, and fill it, in one transaction.

        Raises
        ------
        OutputError
            If that fails; nothing is left of it.
        """

    def identity(self, place: DatabaseTable) -> object | None:
        """Return what tells the table from all others, whatever it is called; None without it."""
