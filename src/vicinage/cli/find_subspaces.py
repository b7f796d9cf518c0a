"""``vicinage find-subspaces``: in which columns together most records are outliers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

import vicinage
from vicinage.cli.answer_lines import print_answer
from vicinage.cli.budget_options import BudgetOptions
from vicinage.cli.json_output import AsJSON, json_text
from vicinage.cli.option_values import Flag, read_names, read_number, split_names
from vicinage.cli.table_place import TablePlaces
from vicinage.cli.usage_error import UsageError
from vicinage.parameters import check_whole_number
from vicinage.schema import Schema

__all__ = ["find_subspaces"]

Number = Annotated[Any, Parameter(converter=read_number)]


def find_subspaces(
    files: TablePlaces,
    /,
    *,
    schema: Path,
    min_neighbors: Annotated[Any, Parameter(alias="-k", converter=read_number)] = 10,
    radius: Annotated[Any, Parameter(alias="-r", converter=read_number)] = 0.1,
    top: Number = None,
    max_size: Number = None,
    columns: Annotated[Any, Parameter(converter=read_names)] = None,
    subspace: Annotated[list[str] | None, Parameter(negative=())] = None,
    score: str = "dampened",
    scaling: str = "bounds",
    exact: Flag = False,
    as_json: AsJSON = False,
    budget: Annotated[BudgetOptions | None, Parameter(name="*")] = None,
) -> None:
    """Find the subspaces, and print the answer with its cost.

    Parameters
    ----------
    files
        Files, or addresses of tables in databases; several of one layout are one table.
    schema
        What may be known of the table; it must declare the bounds of the columns.
    min_neighbors
        A record with fewer neighbours is an outlier.
    radius
        Records as near as this are neighbours: a share of the declared ranges, or with
        --scaling none in the columns' own units.
    top
        How many subspaces are named. [default: 3, or fewer where --subspace gives fewer; all with
        --exact]
    max_size
        Most columns in a subspace. [default: 3]
    columns
        Columns to combine, such as age,income. [default: all that can be measured]
    subspace
        One subspace to compare, such as age,income; give it once for each, in place of --columns
        and --max-size.
    score
        dampened, count or gem.
    scaling
        bounds or none.
    exact
        Compare exactly, for the steward only: that is not private, and no ledger is asked.
    as_json
        Print one JSON object instead of lines.
    """
    budget = budget or BudgetOptions()
    if subspace and max_size is not None:
        raise UsageError("--max-size must go without --subspace, which names every subspace")
    declared = Schema.from_toml(schema)
    question = {
        "min_neighbors": min_neighbors,
        "radius": radius,
        "max_size": 3 if max_size is None else max_size,
        "columns": columns,
        "subspaces": [split_names(text) for text in subspace] if subspace else None,
        "scaling": scaling,
    }
    if exact:
        budget.check_exact(score=None if score == "dampened" else score)
        if top is not None:
            check_whole_number("top", top, at_least=1)
        counts = vicinage.outliers.exact_subspace_counts(files, declared, **question)
        _print_exact(counts[:top], as_json)
        return
    if top is None:
        top = min(3, len(subspace or ()) or 3)
    search = vicinage.outliers.SubspaceDiscovery(
        **question, **budget.settings(), top=top, score=score
    )
    table = vicinage.table.QueryTable.of(files, declared)
    if budget.dry_run:
        budget.print_quote(search, table, as_json=as_json)
        return
    search.fit(table)
    left = budget.left(search.ledger, table)
    found = [list(names) for names in search.subspaces_]
    if as_json:
        print(json_text({**search.record_, "answer": found, "remaining": left}))
        return
    lines = [f"{place}. {', '.join(names)}" for place, names in enumerate(found, start=1)]
    print_answer(["Subspaces with the most outliers:", *lines], search.record_, left)


def _print_exact(counts: list[tuple[tuple[str, ...], int]], as_json: bool) -> None:
    if as_json:
        listed = [{"subspace": list(names), "outliers": count} for names, count in counts]
        print(json_text({"for": "the steward only: exact, not private", "exact": listed}))
        return
    for names, count in counts:
        print(f"{count:>8}  {', '.join(names)}")
    print("For the steward only: exact, not private.")
