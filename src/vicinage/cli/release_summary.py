"""What a release has done, in plain lines for the steward."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import vicinage
from vicinage.cli.outcome import Outcome
from vicinage.cli.release_job import ReleaseJob

__all__ = ["described", "note_lines", "plan_lines", "summary_lines"]


def summary_lines(job: ReleaseJob, outcome: Outcome) -> list[str]:
    """Return the summary of a release, line by line."""
    record = outcome.release.record
    lines = [
        f"Protected by {record.method} ({described(record.as_dict()['parameters'])}).",
        f"Perturbed: {', '.join(record.columns)}.",
        "Formal guarantee: none. Judge the release by its figures.",
        *note_lines(record),
        *_again(outcome.earlier),
        *_missing(job.masker, outcome),
        *map(str, outcome.release.effects),
        *(f"Rule {count}" for count in outcome.release.rules),
    ]
    if outcome.evaluation is None:
        lines += ["", "Risk and utility were not measured."]
    else:
        changed = outcome.evaluation.risk["changed_cell_share"]
        if isinstance(changed, float):
            lines.insert(2, f"Changed: {vicinage.evaluation.percent_text(changed)} of the cells.")
        lines += ["", outcome.evaluation.summary(), "", "The figures are for the steward only."]
    return [*lines, "", *(f"Wrote {path}" for path in job.outputs)]


def note_lines(record: vicinage.privacy.ReleaseRecord) -> list[str]:
    """Return what a reader of the release must know, and what its steward may do about it."""
    notes = [f"NOTE: {note}" for note in record.notes]
    return [*notes, *(f"ADVICE: {line}" for line in vicinage.report.advice(record.as_dict()))]


def plan_lines(job: ReleaseJob) -> list[str]:
    """Say what a release would do, without a look at the table."""
    masker = job.masker
    return [
        f"To protect by {type(masker).__name__} ({described(masker.get_params())}).",
        *(f"To write {path}" for path in job.outputs),
        "With --memory, a dry run says how much memory, disk and time it takes.",
        "Nothing was read or written.",
    ]


def described(parameters: Mapping[str, Any]) -> str:
    """Name the parameters that were set, in one line.

    Examples
    --------
    >>> described({"n_neighbors": 5, "columns": ["age", "sex"], "seed": None, "keep_key": False})
    'n_neighbors = 5, columns = age + sex'
    """
    parts = []
    for name, value in parameters.items():
        if value is None or value is False:
            continue
        text = " + ".join(map(str, value)) if isinstance(value, list | tuple) else value
        parts.append(f"{name} = {text}")
    return ", ".join(parts)


def _again(earlier: int) -> list[str]:
    if not earlier:
        return []
    times = "once" if earlier == 1 else f"{earlier} times"
    return [
        f"WARNING: this table was released {times} before. Draws average out: do not publish more "
        "than one release of a table."
    ]


def _missing(masker: vicinage.masking.Masker, outcome: Outcome) -> list[str]:
    """Count the missing cells of perturbed columns that have some, and say where most are lost."""
    parts, lost = [], []
    for name in outcome.release.record.columns:
        before, after = (_n_missing(t, name) for t in (outcome.original, outcome.release.table))
        if before or after:
            parts.append(f"{name} {before} before, {after} after")
        if 2 * after < before:
            lost.append(name)
    lines = [f"Missing cells: {'; '.join(parts)}."] if parts else []
    if lost and isinstance(masker, vicinage.masking.RWN):
        lines.append(
            "ADVICE: To keep the share of missing cells: measure distance on other columns than "
            f"{', '.join(lost)}, or on numbers alone, named by --distance-columns."
        )
    return lines


def _n_missing(table: vicinage.table.Table, name: str) -> int:
    return int((table.codes(name) < 0).sum())
