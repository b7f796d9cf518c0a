"""The groups of rows within which neighbours are sought."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from vicinage.errors import ParameterError
from vicinage.schema import Role
from vicinage.table import Table

__all__ = ["strata", "strata_columns"]

Rows = npt.NDArray[np.intp]


def strata_columns(table: Table, within: str | Sequence[str] | None) -> tuple[str, ...]:
    """Return the columns whose combinations are the strata.

    Parameters
    ----------
    table : Table
    within : str, sequence of str or None
        None stands for the columns with the role "stratum".

    Raises
    ------
    ParameterError
        If a column is unknown.
    """
    names = table.schema.with_role(Role.STRATUM) if within is None else within
    names = (names,) if isinstance(names, str) else tuple(names)
    unknown = [name for name in names if name not in table.names]
    if unknown:
        raise ParameterError(
            f"within must name columns of the table, got {unknown[0]!r}; "
            f"columns: {', '.join(table.names)}"
        )
    return names


def strata(
    table: Table, names: tuple[str, ...], least: int, *, first: Rows | None = None
) -> list[Rows] | None:
    """Return the units of each stratum, or None when the whole table is one.

    Parameters
    ----------
    table : Table
    names : tuple of str
        Columns whose combinations are the strata; missing is a value of its own.
    least : int
        The smallest size a stratum may have.
    first : ndarray of int of shape (n_units,), optional
        The first record of each household, when households are the units, not records.

    Raises
    ------
    ParameterError
        If strata are smaller than `least`; they are named.
    """
    if not names:
        return None
    units = np.arange(table.n_rows) if first is None else first
    codes = np.column_stack([table.codes(name)[units] for name in names])
    _, examples, stratum, sizes = np.unique(
        codes, axis=0, return_index=True, return_inverse=True, return_counts=True
    )
    small = examples[sizes < least]
    if small.size:
        what = "records" if first is None else "households"
        raise ParameterError(_too_small(table, names, units[small], least, what))
    ends = np.cumsum(sizes)[:-1]
    return np.split(np.argsort(stratum.ravel(), kind="stable"), ends)


def _too_small(table: Table, names: tuple[str, ...], rows: Rows, least: int, what: str) -> str:
    labels = [table.labels(name) for name in names]
    shown = [" / ".join(column[row] or "missing" for column in labels) for row in rows[:5]]
    more = ", ..." if rows.size > 5 else ""
    return (
        f"within must give strata of more than n_neighbors = {least - 1} {what}; too small: "
        f"{', '.join(shown)}{more}; join them with others, or choose a smaller n_neighbors"
    )
