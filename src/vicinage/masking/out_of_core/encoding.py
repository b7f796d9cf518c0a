"""What each part of the work must know of the table: how its rows become records in space."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from vicinage.masking.rwn import RWN
from vicinage.masking.variables import variables
from vicinage.neighbors import Space, Variable, Whole, metric_of
from vicinage.privacy import RandomKey
from vicinage.schema import Role
from vicinage.table import Survey, Table

__all__ = ["ROW", "Encoding", "Stratum"]

ROW = "row"  # the place of a record in the table; cells are in columns "0", "1" and so on

Words = npt.NDArray[np.uint64]
Stratum = tuple[str | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Encoding:
    """How stored rows are read; picklable, and private for its key.

    Parameters
    ----------
    survey : Survey
    masker : RWN
    key : RandomKey
    measured, within : tuple of str
        Columns to measure distance on, and those whose combinations are strata.
    """

    survey: Survey
    masker: RWN
    key: RandomKey
    measured: tuple[str, ...]
    within: tuple[str, ...]

    def stored(self, name: str) -> str:
        """Return under which name a column of the table is stored."""
        return str(self.survey.given.names.index(name))

    def cells(self, rows: Any, names: Sequence[str]) -> Any:
        """Return some columns of stored rows under their own names."""
        return rows.select([self.stored(name) for name in names]).rename_columns(list(names))

    def with_cells(self, rows: Any, cells: Any) -> Any:
        """Return stored rows with other cells, given under the names of their columns."""
        for name in cells.column_names:
            position = rows.column_names.index(self.stored(name))
            column = cells.column(name)
            field = rows.schema.field(position).with_type(column.type)
            rows = rows.set_column(position, field, column)
        return rows

    def table(self, rows: Any) -> Table:
        """Bind stored rows to what is known of all of them."""
        return self.survey.bind(self.cells(rows, self.survey.given.names))

    def records(self, rows: Any, table: Table) -> Words:
        """Return the words that stand for the records: of their keys, else of their places."""
        texts = table.key_bytes()
        if texts is None:
            places: Words = rows.column(ROW).to_numpy().astype(np.uint64)
            return places
        return self.key.of_bytes(*texts)

    def in_order(self, records: Words) -> npt.NDArray[np.intp]:
        """Return the order in which records are arranged, given in the order of the table."""
        if self.survey.given.with_role(Role.KEY):
            return np.argsort(records)
        return np.arange(records.size)

    def space(self, table: Table) -> Space:
        """Place records as all of the table would be placed together."""
        known = [
            replace(variable, whole=self._whole(name, variable))
            for name in self.measured
            for variable in variables(table, [name])
        ]
        space = metric_of(self.masker.metric).space(known)
        if space.weights.size:
            return space
        return replace(Space.of_numbers(np.zeros((table.n_rows, 1))), skipped=space.skipped)

    def strata(self, table: Table) -> tuple[list[Stratum], npt.NDArray[np.intp]]:
        """Return the different strata of some rows, and which of them each row belongs to."""
        if not self.within:
            return [()], np.zeros(table.n_rows, np.intp)
        codes = np.column_stack([table.codes(name) for name in self.within])
        _, first, stratum = np.unique(codes, axis=0, return_index=True, return_inverse=True)
        labels = []
        for c, name in enumerate(self.within):
            texts = table.cells(name).take(first).cast("string").to_pylist()
            present = codes[first, c] >= 0  # a missing code is a text too
            labels.append([t if p else None for t, p in zip(texts, present, strict=True)])
        return list(zip(*labels, strict=True)), stratum.ravel()

    def _whole(self, name: str, variable: Variable) -> Whole:
        """Say of a variable of a column what the values of all rows would show."""
        found = self.survey.examination
        missing, apart = found.missing[name], found.not_applicable[name]
        empty = missing + apart
        if variable.name != name:  # which cells apply
            return Whole(constant=apart == self.n_rows, some_missing=False, all_missing=False)
        if variable.labels is not None and apart:  # not to apply is a label
            constant = empty == self.n_rows
            return Whole(constant=constant, some_missing=missing > 0, all_missing=False)
        return Whole(
            constant=self.survey.is_constant(name),
            some_missing=empty > 0,
            all_missing=empty == self.n_rows,
        )

    @property
    def n_rows(self) -> int:
        """The number of rows of the whole table."""
        return self.survey.n_rows
