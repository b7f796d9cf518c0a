"""``vicinage statistics``: results that many resamples of the table share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter, Token

import vicinage
from vicinage.cli.engine_options import EngineOptions
from vicinage.cli.json_output import AsJSON, json_text
from vicinage.cli.layout import fitted
from vicinage.cli.option_values import Flag, read_names, read_number, read_numbers
from vicinage.cli.output_check import check_output
from vicinage.cli.table_place import TablePlaces
from vicinage.errors import OutputError
from vicinage.schema import Schema

__all__ = ["statistics"]

_IN_PLAIN_WORDS = (
    "In plain words: each result is one that many random samples of the records (the generators) "
    "also give, so that it needs no single record; a coarser result is shared by more of them."
)
_PICTURES = (".svg", ".html")


def _read_resolution(_type: Any, tokens: tuple[Token, ...]) -> int | float | str:
    return "auto" if tokens[0].value == "auto" else read_number(_type, tokens)


def statistics(
    files: TablePlaces,
    /,
    *,
    column: Annotated[Any, Parameter(alias="--columns", converter=read_names)] = None,
    statistics: Annotated[Any, Parameter(converter=read_names, negative=())] = ("mean", "median"),
    schema: Path | None = None,
    k: Annotated[Any, Parameter(alias="-k", converter=read_number)] = 10,
    n_resamples: Annotated[Any, Parameter(converter=read_number)] = 1000,
    resampling: str = "half",
    condition: str = "absence",
    resolution: Annotated[Any, Parameter(converter=_read_resolution)] = "auto",
    input_groups: Annotated[Any, Parameter(converter=read_number)] = None,
    select: str = "private",
    bounds: Annotated[Any, Parameter(converter=read_numbers)] = None,
    by: str | None = None,
    joint: Flag = False,
    seed: int | None = None,
    ledger: str | None = None,
    plot: Path | None = None,
    force: Flag = False,
    as_json: AsJSON = False,
    engines: Annotated[EngineOptions | None, Parameter(name="*")] = None,
) -> None:
    """Compute statistics, and print them with what they promise.

    Parameters
    ----------
    files
        Files, or addresses of tables in databases; several of one layout are one table.
    column
        Columns of numbers or dates, such as income,age; of categories for their mode. [default:
        the only one]
    statistics
        count, sum, mean, median, variance, sd, iqr, min, max, quantile:0.9; of categories mode.
    schema
        What may be known of the table; its declared bounds fix the ladder of resolutions.
    k
        Least number of different resamples that share a result.
    n_resamples
        How many resamples are drawn.
    resampling
        half (of the records, without replacement) or bootstrap.
    condition
        absence (every record is absent from at least k of those resamples) or intersection (no
        record is in all of them).
    resolution
        A step, such as 0.1, or auto.
    input_groups
        First replace values by the means of groups of so many neighbours, such as 2 or 20.
    select
        private (the most frequent candidate) or accurate (the nearest to the whole column).
    bounds
        Public least and largest value, such as 0,100, where the schema declares none.
    by
        Answer for each group of records that share a value of this column.
    joint
        Ask the condition of all statistics together.
    seed
        Repeat an experiment; keep it secret.
    ledger
        Note the release here, among those that are not differentially private.
    plot
        Draw how often each result recurs (SVG or HTML); for the steward only.
    force
        Write over a plot that exists.
    as_json
        Print one JSON object instead of lines.
    """
    if plot is not None:
        inputs = [
            *files,
            *filter(None, (schema,)),
            *(vicinage.ledger.Ledger.files(ledger) if ledger else ()),
        ]
        _check_plot(plot, inputs, force=force)
    estimator = vicinage.integral.IntegralStatistics(
        statistics=list(statistics),
        k=k,
        n_resamples=n_resamples,
        resampling=resampling,
        condition=condition,
        resolution=resolution,
        input_groups=input_groups,
        select=select,
        bounds=bounds,
        columns=column,
        by=by,
        joint=joint,
        ledger=vicinage.ledger.Ledger.open(ledger) if ledger else None,
        seed=seed,
    )
    declared = Schema.from_toml(schema) if schema else None
    with (engines or EngineOptions()).if_asked() as engine:
        if plot is None:
            estimator.fit(files, declared, engine=engine)
        else:
            _draw(
                plot, vicinage.integral.fit_and_diagnose(estimator, files, declared, engine=engine)
            )
    record = estimator.record_.as_dict()
    results = dict(_results(estimator.results_))
    if as_json:
        listed = [{"of": list(place), **result.as_dict()} for place, result in results.items()]
        print(json_text({"results": listed, "record": record}))
    else:
        print(fitted("\n".join(_lines(results, record))))


def _results(
    results: dict[str, Any], place: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], vicinage.integral.IntegralResult]]:
    """Walk through groups, columns and statistics."""
    for name, inner in results.items():
        if isinstance(inner, vicinage.integral.IntegralResult):
            yield (*place, name), inner
        else:
            yield from _results(inner, (*place, name))


def _lines(
    results: dict[tuple[str, ...], vicinage.integral.IntegralResult], record: dict[str, Any]
) -> list[str]:
    names = [" ".join(place) for place in results]
    width = max(map(len, names))
    lines = []
    for name, result in zip(names, results.values(), strict=True):
        note = f"   {result.note}" if result.note else ""
        lines.append(f"{name:<{width}}  {result.shown()}{note}")
    return [*lines, "", _IN_PLAIN_WORDS, f"Guarantee: {record['guarantee']}.", *record["notes"]]


def _check_plot(plot: Path, inputs: list[Any], *, force: bool) -> None:
    if plot.suffix not in _PICTURES:
        raise OutputError(f"plot must end in {' or '.join(_PICTURES)}, got {plot}")
    check_output(plot, "plot", inputs=inputs, force=force)


def _draw(plot: Path, tables: list[vicinage.integral.RecurrenceTable]) -> None:
    report = vicinage.report
    draw = report.recurrence_picture if plot.suffix == ".svg" else report.recurrence_page
    with vicinage.table.replacing(plot) as stream:
        stream.write(draw(tables).encode())
