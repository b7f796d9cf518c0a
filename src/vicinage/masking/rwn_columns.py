"""Which columns RWN perturbs, which it measures distance on, and within which strata."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from vicinage.errors import ParameterError
from vicinage.neighbors import Variable
from vicinage.schema import Categorical, Role, Text
from vicinage.table import Table

__all__ = ["distance_columns", "perturbed_columns", "strata", "variable"]

# What tells records apart or belongs to the design of the sample is neither drawn nor measured.
_LEFT_ALONE = frozenset(
    {Role.KEY, Role.IDENTIFIER, Role.STRATUM, Role.WEIGHT, Role.HOUSEHOLD, Role.IGNORED}
)


def perturbed_columns(table: Table, columns: Sequence[str] | None) -> tuple[str, ...]:
    """Return the columns to perturb, in table order: the named ones, else all without such a role.

    Raises
    ------
    ParameterError
        If a name is unknown or has a role that is left alone, or nothing is left to perturb.
    """
    free = [column.name for column in table.schema if column.role not in _LEFT_ALONE]
    return _chosen("columns", table, columns, free, "columns that can be perturbed")


def distance_columns(table: Table, columns: Sequence[str] | None) -> tuple[str, ...]:
    """Return the columns that distance is measured on: the named ones, else all but texts.

    Raises
    ------
    ParameterError
        If a name is unknown, is a text, a key or an identifier; or nothing is left to measure.
    """
    measurable = [column.name for column in table.schema if not isinstance(column.kind, Text)]
    usual = [name for name in measurable if table.schema[name].role not in _LEFT_ALONE]
    if columns is not None:
        forbidden = (Role.KEY, Role.IDENTIFIER)
        usual = [name for name in measurable if table.schema[name].role not in forbidden]
    return _chosen("distance_columns", table, columns, usual, "columns that distance can use")


def _chosen(
    parameter: str, table: Table, names: Sequence[str] | None, free: list[str], what: str
) -> tuple[str, ...]:
    listed = ", ".join(free) or "none"
    for name in names or ():
        if name not in table.names:
            raise ParameterError(
                f"{parameter} must name columns of the table, got {name!r}; {what}: {listed}"
            )
        if name not in free:
            column = table.schema[name]
            reason = f"role {column.role}" if column.role else f"kind {column.kind.kind}"
            raise ParameterError(
                f"{parameter} must leave out {name!r} ({reason}); {what}: {listed}"
            )
    chosen = free if names is None else [name for name in table.names if name in set(names)]
    if not chosen:
        raise ParameterError(f"{parameter} must leave at least one column, got none; {what}: none")
    return tuple(chosen)


def variable(table: Table, name: str) -> Variable:
    """Read a column as the metrics see it."""
    kind = table.schema[name].kind
    lower, upper = table.bounds(name)
    labels = kind.categories if isinstance(kind, Categorical) else None
    return Variable(name=name, values=table.values(name), lower=lower, upper=upper, labels=labels)


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
