"""Cells recoded: numbers into intervals, labels into others, dates to the start of a period."""

import numpy as np
import numpy.typing as npt

from vicinage.schema import Column, RecodeDates, RecodeLabels, RecodeNumbers, labels_of
from vicinage.table import Table

__all__ = ["declared_column", "recode_dates", "recode_labels", "recode_numbers"]

_MONTHS = {"month": 1, "quarter": 3, "year": 12}


def declared_column(table: Table, name: str) -> Column:
    """Return what is declared of a column, without the bounds and labels found in the table."""
    return (table.declared or table.schema)[name]


def recode_numbers(table: Table, step: RecodeNumbers) -> tuple[Table, dict[str, int]]:
    """Replace numbers by the labels of their intervals; see :class:`RecodeNumbers`."""
    values = table.values(step.column)
    positions = np.searchsorted(np.array(step.breaks, np.float64), values, side="right")
    positions = np.where(np.isnan(values), -1, positions)
    after = step.column_after(declared_column(table, step.column))
    return _relabelled(table, after, positions, step.labels)


def recode_labels(table: Table, step: RecodeLabels) -> tuple[Table, dict[str, int]]:
    """Replace labels by others; see :class:`RecodeLabels`."""
    values = table.values(step.column)
    new = step.new_labels
    labels = tuple(dict.fromkeys(new.values()))
    old = labels_of(table.schema[step.column].kind)
    places = [labels.index(new[label]) if label in new else -1 for label in old]
    positions = np.array([*places, -1])[np.where(np.isnan(values), -1, values).astype(np.int64)]
    after = step.column_after(declared_column(table, step.column))
    return _relabelled(table, after, positions, labels)


def recode_dates(table: Table, step: RecodeDates) -> tuple[Table, dict[str, int]]:
    """Replace dates by the first day of their period; see :class:`RecodeDates`."""
    days = table.values(step.column)
    absent = np.isnan(days)
    length = _MONTHS[step.period]
    moments = np.floor(np.where(absent, 0.0, days)).astype("datetime64[D]")
    months = moments.astype("datetime64[M]").astype(np.int64) // length * length
    first = months.astype("datetime64[M]").astype("datetime64[D]").astype(np.float64)
    changed = ~absent & (first != days)
    after = step.column_after(declared_column(table, step.column))
    return (
        table.redate(after, np.where(changed, first, np.nan)),
        {step.column: int(changed.sum())},
    )


def _relabelled(
    table: Table, after: Column, positions: npt.NDArray[np.int64], labels: tuple[str, ...]
) -> tuple[Table, dict[str, int]]:
    return (
        table.relabel(after, positions, labels),
        {after.name: int((positions >= 0).sum())},
    )
