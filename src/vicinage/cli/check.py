"""``vicinage check``: what is wrong with a table."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import vicinage
from vicinage.cli.json_output import AsJSON, json_text
from vicinage.cli.problem_lines import problem_lines, warn_of_cells
from vicinage.cli.table_place import TablePlace
from vicinage.schema import Schema

__all__ = ["check"]


def check(
    file: TablePlace,
    /,
    *,
    schema: Path | None = None,
    as_json: AsJSON = False,
) -> int:
    """Print the problems, and return 1 when there is an error.

    Parameters
    ----------
    file
        File, or address of a table in a database.
    schema
        What the table must obey; without it, what is observed in the table itself.
    as_json
        Print one JSON object instead of lines.
    """
    declared = Schema.from_toml(schema) if schema else None
    problems = vicinage.table.check_table(file, declared)
    errors = sum(problem.severity == "error" for problem in problems)
    if as_json:
        found = [dataclasses.asdict(problem) for problem in problems]
        print(json_text({"file": str(file), "errors": errors, "problems": found}))
        return 1 if errors else 0
    for line in problem_lines(problems, declared):
        print(line)
    warn_of_cells(problems)
    notes = len(problems) - errors
    print(f"{file}: {_counted(errors, 'error')}, {_counted(notes, 'note')}")
    return 1 if errors else 0


def _counted(number: int, what: str) -> str:
    return f"{number or 'no'} {what}{'' if number == 1 else 's'}"
