"""Every problem of a table, for the steward who can correct it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pyarrow as pa

from vicinage.schema import Role, Schema, Text
from vicinage.table.cells import plain_cells, texts_of
from vicinage.table.csv_reader import record_lines
from vicinage.table.finding import Finding
from vicinage.table.frames import Frame
from vicinage.table.loading import load
from vicinage.table.misread import misread_cells
from vicinage.table.problem import Problem
from vicinage.table.record_findings import record_findings
from vicinage.table.twin_columns import twin_columns
from vicinage.table.validation import examine

__all__ = ["check_table"]

_NEVER_MISSING = (Role.KEY, Role.WEIGHT)


def check_table(source: Any, schema: Schema | None = None) -> list[Problem]:
    """List all problems of a table, with line and cell: for the steward only.

    Parameters
    ----------
    source : Path, str, list or tuple of them, or frame
        What :meth:`Table.of` takes.
    schema : Schema or None
        None: the table is checked against what is observed in it.

    Returns
    -------
    list of Problem
        Column by column, and within a column from the first line to the last; then names and
        cells that look misread, columns that tell the same, the rules and formulas that records
        break, and the columns whose missing cells private queries take as nulls. A table is
        refused for its errors, except for values outside declared bounds and broken rules; not for
        its notes. A private query is refused for none of its cells.

    Raises
    ------
    TableError
        If the table cannot be read at all.

    Examples
    --------
    >>> from vicinage.schema import Numeric
    >>> for problem in check_table(pa.table({"x": ["1", "two"]}), Schema({"x": Numeric()})):
    ...     print(problem)
    error: row 2, column 'x' must be a number with the decimal sign ".", got 'two'
    """
    loaded = load(source, schema)
    examination = examine(loaded.frame, loaded.schema)
    findings = examination.findings
    faulty = {finding.column for finding in findings if finding.refuses}
    findings += misread_cells(loaded.frame, loaded.schema.file, faulty)
    findings += twin_columns(loaded.frame, loaded.schema, faulty)
    if loaded.declared is not None:
        findings += record_findings(loaded.frame, loaded.schema, faulty)
        findings += _without_fill(examination.missing, loaded.frame.n_rows, loaded.declared)
        findings += _not_applicable(examination.not_applicable, loaded.frame.n_rows)
    lines = None
    if loaded.path and loaded.dialect and any(finding.rows.size for finding in findings):
        lines = record_lines(loaded.path, loaded.dialect, loaded.frame.n_rows)
    return [problem for finding in findings for problem in _problems(finding, loaded.frame, lines)]


def _without_fill(missing: Mapping[str, int], n_rows: int, schema: Schema) -> Iterator[Finding]:
    for column in schema:
        count = missing.get(column.name, 0)
        asked_for = not isinstance(column.kind, Text) and column.role not in _NEVER_MISSING
        if asked_for and column.fill is None and 0 < count < n_rows:
            reason = (
                f"is missing in {count} of {n_rows} rows; only private queries need to know: they "
                "take these as nulls, unless the schema declares a public fill"
            )
            yield Finding(column=column.name, reason=reason, severity="note", refuses=False)


def _not_applicable(counts: Mapping[str, int], n_rows: int) -> Iterator[Finding]:
    for name, count in counts.items():
        if count:
            reason = f"does not apply in {count} of {n_rows} rows"
            yield Finding(column=name, reason=reason, severity="note", refuses=False)


def _problems(finding: Finding, frame: Frame, lines: Sequence[int] | None) -> Iterator[Problem]:
    whole = Problem(
        severity=finding.severity,
        column=finding.column,
        reason=finding.reason,
        refuses=finding.refuses,
    )
    if not finding.rows.size:
        yield whole
        return
    cells = plain_cells(frame, finding.column).take(pa.array(finding.rows))
    for row, cell in zip(finding.rows.tolist(), texts_of(cells).to_pylist(), strict=True):
        if lines is None:
            yield replace(whole, row=row + 1, cell=cell or None)
        else:
            yield replace(whole, line=lines[row], cell=cell or None)
