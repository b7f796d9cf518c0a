"""What a table breaks of its schema, found column by column."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from vicinage.errors import TableError
from vicinage.names import did_you_mean
from vicinage.schema import Categorical, Column, Date, Numeric, Ordinal, Role, Schema, Text
from vicinage.table.cells import is_text, is_utf8, stored_cells, texts_of
from vicinage.table.cells_to_numbers import Parsed, parse
from vicinage.table.finding import Finding
from vicinage.table.frames import Frame
from vicinage.table.misread import misread_names
from vicinage.table.respelled import respelled_rows

__all__ = ["Examination", "examine", "examine_again", "looks_like_identifier", "refuse_faulty"]

_TOLD_APART = (Role.KEY, Role.STRATUM, Role.HOUSEHOLD)
# Numbers of people are drawn from many more than there are rows; ages and counts are not.
_MANY = 20
_WIDE = 10


@dataclass(slots=True)
class Examination:
    """All findings, and what is kept of each column when its values are let go. Private.

    Parameters
    ----------
    findings : list of Finding
    ranges : dict of name to (smallest, largest) value of a numeric or date column
    missing : dict of name to the number of missing cells
    not_applicable : dict of name to the number of cells that do not apply
    outside : dict of name to the number of values outside the declared bounds
    categories : dict of name to the labels found, where the schema leaves them open
    numbered : list of the columns without a role that look like the numbers of people
    """

    findings: list[Finding] = field(default_factory=list)
    ranges: dict[str, tuple[float, float]] = field(default_factory=dict)
    missing: dict[str, int] = field(default_factory=dict)
    not_applicable: dict[str, int] = field(default_factory=dict)
    outside: dict[str, int] = field(default_factory=dict)
    categories: dict[str, tuple[str, ...]] = field(default_factory=dict)
    numbered: list[str] = field(default_factory=list)


def examine(frame: Frame, schema: Schema) -> Examination:
    """Check every column against the schema, in one pass that holds one column at a time."""
    result = Examination()
    names = frame.names
    result.findings += _check_names(names, schema)
    present = set(names)
    for column in schema:
        if column.name in present:
            _examine_column(frame, column, schema.file.decimal, result)
    refused = any(finding.refuses for finding in result.findings)
    result.findings += misread_names(names, schema.file, refused=refused)
    return result


def examine_again(
    frame: Frame, column: Column, decimal: str, examination: Examination
) -> Examination:
    """Check one column that has changed; what is known of the others is kept, without findings."""
    known = asdict(replace(examination, findings=[]))
    for of_columns in known.values():
        if isinstance(of_columns, dict):
            of_columns.pop(column.name, None)
    known["numbered"] = [name for name in examination.numbered if name != column.name]
    result = Examination(**known)
    _examine_column(frame, column, decimal, result)
    return result


def refuse_faulty(findings: list[Finding]) -> None:
    """Raise one error that names every rule broken, without a cell or a row."""
    broken = [finding for finding in findings if finding.refuses]
    if not broken:
        return
    rules = [f"column {finding.column!r} {finding.reason}" for finding in broken]
    hint = "; `vicinage check` lists the lines" if any(f.rows.size for f in broken) else ""
    if len(rules) == 1:
        raise TableError(rules[0] + hint)
    listed = "".join(f"\n  {rule}" for rule in rules)
    raise TableError(
        f"table must obey its schema, got one that breaks {len(rules)} rules{hint}:{listed}"
    )


def looks_like_identifier(cells: Any, missing: npt.NDArray[np.bool_]) -> bool:
    """Say whether nearly every row has a text of its own: at least 5 rows, 90% different."""
    present = int(missing.size - missing.sum())
    encoded = pa.types.is_dictionary(cells.type)
    if not is_text(cells.type.value_type if encoded else cells.type) or present < 5:
        return False
    kept = (cells.indices if encoded else cells).filter(pa.array(~missing))
    return len(kept.unique()) >= 0.9 * present


def _check_names(found: tuple[str, ...], schema: Schema) -> Iterator[Finding]:
    extra = [name for name in found if name not in schema]
    present = set(found)
    absent = [name for name in schema.names if name not in present]
    for name in absent:
        yield Finding(column=name, reason=f"must be in the table{did_you_mean(name, extra)}")
    for name in extra:
        yield Finding(column=name, reason=f"must be in the schema{did_you_mean(name, absent)}")


def _examine_column(frame: Frame, column: Column, decimal: str, result: Examination) -> None:
    name = column.name
    cells, fault = _cells_or_fault(frame, name)
    if fault:
        result.findings.append(Finding(column=name, reason=fault))
        return
    parsed = parse(cells, column, decimal)
    labels: tuple[str, ...] = ()
    if isinstance(column.kind, Categorical | Ordinal):
        labels = _labels(cells, parsed.empty)
    if pa.types.is_dictionary(cells.type):
        cells = cells.dictionary_decode()
    result.findings += [*parsed.findings, *_check_role(column, cells, parsed, decimal)]
    result.missing[name] = int(parsed.missing.sum())
    result.not_applicable[name] = int(parsed.empty.sum()) - result.missing[name]
    result.outside[name] = int(parsed.outside.sum())
    if isinstance(column.kind, Numeric | Date):
        result.ranges[name] = _range(parsed.clamped)
    if isinstance(column.kind, Categorical) and not column.kind.categories:
        result.categories[name] = labels
    lower, upper = result.ranges.get(name, (np.nan, np.nan))
    if parsed.missing.all():
        result.findings.append(_note(name, "is missing in every row"))
    elif not parsed.findings and (lower == upper or len(labels) == 1):
        result.findings.append(_note(name, "has the same value in every row"))
    elif column.role is None and not parsed.findings and _all_differ(column, cells, parsed):
        reason = "has a different number in every row; if it is an identifier, give it a role"
        result.findings.append(_note(name, reason))
        present = int(parsed.empty.size - parsed.empty.sum())
        if present >= _MANY and upper - lower > _WIDE * present:
            result.numbered.append(name)


def _cells_or_fault(frame: Frame, name: str) -> tuple[Any, str]:
    try:
        cells = stored_cells(frame, name)
    except TableError as error:
        return None, str(error).removeprefix(f"column {name!r} ")
    texts = cells.dictionary if pa.types.is_dictionary(cells.type) else cells
    if is_text(texts.type) and not is_utf8(texts):
        return None, "must hold texts in UTF-8, got other bytes"
    return cells, ""


def _all_differ(column: Column, cells: Any, parsed: Parsed) -> bool:
    """Say whether a column of at least 5 integers holds no number twice."""
    kind = column.kind
    if not isinstance(kind, Numeric) or np.any(parsed.values % 1 > 0):
        return False
    present = cells.filter(pa.array(~parsed.empty))
    # Texts and integers are compared as they are: a float cannot tell long ones apart.
    return len(present) >= 5 and pc.count_distinct(present).as_py() == len(present)


def _range(values: npt.NDArray[np.float64]) -> tuple[float, float]:
    present = values[~np.isnan(values)]
    return (float(present.min()), float(present.max())) if present.size else (np.nan, np.nan)


def _labels(cells: Any, missing: npt.NDArray[np.bool_]) -> tuple[str, ...]:
    if pa.types.is_dictionary(cells.type):
        different = cells.dictionary.take(cells.indices.filter(pa.array(~missing)).unique())
    else:
        different = cells.filter(pa.array(~missing)).unique()
    different = texts_of(different)
    return tuple(sorted(set(different.to_pylist())))


def _note(name: str, reason: str) -> Finding:
    return Finding(column=name, reason=reason, severity="note", refuses=False)


def _check_role(column: Column, cells: Any, parsed: Parsed, decimal: str) -> Iterator[Finding]:
    missing = parsed.empty
    if column.role in _TOLD_APART and is_text(cells.type):
        rows = respelled_rows(cells, missing, decimal)
        if rows.size:
            reason = (
                f"must spell each {column.role} in one way, got blanks around a text, or a number "
                "spelled in two ways"
            )
            yield Finding(column=column.name, reason=reason, rows=rows)
    if column.role in (Role.KEY, Role.WEIGHT) and missing.any():
        reason = f"must not be missing in a {column.role}"
        yield Finding(column=column.name, reason=reason, rows=np.flatnonzero(missing))
    if column.role is Role.WEIGHT:
        negative = parsed.values < 0
        if negative.any():
            reason = "must not be negative in a weight"
            yield Finding(column=column.name, reason=reason, rows=np.flatnonzero(negative))
    if column.role is Role.KEY:
        repeated = _repeated(cells, missing)
        if repeated.size:
            reason = "must be different in every row, as it is the key"
            yield Finding(column=column.name, reason=reason, rows=repeated)
    if column.role is None and isinstance(column.kind, Text):
        named = looks_like_identifier(cells, missing)
        why = "it looks like an identifier" if named else "text may identify people"
        reason = (
            f"must have a role, since {why}; for example identifier (dropped from a release), "
            "key or ignored"
        )
        yield Finding(column=column.name, reason=reason)


def _repeated(cells: Any, missing: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
    present = np.flatnonzero(~missing)
    chosen = cells.take(pa.array(present))
    if pc.count_distinct(chosen).as_py() == present.size:
        return np.empty(0, np.int64)
    _, first = np.unique(chosen.dictionary_encode().indices.to_numpy(), return_index=True)
    return np.delete(present, first)
