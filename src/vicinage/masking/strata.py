"""The groups of rows within which neighbours are sought."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from vicinage.errors import ParameterError
from vicinage.schema import Role
from vicinage.table import Table

__all__ = ["strata"]


def strata(
    table: Table, within: str | Sequence[str] | None, least: int
) -> list[npt.NDArray[np.intp]] | None:
    """Return the rows of each stratum, or None when the whole table is one.

    Parameters
    ----------
    table : Table
    within : str, sequence of str or None
        Columns whose combinations are the strata; missing is a value of its own. None stands for
        the columns with the role "stratum".
    least : int
        The smallest size a stratum may have.

    Raises
    ------
    ParameterError
        If a column is unknown, or strata are smaller than `least`; they are named.
    """
    names = table.schema.with_role(Role.STRATUM) if within is None else within
    names = (names,) if isinstance(names, str) else tuple(names)
    if not names:
        return None
    unknown = [name for name in names if name not in table.names]
    if unknown:
        raise ParameterError(
            f"within must name columns of the table, got {unknown[0]!r}; "
            f"columns: {', '.join(table.names)}"
        )
    codes = np.column_stack([table.codes(name) for name in names])
    _, first, stratum, sizes = np.unique(
        codes, axis=0, return_index=True, return_inverse=True, return_counts=True
    )
    small = first[sizes < least]
    if small.size:
        raise ParameterError(_too_small(table, names, small, least))
    ends = np.cumsum(sizes)[:-1]
    return np.split(np.argsort(stratum.ravel(), kind="stable"), ends)


def _too_small(table: Table, names: tuple[str, ...], rows: npt.NDArray[np.intp], least: int) -> str:
    labels = [table.labels(name) for name in names]
    shown = [" / ".join(column[row] or "missing" for column in labels) for row in rows[:5]]
    more = ", ..." if rows.size > 5 else ""
    return (
        f"within must give strata of more than n_neighbors = {least - 1} records; too small: "
        f"{', '.join(shown)}{more}; join them with others, or choose a smaller n_neighbors"
    )
