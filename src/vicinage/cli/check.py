"""``vicinage check``: what is wrong with a table."""

import dataclasses
import sys
from pathlib import Path

from vicinage.cli.json_output import AsJSON, json_text
from vicinage.cli.table_place import TablePlace
from vicinage.schema import Schema
from vicinage.table import Problem, check_table

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
    problems = check_table(file, Schema.from_toml(schema) if schema else None)
    errors = sum(problem.severity == "error" for problem in problems)
    if as_json:
        found = [dataclasses.asdict(problem) for problem in problems]
        print(json_text({"file": str(file), "errors": errors, "problems": found}))
    else:
        _print_lines(file, problems, errors)
    return 1 if errors else 0


def _print_lines(file: object, problems: list[Problem], errors: int) -> None:
    for problem in problems:
        print(problem)
    if problems:
        print("For the steward only: the lines above show cells of the table.", file=sys.stderr)
    notes = len(problems) - errors
    print(f"{file}: {errors or 'no'} errors, {notes or 'no'} notes")
