"""Schemas as TOML text, and as the content that their fingerprint covers."""

import dataclasses
from collections.abc import Iterable, Mapping
from typing import Any

import tomli_w

from vicinage.schema.categorical import Categorical
from vicinage.schema.column import Column
from vicinage.schema.file_format import FileFormat
from vicinage.schema.numeric import Numeric
from vicinage.schema.steps import RecodeLabels, Step
from vicinage.schema.treatment import Treatment

__all__ = ["canonical_content", "schema_document"]

_LATER_KEYS = ("fill", "other", "edges", "not_applicable", "level", "formula")


def schema_document(
    columns: Iterable[Column],
    public: bool,
    file: FileFormat,
    treatment: Treatment,
    comments: Mapping[str, Iterable[str]],
) -> str:
    """Return the TOML text; values at their defaults are left out.

    The comments of the name "" stand at the top, the others above their column.
    """
    fields = {key: value for key, value in dataclasses.asdict(file).items() if value is not None}
    head: dict[str, Any] = {"public": public}
    if treatment.rules:
        head["rules"] = [rule.text for rule in treatment.rules]
    if treatment.together:
        head["together"] = treatment.together
    parts = [
        _comment(comments.get("", ())) + tomli_w.dumps(head),
        tomli_w.dumps({"file": fields}),
    ]
    parts += [
        _comment(comments.get(column.name, ()))
        + tomli_w.dumps({"columns": {column.name: _column_fields(column)}})
        for column in columns
    ]
    for when, steps in (("before", treatment.before), ("after", treatment.after)):
        parts += [_step_document(when, step) for step in steps]
    return "\n".join(parts)


def _step_document(when: str, step: Step) -> str:
    fields = _step_fields(step)
    labels = fields.pop("labels") if isinstance(step, RecodeLabels) else None
    inner = "" if labels is None else f"[{when}.labels]\n" + tomli_w.dumps(labels)
    return f"[[{when}]]\n" + tomli_w.dumps(fields) + inner


def _step_fields(step: Step) -> dict[str, Any]:
    """Return the keys of a step's table."""
    fields = {field.name: getattr(step, field.name) for field in dataclasses.fields(step)}
    if isinstance(step, RecodeLabels):
        fields["labels"] = step.new_labels
    given = {name: value for name, value in fields.items() if value is not None}
    return {"step": step.label} | given


def _column_fields(column: Column) -> dict[str, Any]:
    """Return the keys of a column's table, without those that have their default value."""
    fields: dict[str, Any] = {"kind": column.kind.label}
    for field in dataclasses.fields(column.kind):
        value = getattr(column.kind, field.name)
        if value != field.default:
            fields[field.name] = value
    if column.role is not None:
        fields["role"] = str(column.role)
    for field in dataclasses.fields(column):
        value = getattr(column, field.name)
        if field.name not in ("name", "kind", "role") and value != field.default:
            fields[field.name] = value
    return fields


def canonical_content(
    columns: Iterable[Column], public: bool, file: FileFormat, treatment: Treatment
) -> dict[str, Any]:
    """Return what a schema says, in a form that does not depend on how it was written."""
    content = {
        "public": public,
        "file": dataclasses.asdict(file),
        "columns": {column.name: _canonical_column(column) for column in columns},
    }
    declared = {
        "before": [_step_fields(step) for step in treatment.before],
        "after": [_step_fields(step) for step in treatment.after],
        "rules": sorted(rule.text for rule in treatment.rules),
        "together": sorted(sorted(block) for block in treatment.together),
    }
    # What came later counts where it is used, so that older schemas keep their fingerprints.
    return content | {name: parts for name, parts in declared.items() if parts}


def _canonical_column(column: Column) -> dict[str, Any]:
    content = dataclasses.asdict(column.kind) | {
        "kind": column.kind.label,
        "role": column.role,
        "missing": sorted(column.missing),
        "fill": column.fill,
        "not_applicable": sorted(column.not_applicable),
        "level": "" if column.level == "record" else column.level,
        "formula": column.formula,
    }
    for bound in ("lower", "upper"):
        if content.get(bound) is not None:
            content[bound] = _canonical_bound(content[bound])
    if isinstance(column.kind, Categorical):
        content["categories"] = sorted(column.kind.categories)
    if isinstance(column.kind, Numeric):
        content["edges"] = [_canonical_bound(edge) for edge in column.kind.edges]
        content["fill"] = None if column.fill is None else _canonical_bound(float(column.fill))
    return {key: value for key, value in content.items() if value or key not in _LATER_KEYS}


def _canonical_bound(bound: Any) -> str:
    # 0 and 0.0 are one bound; repr of a float is exact.
    return repr(float(bound)) if isinstance(bound, int | float) else str(bound)


def _comment(lines: Iterable[str]) -> str:
    return "".join(f"# {line}\n" for line in lines)
