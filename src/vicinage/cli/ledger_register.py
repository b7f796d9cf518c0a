"""``vicinage ledger register``: open the budget of a data set."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

import vicinage
from vicinage.cli.answer_lines import cost_text
from vicinage.cli.json_output import AsJSON, json_text
from vicinage.cli.ledger import remaining_dict
from vicinage.cli.option_values import Flag
from vicinage.cli.problem_lines import problem_lines, warn_of_cells
from vicinage.cli.table_place import TablePlaces
from vicinage.cli.usage_error import UsageError
from vicinage.errors import SchemaError, TableError
from vicinage.schema import Schema

__all__ = ["register"]


def register(
    files: TablePlaces,
    /,
    *,
    schema: Path,
    name: str,
    epsilon: str,
    delta: str | None = None,
    lineage: str | None = None,
    analyst: Annotated[list[str] | None, Parameter(negative=())] = None,
    ledger: str,
    accept_errors: Flag = False,
    as_json: AsJSON = False,
) -> None:
    """Register a table, after a look at its cells.

    Parameters
    ----------
    files
        Files, or addresses of tables in databases; several of one layout are one table.
    schema
        What may be known of the table. It must say that it is public: whoever sees an answer sees
        its bounds, categories and fills.
    name
        By which the data set is known.
    epsilon
        What all answers about it together may cost, over all analysts.
    delta
        The same of their deltas, between 0 and 1; without it, only answers that need none.
    lineage
        What all versions of the table have in common; they share one budget. By default the name.
    analyst
        NAME=EPSILON, once for each: a share of the budget. Every question must then name one.
    ledger
        The ledger: a file, or the address of a data base.
    accept_errors
        Register the table although cells cannot be read or are outside the list of labels:
        private answers take a label outside the list as the declared other, and what cannot be
        read as the declared fill, or as nothing. Numbers outside the bounds, which are taken as
        the bound, need no consent.
    as_json
        Print one JSON object instead of lines.
    """
    shares = _shares(analyst or [])
    declared = Schema.from_toml(schema)
    if not declared.public:
        raise SchemaError(
            f"public must be true in {schema}, got false; every answer shows bounds and "
            "categories: see that none was taken from the data, then declare it"
        )
    opened = vicinage.ledger.Ledger.open(ledger)
    table = vicinage.table.QueryTable.of(files, declared)
    problems = vicinage.table.check_table(files, declared)
    errors = sum(problem.refuses for problem in problems)
    if not as_json:
        _print_problems(problems, declared)
    if errors and not accept_errors:
        raise TableError(
            f"the table must obey its schema, got {errors} cells or columns that do not; correct "
            "the cells or the schema, see `vicinage check`, or give --accept-errors"
        )
    digest = table.digest(opened.data_set_key)
    opened.register(name, digest, epsilon=epsilon, delta=delta, lineage=lineage, analysts=shares)
    left = remaining_dict(opened.remaining(name))
    if as_json:
        counts = _counted(problems)
        content = {"name": name, "rows": table.n_rows, "remaining": left, "problems": counts}
        print(json_text(content))
        return
    print(f"Registered {name}: {table.n_rows} rows, {cost_text(left)} left.")


def _shares(analysts: list[str]) -> dict[str, str] | None:
    shares: dict[str, str] = {}
    for given in analysts:
        name, sign, epsilon = given.rpartition("=")
        if not sign or not name or name in shares:
            raise UsageError(f"--analyst must be NAME=EPSILON, each name once, got {given!r}")
        shares[name] = epsilon
    return shares or None


def _counted(problems: list[vicinage.table.Problem]) -> list[dict[str, object]]:
    """Count the problems of each rule and column, without a cell."""
    counts = Counter((p.severity, p.column, p.reason) for p in problems)
    return [
        {"severity": severity, "column": column, "reason": reason, "count": count}
        for (severity, column, reason), count in counts.items()
    ]


def _print_problems(problems: list[vicinage.table.Problem], schema: Schema) -> None:
    for line in problem_lines(problems, schema):
        print(line, file=sys.stderr)
    warn_of_cells(problems)
