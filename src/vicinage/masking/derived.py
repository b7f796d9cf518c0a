"""Derived columns, computed anew from the columns that they follow from."""

import numpy as np
import numpy.typing as npt

from vicinage.schema import Column, Expression
from vicinage.table import Table
from vicinage.table.cells import is_text
from vicinage.table.expression_values import formula_values

__all__ = ["recomputed"]

# A cell that agrees so well with its formula is kept as it is spelled.
_ROUNDING = 1e-9


def recomputed(table: Table) -> Table:
    """Return the table with its derived columns computed from its other cells.

    A cell whose formula has no value becomes missing; where a cell of the formula does not apply,
    neither does the derived one, if a code for that is declared. A cell that agrees with its
    formula stays as it is.

    Raises
    ------
    TableError
        If the type of a column cannot hold a number or a missing cell.
    """
    for column in table.schema:
        if column.formula is not None:
            table = _computed(table, column, Expression(column.formula))
    return table


def _computed(table: Table, column: Column, formula: Expression) -> Table:
    new = formula_values(formula, table.frame, table.schema)
    new = np.round(new) if getattr(column.kind, "integer", False) else new
    apart = np.zeros(new.size, np.bool_)
    if column.not_applicable:
        apart = np.logical_or.reduce([table.not_applicable(name) for name in formula.columns])
    was_apart = table.not_applicable(column.name)
    changed = ~_alike(table.values(column.name), new) | was_apart
    changed &= ~apart
    if changed.any():
        table = table.replace({column.name: new}, rows=changed)
    return _set_apart(table, column, apart & ~was_apart)


def _set_apart(table: Table, column: Column, rows: npt.NDArray[np.bool_]) -> Table:
    """Write the code for "does not apply"; a column of numbers can only have a number for it."""
    if not rows.any():
        return table
    code = column.not_applicable[0]
    if is_text(table.cells(column.name).type):
        declared = (table.declared or table.schema)[column.name]
        return table.relabel(declared, np.where(rows, 0, -1), [code])
    return table.replace({column.name: np.full(rows.size, float(code))}, rows=rows)


def _alike(old: npt.NDArray[np.float64], new: npt.NDArray[np.float64]) -> npt.NDArray[np.bool_]:
    return np.isclose(old, new, rtol=_ROUNDING, atol=_ROUNDING, equal_nan=True)
