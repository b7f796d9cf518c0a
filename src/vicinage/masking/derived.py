"""Derived columns, computed anew from the columns that they follow from."""

import numpy as np
import numpy.typing as npt

from vicinage.schema import Expression
from vicinage.table import Table
from vicinage.table.expression_values import formula_values

__all__ = ["recomputed"]

# A cell that agrees so well with its formula is kept as it is spelled.
_ROUNDING = 1e-9


def recomputed(table: Table) -> Table:
    """Return the table with its derived columns computed from its other cells.

    A cell whose formula has no value becomes missing; one that does not apply stays so, and one
    that agrees with its formula stays as it is.

    Raises
    ------
    TableError
        If the type of a column cannot hold a number or a missing cell.
    """
    for column in table.schema:
        if column.formula is not None:
            new = formula_values(Expression(column.formula), table.frame, table.schema)
            whole = getattr(column.kind, "integer", False)
            new = np.round(new) if whole else new
            old = table.values(column.name)
            changed = ~_alike(old, new) & ~table.not_applicable(column.name)
            if changed.any():
                table = table.replace({column.name: new}, rows=changed)
    return table


def _alike(old: npt.NDArray[np.float64], new: npt.NDArray[np.float64]) -> npt.NDArray[np.bool_]:
    return np.isclose(old, new, rtol=_ROUNDING, atol=_ROUNDING, equal_nan=True)
