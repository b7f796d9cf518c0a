"""What is done to stored rows besides drawing: steps, derived columns, and the count of rules."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from vicinage.masking.derived import recomputed
from vicinage.masking.rule_count import broken_records, kept_rules
from vicinage.masking.steps import apply_steps
from vicinage.schema import Expression, Role, Treatment
from vicinage.table import Examination, Survey, Table

__all__ = ["TreatmentOfRows"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TreatmentOfRows:
    """A treatment whose steps look at one row at a time; picklable.

    Parameters
    ----------
    original, prepared, released : Survey
        What is known of the table as it comes, after the steps before masking, and of its release,
        before any row is read.
    kept_rules : tuple of Expression
        Rules that can be asked of the release.
    """

    original: Survey
    prepared: Survey
    released: Survey
    kept_rules: tuple[Expression, ...]

    @classmethod
    def of(cls, original: Survey, dropped: Sequence[str]) -> Self:
        """Find out what the steps make of the columns.

        Parameters
        ----------
        original : Survey
        dropped : sequence of str
            Columns that the release does not have.

        Raises
        ------
        TableError
            If the type of a column cannot hold what a step puts there.
        """
        treatment = original.given.treatment
        nothing = original.chunks.schema.empty_table()
        columns = original.after([original.look(nothing)], 0).bind(nothing)
        prepared, _ = apply_steps(_untreated(columns), treatment.before)
        released = recomputed(apply_steps(prepared, treatment.after)[0])
        return cls(
            original=original,
            prepared=original.prepared(prepared),
            released=original.released(released),
            kept_rules=kept_rules(columns, dropped),
        )

    @property
    def treatment(self) -> Treatment:
        """What is declared to be done."""
        return self.original.given.treatment

    @property
    def prepares(self) -> bool:
        """Whether there is something to do before masking."""
        return bool(self.treatment.before)

    @property
    def finishes(self) -> bool:
        """Whether there is something to do after masking, or to count."""
        derived = any(column.formula is not None for column in self.original.given)
        return derived or bool(self.treatment.after or self.treatment.rules)

    def broken_before(self, cells: Any) -> Counter[str]:
        """Count the original rows that break each rule."""
        return broken_records(self.treatment.rules, self.original.bind(cells))

    def prepare(self, cells: Any, found: Examination) -> Any:
        """Do the steps before masking.

        Parameters
        ----------
        cells : pyarrow.Table
            Some rows of the original.
        found : Examination
            Of these rows.
        """
        table = _untreated(self.original.after([found], cells.num_rows).bind(cells))
        return apply_steps(table, self.treatment.before)[0].frame.arrow()

    def finish(self, table: Table) -> tuple[Any, Counter[str]]:
        """Do what comes after masking.

        Parameters
        ----------
        table : Table
            Some masked rows, bound to what is known of all that were prepared.

        Returns
        -------
        cells : pyarrow.Table
            Of the release, and of the key.
        broken : Counter of str
            How many of these rows break each kept rule.
        """
        known = _untreated(table.drop(table.schema.with_role(Role.IDENTIFIER)))
        finished = recomputed(apply_steps(known, self.treatment.after)[0])
        return finished.frame.arrow(), broken_records(self.kept_rules, finished)


def _untreated(table: Table) -> Table:
    """Return a table whose schema says nothing of steps, which fit its columns only once."""
    return table.with_treatment(Treatment(together=table.schema.treatment.together))
