"""What records break that no single column shows: rules, formulas, and shared cells."""

from collections.abc import Collection, Iterator

import numpy as np

from vicinage.schema import Expression, Role, Schema
from vicinage.table.cells import is_missing, plain_cells, stored_cells
from vicinage.table.cells_to_numbers import parse
from vicinage.table.expression_values import broken_rows, formula_values
from vicinage.table.finding import Finding
from vicinage.table.frames import Frame

__all__ = ["record_findings"]

_ROUNDING = 1e-9


def record_findings(frame: Frame, schema: Schema, faulty: Collection[str]) -> Iterator[Finding]:
    """Find the records that break a rule, a formula, or the unity of their household.

    Parameters
    ----------
    frame : Frame
    schema : Schema
    faulty : collection of str
        Columns that cannot be read; nothing is said of what needs them.
    """
    for rule in schema.treatment.rules:
        if rule.columns and not set(rule.columns) & set(faulty):
            rows = np.flatnonzero(broken_rows(rule, frame, schema))
            reason = f"must keep the rule {rule.text}"
            yield from _found(rule.columns[0], reason, rows, refuses=False)
    for column in schema:
        if column.formula is not None and column.name not in faulty:
            formula = Expression(column.formula)
            if not set(formula.columns) & set(faulty):
                reason = f"must follow its formula, {column.formula}"
                rows = _departing(frame, schema, column.name, formula)
                yield from _found(column.name, reason, rows, refuses=False)
    yield from _of_households(frame, schema, faulty)


def _found(
    name: str, reason: str, rows: np.ndarray[tuple[int], np.dtype[np.int64]], *, refuses: bool
) -> Iterator[Finding]:
    if rows.size:
        yield Finding(column=name, reason=reason, refuses=refuses, rows=rows)


def _departing(
    frame: Frame, schema: Schema, name: str, formula: Expression
) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Return the rows whose cell and formula both have a value, and not the same."""
    column = schema[name]
    cells = parse(stored_cells(frame, name), column, schema.file.decimal).values
    values = formula_values(formula, frame, schema)
    values = np.round(values) if getattr(column.kind, "integer", False) else values
    alike = np.isclose(cells, values, rtol=_ROUNDING, atol=_ROUNDING)
    return np.flatnonzero(~alike & ~np.isnan(cells) & ~np.isnan(values))


def _of_households(frame: Frame, schema: Schema, faulty: Collection[str]) -> Iterator[Finding]:
    names = [c.name for c in schema if c.level == "household" and c.name not in faulty]
    homes = schema.with_role(Role.HOUSEHOLD)
    if not names or homes[0] in faulty:
        return
    home = _codes(frame, schema, homes[0])
    _, first, unit = np.unique(home, return_index=True, return_inverse=True)
    for name in names:
        codes = _codes(frame, schema, name)
        rows = np.flatnonzero((codes != codes[first][unit.ravel()]) & (home >= 0))
        reason = "must be the same for all members of a household"
        yield from _found(name, reason, rows, refuses=True)


def _codes(frame: Frame, schema: Schema, name: str) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    cells = plain_cells(frame, name)
    codes = cells.dictionary_encode("encode").indices.to_numpy().astype(np.int64)
    return np.where(is_missing(cells, schema[name].missing), -1, codes)
