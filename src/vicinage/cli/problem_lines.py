"""The problems of a table, as few lines as say what to do."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import groupby

import vicinage
from vicinage.schema import Schema

__all__ = ["problem_lines", "warn_of_cells"]

_SHOWN = 5


def problem_lines(problems: list[vicinage.table.Problem], schema: Schema | None) -> Iterator[str]:
    r"""Return a line for each rule that a column breaks, and under it what the usual cause is.

    Parameters
    ----------
    problems : list of Problem
        From :func:`vicinage.table.check_table`. Private.
    schema : Schema or None
        Against which the table was checked.

    Examples
    --------
    >>> from vicinage.table import Problem
    >>> reason = 'must be a number with the decimal sign "."'
    >>> problems = [
    ...     Problem(severity="error", column="pay", reason=reason, line=line, cell=f"{line},5")
    ...     for line in range(2, 10)
    ... ]
    >>> schema = Schema.from_toml('[columns.pay]\nkind = "numeric"')
    >>> print("\n".join(problem_lines(problems, schema)))
    error: 8 cells of column 'pay' must be a number with the decimal sign "."; the first 5:
      line 2 '2,5', line 3 '3,5', line 4 '4,5', line 5 '5,5', line 6 '6,5'
      hint: decimal commas? declare decimal = "," under [file]
    """
    alike = groupby(problems, lambda found: (found.severity, found.column, found.reason))
    for (severity, name, reason), members in alike:
        found = list(members)
        if len(found) == 1:
            yield str(found[0])
        else:
            shown = found[:_SHOWN]
            which = "" if len(shown) == len(found) else f"; the first {len(shown)}"
            yield f"{severity}: {len(found)} cells of column {name!r} {reason}{which}:"
            yield "  " + ", ".join(map(_example, shown))
        if schema is not None and name in schema:
            cells = [problem.cell for problem in found if problem.cell is not None]
            cause = vicinage.table.usual_cause(schema[name], schema.file.decimal, cells)
            if cause:
                yield f"  hint: {cause}"


def warn_of_cells(problems: list[vicinage.table.Problem]) -> None:
    """Say on the standard error for whom the lines of some problems are."""
    if problems:
        cells = any(problem.cell is not None for problem in problems)
        shown = "show cells of the table" if cells else "say what is in the table"
        print(f"For the steward only: the lines above {shown}.", file=sys.stderr)


def _example(problem: vicinage.table.Problem) -> str:
    place = f"row {problem.row}" if problem.line is None else f"line {problem.line}"
    return f"{place} {problem.cell or ''!r}"
