"""``vicinage distances``: how far apart the values of categorical columns are."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

import vicinage
from vicinage.cli.answer_lines import print_answer
from vicinage.cli.budget_options import BudgetOptions
from vicinage.cli.distance_pictures import check_pictures, write_pictures
from vicinage.cli.engine_options import EngineOptions
from vicinage.cli.json_output import AsJSON, json_text
from vicinage.cli.option_values import Flag, read_names, read_number
from vicinage.cli.output_check import check_output
from vicinage.cli.table_place import TablePlaces
from vicinage.cli.usage_error import UsageError
from vicinage.schema import Schema

__all__ = ["distances"]


def distances(
    files: TablePlaces,
    /,
    *,
    schema: Path,
    columns: Annotated[Any, Parameter(converter=read_names)] = None,
    k: Annotated[Any, Parameter(alias="-k", converter=read_number)] = None,
    n_bins: Annotated[Any, Parameter(converter=read_number)] = 5,
    delta: str | None = None,
    selection_share: Annotated[Any, Parameter(converter=read_number)] = None,
    noise: str = "auto",
    score: str = "auto",
    per_attribute: Flag = False,
    exact: Flag = False,
    context: str | None = None,
    sigma: Annotated[Any, Parameter(converter=read_number)] = None,
    allow_large: Flag = False,
    output: Annotated[Path | None, Parameter(alias="-o")] = None,
    pictures: Path | None = None,
    force: Flag = False,
    as_json: AsJSON = False,
    budget: Annotated[BudgetOptions | None, Parameter(name="*")] = None,
    engines: Annotated[EngineOptions | None, Parameter(name="*")] = None,
) -> None:
    """Learn the distances, write them, and print what they cost.

    Parameters
    ----------
    files
        Files, or addresses of tables in databases; several of one layout are one table.
    schema
        What may be known of the table; it must declare the categories or bounds of the columns.
    columns
        Columns to learn from and for, such as job,sector. By default all but texts and those with
        a special role.
    k
        How many columns the context of a column has. [default: 3]
    n_bins
        How many bins numbers and dates are sorted into where the schema declares no edges.
    delta
        Between 0 and 1, far below 1 / rows; it makes the noise much smaller.
    selection_share
        What the choice of contexts may take of the budget, between 0 and 1.
    noise
        auto, laplace, or gaussian, which needs a delta.
    score
        What contexts are selected by: auto, l1 or conditional_entropy.
    per_attribute
        Learn each column by itself, at epsilon each; the cost is their sum.
    exact
        Learn exactly, for the steward only: that is not private, and no ledger is asked.
    context
        For --exact: M, RR, K or K_dep. M unless given.
    sigma
        For --exact with context M: which multiple of the mean uncertainty is enough. 1 unless
        given.
    allow_large
        Take columns of more than 2,000 levels and pairs of more than 50 million cells.
    output
        The JSON file to write.
    pictures
        A folder for a heat map and a tree of each column.
    force
        Write over files that exist.
    as_json
        Print one JSON object instead of lines.
    """
    budget = budget or BudgetOptions()
    _check_outputs([*files, schema], output, pictures, budget, as_json=as_json, force=force)
    declared = Schema.from_toml(schema)
    shared = {
        "columns": columns,
        "k": 3 if k is None else k,
        "n_bins": n_bins,
        "allow_large": allow_large,
    }
    private = {
        "delta": delta,
        "selection_share": selection_share,
        "noise": noise,
        "score": score,
        "per_attribute": per_attribute,
    }
    engines = engines or EngineOptions()
    if exact:
        budget.check_exact(**private)
        context = context or "M"
        if sigma is not None and context != "M":
            raise UsageError(f"--sigma must go with context M, got --context {context}")
        if k is not None and context in ("M", "RR"):
            raise UsageError(f"--k must go with context K or K_dep, got --context {context}")
        dilca = vicinage.categorical.Dilca(
            context=context, sigma=1.0 if sigma is None else sigma, **shared
        )
        with engines.parts_of(files, declared) as (parts, engine):
            content = dilca.fit(parts, declared, engine=engine).as_dict()
        _write(content, output, pictures, force=force)
        _print_exact(content, dilca.contexts_, output, as_json=as_json)
        return
    if context is not None:
        raise UsageError("--context must go with --exact; the private context is always K")
    if sigma is not None:
        raise UsageError("--sigma must go with --exact and its context M")
    learner = vicinage.categorical.DPDilca(**shared, **budget.settings(), **private)
    with engines.parts_of(files, declared) as (parts, engine):
        table = vicinage.engines.open_query(parts, declared, engine)
        if budget.dry_run:
            budget.print_quote(learner, table, as_json=as_json)
            return
        content = learner.fit(table).as_dict()
        _write(content, output, pictures, force=force)
        left = budget.left(learner.ledger, table)
    if as_json:
        print(json_text({**content, "remaining": left}))
        return
    print_answer(_lines(learner.contexts_, output), content["record"], left)


def _check_outputs(
    inputs: list[Any],
    output: Path | None,
    pictures: Path | None,
    budget: BudgetOptions,
    *,
    as_json: bool,
    force: bool,
) -> None:
    if output is None and not as_json and not budget.dry_run:
        raise UsageError("--output must be given, or --json to print the distances instead")
    if budget.ledger is not None and "://" not in budget.ledger:
        inputs = [*inputs, *vicinage.ledger.Ledger.files(Path(budget.ledger))]
    if output is not None:
        check_output(output, "--output", inputs=inputs, force=force)
    if pictures is not None:
        check_pictures(pictures, force=force)


def _write(
    content: dict[str, Any], output: Path | None, pictures: Path | None, *, force: bool
) -> None:
    if output is not None:
        with vicinage.table.replacing(output) as stream:
            stream.write((json_text(content) + "\n").encode())
    if pictures is not None:
        write_pictures(content["columns"], pictures, force=force)


def _print_exact(
    content: dict[str, Any], contexts: dict[str, list[str]], output: Path | None, *, as_json: bool
) -> None:
    if as_json:
        print(json_text(content))
        return
    print("\n".join(_lines(contexts, output)))
    print("For the steward only: exact, not private.")


def _lines(contexts: dict[str, list[str]], output: Path | None) -> list[str]:
    lines = [f"Distances between the values of {len(contexts)} columns, by their contexts:"]
    lines += [f"  {name}: {', '.join(context)}" for name, context in contexts.items()]
    if output is not None:
        lines.append(f"Written to {output}")
    return lines
