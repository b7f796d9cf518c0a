"""``vicinage count-outliers``: how many records have few neighbours."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

import vicinage
from vicinage.cli.answer_lines import print_answer
from vicinage.cli.budget_options import BudgetOptions
from vicinage.cli.engine_options import EngineOptions
from vicinage.cli.json_output import AsJSON, json_text
from vicinage.cli.option_values import Flag, read_names, read_number, read_numbers
from vicinage.cli.table_place import TablePlaces
from vicinage.cli.usage_error import UsageError
from vicinage.schema import Schema

__all__ = ["count_outliers"]


def count_outliers(
    files: TablePlaces,
    /,
    *,
    schema: Path,
    columns: Annotated[Any, Parameter(converter=read_names)],
    min_neighbors: Annotated[Any, Parameter(alias="-k", converter=read_numbers)] = 10,
    radius: Annotated[Any, Parameter(alias="-r", converter=read_number)] = 0.1,
    delta: str | None = None,
    mechanism: str = "auto",
    scaling: str = "bounds",
    metric: Path | None = None,
    metric_from_public_records: Flag = False,
    clamp: Flag = False,
    exact: Flag = False,
    as_json: AsJSON = False,
    budget: Annotated[BudgetOptions | None, Parameter(name="*")] = None,
    engines: Annotated[EngineOptions | None, Parameter(name="*")] = None,
) -> None:
    """Count the outliers, and print the answer with its cost.

    Parameters
    ----------
    files
        Files, or addresses of tables in databases; several of one layout are one table.
    schema
        What may be known of the table; it must declare the bounds of the columns.
    columns
        Numbers, dates or ordinals to measure distance on, such as age,income; with --metric,
        categories too.
    min_neighbors
        A record with fewer neighbours is an outlier. Several, such as 10,20, are several counts
        that share epsilon and delta evenly.
    radius
        Records as near as this are neighbours: a share of the declared ranges, or with
        --scaling none in the columns' own units. Of m columns it is the root mean square of
        their gaps: a single one may be sqrt(m) times as large.
    delta
        Between 0 and 1, far below 1 / rows; for --mechanism smooth.
    mechanism
        auto, smooth-inverse, inverse, global or smooth.
    scaling
        bounds or none.
    metric
        What `vicinage distances` wrote with -o: how far apart categories are. What it cost comes
        on top of this answer's cost.
    metric_from_public_records
        State that the distances, learned with --exact, are of public records and cost nothing.
    clamp
        Cut the answer to the range from 0 to the number of rows, which biases it.
    exact
        Count exactly, for the steward only: that is not private, and no ledger is asked.
    as_json
        Print one JSON object instead of lines.
    """
    budget = budget or BudgetOptions()
    declared = Schema.from_toml(schema)
    question = {
        "columns": columns,
        "min_neighbors": min_neighbors,
        "radius": radius,
        "scaling": scaling,
        "metric": _metric(metric, public_records=metric_from_public_records),
    }
    engines = engines or EngineOptions()
    if exact:
        budget.check_exact(delta=delta, mechanism=mechanism, clamp=clamp)
        with engines.parts_of(files, declared) as (parts, engine):
            counts = vicinage.outliers.exact_outlier_counts(
                parts, declared, **question, engine=engine
            )
        _print_exact(counts, min_neighbors, as_json)
        return
    settings = budget.settings()
    counter = vicinage.outliers.OutlierCount(
        **question, **settings, delta=delta, mechanism=mechanism, clamp=clamp
    )
    with engines.parts_of(files, declared) as (parts, engine):
        table = vicinage.engines.open_query(parts, declared, engine)
        if budget.dry_run:
            budget.print_quote(counter, table, as_json=as_json)
            return
        counter.fit(table)
        left = budget.left(counter.ledger, table)
    if as_json:
        print(json_text({**counter.record_, "answer": counter.count_, "remaining": left}))
        return
    print_answer(_lines(counter.count_, min_neighbors), counter.record_, left)


def _metric(
    path: Path | None, *, public_records: bool
) -> vicinage.categorical.LearnedMetric | None:
    if path is not None:
        return vicinage.categorical.read_metric(path, public_records=public_records)
    if public_records:
        raise UsageError("--metric-from-public-records must go with --metric")
    return None


def _lines(counts: int | list[int], min_neighbors: Any) -> list[str]:
    listed, numbers = (
        (counts, min_neighbors) if isinstance(counts, list) else ([counts], [min_neighbors])
    )
    return [
        f"Outliers (fewer than {k} neighbours): {count}"
        for k, count in zip(numbers, listed, strict=True)
    ]


def _print_exact(counts: list[int], min_neighbors: Any, as_json: bool) -> None:
    if as_json:
        print(json_text({"for": "the steward only: exact, not private", "exact": counts}))
        return
    asked = min_neighbors if isinstance(min_neighbors, list) else [min_neighbors]
    print("\n".join(_lines(counts, asked)))
    print("For the steward only: exact, not private.")
