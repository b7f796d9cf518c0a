"""``vicinage demo``: the main job, on a real table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

import vicinage
from vicinage.cli.outcome import Outcome
from vicinage.cli.release_job import ReleaseJob
from vicinage.cli.release_summary import described
from vicinage.cli.stages import showing_stages
from vicinage.errors import OutputError
from vicinage.schema import Schema

__all__ = ["demo"]


def demo(*, output: Annotated[Path, Parameter(alias="-o")] = Path("demo-output")) -> None:
    """Write original, schema, protected table, record and picture, and say what was done.

    Parameters
    ----------
    output
        The folder, made if need be. What an earlier demo left there is written over.
    """
    original, schema = output / "original.csv", output / "schema.toml"
    _make_folder(output)
    job = ReleaseJob(
        masker=vicinage.masking.RWN(n_neighbors=10, radius=0.1),
        output=output / "protected.csv",
        report=output / "picture.html",
        force=True,
    )
    for path in (original, schema):
        vicinage.table.check_place(path, "output")
    job.check([original, schema])
    toml = vicinage.cli.demo_schema()
    for path, text in ((original, vicinage.cli.demo_csv()), (schema, toml)):
        with vicinage.table.replacing(path) as stream:
            stream.write(text.encode())
    declared = Schema.from_toml(toml)
    with showing_stages(total=4) as begin:
        outcome = job.run(lambda: vicinage.table.Table.read(original, declared), begin)
    print("\n".join(_lines(job, outcome, [original, schema])))


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(
            f"output must be a folder that can be made, got {folder}: {error.strerror}"
        ) from None


def _lines(job: ReleaseJob, outcome: Outcome, inputs: list[Path]) -> list[str]:
    record, table = outcome.release.record, outcome.release.table
    evaluation = outcome.evaluation
    if evaluation is None:
        raise AssertionError("the demonstration evaluates its release")
    risk, utility = evaluation.risk, evaluation.utility
    told = {
        "cells changed": vicinage.evaluation.percent_text(risk["changed_cell_share"]),
        "records nearest to themselves": vicinage.evaluation.percent_text(risk["linkage_distance"])
        + "  (lower is safer)",
        "mean change of correlations": vicinage.evaluation.figure_text(utility["correlation_mad"])
        + "  (0 is best)",
    }
    picture, protected, public = job.report, *job.outputs[:2]
    opened = {
        picture: "original against protected: open this one in a browser",
        protected: "what can be handed out",
        public: "how it was made; may be published beside it",
        inputs[0]: "what must stay with the steward",
        inputs[1]: "what may be known of the table",
    }
    return [
        f"RAND Health Insurance Experiment: {table.n_rows:,} rows, {len(table.names)} columns.",
        f"Protected by {record.method} ({described(record.parameters)}).",
        "Formal guarantee: none. Judge by the figures:",
        *(f"  {name:<30} {figure}" for name, figure in told.items()),
        "",
        "Written:",
        *(f"  {path!s:<40} {what}" for path, what in opened.items()),
    ]
