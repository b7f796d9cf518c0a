"""Refusals of one table among several, which say which one it is."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from vicinage.errors import TableError

__all__ = ["naming_table"]


@contextmanager
def naming_table(which: str, source: Any) -> Iterator[None]:
    """Let a refusal begin with the table that is meant.

    Parameters
    ----------
    which : str
        Its part in what is done, such as "released".
    source : Path or any other
        Where it comes from; a file is named, unless the refusal does so itself.

    Raises
    ------
    TableError
        The one that was raised inside, with its beginning.

    Examples
    --------
    >>> with naming_table("released", Path("b.csv")):
    ...     raise TableError("column 'age' must be a number")
    Traceback (most recent call last):
    ...
    vicinage.errors.TableError: released table b.csv: column 'age' must be a number
    """
    try:
        yield
    except TableError as error:
        file = str(source) if isinstance(source, Path) else ""
        if file and file in str(error):
            raise
        raise TableError(f"{' '.join((which, 'table', file)).strip()}: {error}") from None
