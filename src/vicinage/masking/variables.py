"""Columns of a table as the metrics see them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from vicinage.neighbors import Variable
from vicinage.schema import Categorical
from vicinage.table import Table

__all__ = ["variables"]


def variables(table: Table, names: Sequence[str]) -> list[Variable]:
    """Return what distance is measured on.

    Cells that do not apply are a level of their own: one more category, or, beside numbers, dates
    and ranks, a nominal variable that tells them from all others; among these they are missing.
    """
    return [variable for name in names for variable in _of_column(table, name)]


def _of_column(table: Table, name: str) -> Iterator[Variable]:
    kind = table.schema[name].kind
    lower, upper = table.bounds(name)
    labels = kind.categories if isinstance(kind, Categorical) else None
    variable = Variable(
        name=name, values=table.clamped(name), lower=lower, upper=upper, labels=labels
    )
    if not table.some_not_applicable(name):
        yield variable
        return
    apart = table.not_applicable(name)
    if labels is not None:
        values = np.where(apart, float(len(labels)), variable.values)
        yield replace(variable, values=values, labels=(*labels, "not applicable"))
        return
    yield variable
    yield Variable(
        name=f"{name} (applies)",
        values=(~apart).astype(np.float64),
        lower=0.0,
        upper=1.0,
        labels=("no", "yes"),
    )
