"""Names in SQL."""

from collections.abc import Sequence

from vicinage.errors import OutputError
from vicinage.names import first_repeated

__all__ = ["check_names", "quoted"]


def quoted(*names: str | None) -> str:
    """Return names as SQL spells them, byte for byte, joined by points; None is left out.

    Examples
    --------
    >>> quoted("raw", 'peo"ple; --')
    '"raw"."peo""ple; --"'
    """
    kept = [name for name in names if name is not None]
    return ".".join('"' + name.replace('"', '""') + '"' for name in kept)


def check_names(
    table: str, columns: Sequence[str], *, longest: int | None = None, fold: bool = False
) -> None:
    """Refuse names that a database would change, or take for one another.

    Parameters
    ----------
    table : str
    columns : sequence of str
    longest : int or None
        In bytes.
    fold : bool
        Whether capitals make no difference.

    Raises
    ------
    OutputError
    """
    for name in (table, *columns):
        if "\0" in name or (longest is not None and len(name.encode()) > longest):
            limit = "" if longest is None else f" and at most {longest} bytes"
            raise OutputError(f"names must have no null character{limit}, got {name!r}; rename it")
    twice = first_repeated([name.lower() for name in columns] if fold else columns)
    if twice is not None:
        raise OutputError(
            f"column names must differ by more than capitals, got {twice!r} more than once; "
            "rename one of them"
        )
