"""What is known of a table that is read in parts."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
import pyarrow as pa

from vicinage.schema import Categorical, Ordinal, RecodeLabels, RecodeNumbers, Schema
from vicinage.table.arrow_frame import ArrowFrame
from vicinage.table.cells import stored_cells
from vicinage.table.cells_to_numbers import parse
from vicinage.table.chunks import Chunks
from vicinage.table.loading import fitting, with_key
from vicinage.table.open_ends import fill_bounds, fill_categories
from vicinage.table.table import Table
from vicinage.table.validation import Examination, examine, refuse_faulty

__all__ = ["Survey"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Survey:
    """The schema of a table, and what its rows showed; picklable.

    A part of the rows is bound to it as the whole table would be: with the bounds, the categories
    and the findings of all of them. So everything computed from a cell is what it would be there.

    Parameters
    ----------
    chunks : Chunks
        Where the rows come from; what it knows of types and dialect is used.
    declared : Schema
        As the steward gave it.
    given : Schema
        For the columns of the table, in its order.
    schema : Schema
        The same, with open bounds filled in.
    examination : Examination
        Of all rows; private. Before they have been looked at, it is empty.
    n_rows : int
    """

    chunks: Chunks
    declared: Schema
    given: Schema
    schema: Schema
    examination: Examination
    n_rows: int = 0

    @classmethod
    def before(cls, chunks: Chunks, schema: Schema, *, key: str | None = None) -> Self:
        """Say what is known before any row is read.

        Raises
        ------
        TableError
            If names differ from those of the schema.
        """
        nothing = ArrowFrame(chunks.schema.empty_table())
        known = fitting(schema, nothing) or schema
        given = with_key(known.with_file(chunks.file), key)
        refuse_faulty(examine(nothing, given).findings)
        given = given.in_order(nothing.names)
        return cls(
            chunks=chunks, declared=schema, given=given, schema=given, examination=Examination()
        )

    def look(self, rows: Any) -> Examination:
        """Examine some rows; of what is wrong, only that it is."""
        frame = ArrowFrame(rows)
        found = examine(frame, self.given)
        for column in self.given:
            if isinstance(column.kind, Ordinal) or (
                isinstance(column.kind, Categorical) and column.kind.categories
            ):
                values = parse(stored_cells(frame, column.name), column).values
                present = values[~np.isnan(values)]
                if present.size:
                    found.ranges[column.name] = (float(present.min()), float(present.max()))
        kept = [replace(f, rows=f.rows[:1]) for f in found.findings if f.refuses]
        return replace(found, findings=kept)

    def after(self, examinations: Iterable[Examination], n_rows: int) -> Self:
        """Say what is known when all rows have been looked at.

        Raises
        ------
        TableError
            If some break the schema; every rule broken is named.
        """
        whole = Examination()
        for part in examinations:
            _add(whole, part)
        rules = {(finding.column, finding.reason): finding for finding in whole.findings}
        refuse_faulty(list(rules.values()))
        given = fill_categories(self.given, whole.categories)
        schema = fill_bounds(given, whole.ranges)
        return replace(self, given=given, schema=schema, examination=whole, n_rows=n_rows)

    def bind(self, rows: Any) -> Table:
        """Bind some rows, a pyarrow Table."""
        return Table(
            self.schema,
            self.declared,
            ArrowFrame(rows),
            self.given,
            self.examination,
            self.chunks.dialect,
            row_order=self.chunks.row_order,
        )

    def no_rows(self) -> Table:
        """Return a table of the columns alone."""
        return self.bind(self.chunks.schema.empty_table())

    def prepared(self, table: Table) -> Self:
        """Say what is known when the steps before masking are done, before any row is looked at.

        Parameters
        ----------
        table : Table
            :meth:`no_rows`, after these steps.
        """
        return self._changed(table, self.declared.prepared(), self.given.prepared())

    def released(self, table: Table) -> Self:
        """Say the same of the release, whose steps are all done."""
        return self._changed(table, self.declared.released(), self.given.released())

    def _changed(self, table: Table, declared: Schema, given: Schema) -> Self:
        treatment = self.given.treatment
        relabelled = {
            step.column
            for step in (*treatment.before, *treatment.after)
            if isinstance(step, RecodeNumbers | RecodeLabels)
        }
        fields = []
        for field in self.chunks.stored:
            now = table.cells(field.name).type
            same = now == self.chunks.schema.field(field.name).type
            # Labels that are put into a dictionary make it a column of texts.
            fields.append(field if same and field.name not in relabelled else field.with_type(now))
        stored = pa.schema(fields, metadata=self.chunks.stored.metadata)
        return replace(
            self,
            chunks=replace(self.chunks, stored=stored),
            declared=declared,
            given=given,
            schema=given,
        )

    def is_constant(self, name: str) -> bool:
        """Say whether all cells of a column that have a value have the same one."""
        kind = self.given[name].kind
        if isinstance(kind, Categorical) and name in self.examination.categories:
            return len(self.examination.categories[name]) < 2
        lower, upper = self.examination.ranges.get(name, (np.nan, np.nan))
        return not lower < upper


def _add(whole: Examination, part: Examination) -> None:
    """Add what was found in more rows."""
    whole.findings += part.findings
    for counts, more in (
        (whole.missing, part.missing),
        (whole.not_applicable, part.not_applicable),
        (whole.outside, part.outside),
    ):
        for name, count in more.items():
            counts[name] = counts.get(name, 0) + count
    for name, labels in part.categories.items():
        whole.categories[name] = tuple(sorted({*whole.categories.get(name, ()), *labels}))
    for name, ends in part.ranges.items():
        whole.ranges[name] = _wider(whole.ranges.get(name, ends), ends)


def _wider(one: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    return float(np.fmin(one[0], other[0])), float(np.fmax(one[1], other[1]))
