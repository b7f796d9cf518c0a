"""``vicinage tune``: which setting serves best under a limit of risk."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

import vicinage
from vicinage.cli.json_output import AsJSON, json_text
from vicinage.cli.log_lines import told_now_and_then
from vicinage.cli.method_options import METHODS, plain_masker
from vicinage.cli.option_values import Flag, read_names
from vicinage.cli.output_check import check_output
from vicinage.cli.sweep_option import read_sweep
from vicinage.cli.table_place import TablePlace
from vicinage.cli.usage_error import UsageError
from vicinage.schema import Schema

__all__ = ["tune_settings"]


def tune_settings(
    file: TablePlace,
    /,
    *,
    method: Annotated[list[str], Parameter(converter=read_names, negative=())],
    limit: float,
    output: Annotated[Path, Parameter(alias="-o")],
    schema: Path | None = None,
    sweep: Annotated[list[str] | None, Parameter(negative=())] = None,
    repetitions: int = 10,
    risk: str = "linkage_distance",
    utility: str = "correlation_mad",
    jobs: int = 1,
    seed: int | None = None,
    report: Path | None = None,
    as_json: AsJSON = False,
    quiet: Flag = False,
    force: Flag = False,
) -> None:
    """Try settings, print their risk and utility, and recommend one.

    Parameters
    ----------
    file
        The table: a file, or the address of a table in a database.
    method
        rwn, rank-swapping, microaggregation or noise-addition; several between commas are compared
        at equal risk.
    limit
        The highest risk that you accept (or the lowest, of a figure where higher is safer).
    output
        A folder that keeps every finished setting; the same command goes on where it was killed.
    schema
        What may be known of the table.
    sweep
        A parameter and its values, such as radius=0.1:0.9:0.1 or n_neighbors=5,10; may be given
        several times; of several methods each takes the parameters that it has. [default: one sweep
        for each method]
    repetitions
        Releases of each setting.
    risk
        Figure of "vicinage evaluate" that is limited.
    utility
        Figure of "vicinage evaluate" that is to be as good as it can be.
    jobs
        Processes at work.
    seed
        For experiments only: the same seed gives the same figures.
    report
        Write a page with the risk-utility map here (HTML; for the steward).
    as_json
        Print one JSON object instead of lines.
    quiet
        Show no progress.
    force
        Write over a report that exists.
    """
    maskers = _maskers(method)
    if report is not None:
        inputs = [file, *([schema] if schema else [])]
        check_output(report, "report", inputs=inputs, force=force)
    table = vicinage.table.Table.read(file, Schema.from_toml(schema) if schema else None)
    with _showing_progress(quiet=quiet) as progress:
        tuning = vicinage.tune(
            table,
            masker=maskers,
            sweep=read_sweep(sweep) if sweep else None,
            repetitions=repetitions,
            risk=risk,
            limit=limit,
            utility=utility,
            folder=output,
            jobs=jobs,
            seed=seed,
            progress=progress,
        )
    if report is not None:
        with vicinage.table.replacing(report) as stream:
            stream.write(vicinage.report.tuning_page(tuning).encode())
    print(json_text(_machine(tuning)) if as_json else "\n".join(_lines(tuning)))
    print("For the steward only: the figures are exact.", file=sys.stderr)


def _maskers(methods: list[str]) -> list[vicinage.masking.Masker]:
    for method in methods:
        if method not in METHODS:
            raise UsageError(f"--method must be one of {', '.join(METHODS)}, got {method}")
    return [plain_masker(method) for method in dict.fromkeys(methods)]


@contextmanager
def _showing_progress(*, quiet: bool) -> Iterator[Callable[[int, int], None]]:
    """Show a bar with the time left on the standard error, or now and then a line in a log."""
    if not quiet and not sys.stderr.isatty():
        tell = told_now_and_then()
        yield lambda done, total: tell(f"{done} of {total} settings are finished")
        return
    columns = (
        TextColumn("settings"),
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=quiet) as bar:
        task = bar.add_task("settings", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _machine(tuning: vicinage.Tuning) -> dict[str, object]:
    by_method = {name: _label(point) for name, point in tuning.by_method.items()}
    return {
        "risk": tuning.risk,
        "utility": tuning.utility,
        "limit": tuning.limit,
        "rows": tuning.rows(),
        "by_method": by_method,
        "recommended": _label(tuning.recommended),
        "reason": tuning.reason,
    }


def _label(point: vicinage.evaluation.tuning.Point | None) -> str | None:
    return None if point is None else point.label


def _lines(tuning: vicinage.Tuning) -> list[str]:
    width = max(len(point.label) for point in tuning.points)
    names = (tuning.risk, tuning.utility)
    heads = [max(12, len(name)) for name in names]
    lines = [f"   {'setting':<{width}}  {names[0]:>{heads[0]}}  {names[1]:>{heads[1]}}"]
    frontier, best = tuning.frontier, tuning.recommended
    for point in tuning.points:
        mark = "=>" if point is best else " *" if point in frontier else "  "
        cells = (f"{_figure(point, n):>{head}}" for n, head in zip(names, heads, strict=True))
        lines.append(f"{mark} {point.label:<{width}}  {'  '.join(cells)}")
    lines += ["", "*  no other setting is better in both figures", ""]
    if all(len(point.values(tuning.risk)) < 2 for point in tuning.points):
        lines += ["One release of each setting: luck may decide. --repetitions 10 takes means.", ""]
    if len(tuning.by_method) > 1:
        lines.append(f"At equal risk ({tuning.risk}, limit {tuning.limit:g}):")
        for method, chosen in tuning.by_method.items():
            found = "no setting meets the limit"
            if chosen is not None:
                found = f"{tuning.utility} {_figure(chosen, tuning.utility)} by {chosen.label}"
            lines.append(f"  {method:<17}{found}")
        lines.append("")
    return [*lines, tuning.reason]


def _figure(point: vicinage.evaluation.tuning.Point, name: str) -> str:
    mean = point.mean(name)
    return "not defined" if mean is None else vicinage.evaluation.figure_text(mean)
