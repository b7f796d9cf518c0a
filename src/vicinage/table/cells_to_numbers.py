"""Cells to numbers: what a column of a given kind means for computation."""

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from vicinage.schema import Categorical, Column, Date, Kind, Numeric, Ordinal, Role, labels_of
from vicinage.table.calendar_days import days_of
from vicinage.table.cells import as_floats, is_missing, is_text, texts_of
from vicinage.table.finding import Finding
from vicinage.table.text_values import days_of_texts, numbers_of_texts

__all__ = ["UNITS_PER_DAY", "Parsed", "parse", "value_bounds"]

Floats = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]

UNITS_PER_DAY = {
    "s": 86_400,
    "ms": 86_400_000,
    "us": 86_400_000_000,
    "ns": 86_400_000_000_000,
}
_TIME_CODES = ("%H", "%I", "%X", "%c")


@dataclass(frozen=True, slots=True, kw_only=True)
class Parsed:
    """The cells of one column as numbers.

    Parameters
    ----------
    values : ndarray of float64
        Private. NaN where the cell is missing or breaks a rule, and everywhere in a column of
        text, or of categories that are not known yet.
    missing : ndarray of bool
        Private.
    not_applicable : ndarray of bool or None
        Which cells hold a code that says so; private. None where no code is declared.
    bounds : pair of float
        The declared bounds in the unit of the values; infinite where there is none.
    findings : tuple of Finding
    """

    values: Floats
    missing: Mask
    bounds: tuple[float, float] = (-np.inf, np.inf)
    findings: tuple[Finding, ...] = ()
    not_applicable: Mask | None = None

    @property
    def empty(self) -> Mask:
        """Which cells hold no value: missing, or not applicable."""
        return self.missing if self.not_applicable is None else self.missing | self.not_applicable

    @property
    def outside(self) -> Mask:
        """Which values are outside the declared bounds."""
        return (self.values < self.bounds[0]) | (self.values > self.bounds[1])

    @property
    def clamped(self) -> Floats:
        """The values, those outside the declared bounds taken at the bound."""
        return np.clip(self.values, *self.bounds)


def parse(cells: Any, column: Column, decimal: str = ".") -> Parsed:
    """Turn cells into float64 values.

    A number is itself; a date is its days since 1970-01-01, with a fraction for the time of day
    (in UTC where there is a time zone); a level is its rank and a category its position in the
    schema, from 0.

    Parameters
    ----------
    cells : pyarrow.Array
        From :func:`vicinage.table.cells.plain_cells` or
        :func:`~vicinage.table.cells.stored_cells`.
    column : Column
    decimal : str
        Decimal sign of numbers in text cells.
    """
    if pa.types.is_dictionary(cells.type):
        return _parse_dictionary(cells, column, decimal)
    missing = is_missing(cells, column.missing)
    if not column.not_applicable:
        return _parse_cells(cells, column, missing, decimal)
    empty = is_missing(cells, column.empty)
    parsed = _parse_cells(cells, column, empty, decimal)
    return replace(parsed, missing=missing, not_applicable=empty & ~missing)


def _parse_cells(cells: Any, column: Column, missing: Mask, decimal: str) -> Parsed:
    if isinstance(column.kind, Categorical | Ordinal):
        return _parse_labels(cells, column, missing)
    if isinstance(column.kind, Date):
        return _parse_dates(cells, column, column.kind, missing)
    if isinstance(column.kind, Numeric):
        return _parse_numbers(cells, column, column.kind, missing, decimal)
    return _unparsed(missing)


def _parse_dictionary(cells: Any, column: Column, decimal: str) -> Parsed:
    """Parse each label of a dictionary once; a null cell is missing."""
    each = parse(cells.dictionary, column, decimal)
    codes = cells.indices.fill_null(len(cells.dictionary)).to_numpy()
    findings = []
    for finding in each.findings:
        rows = np.flatnonzero(np.isin(codes, finding.rows))
        if rows.size or not finding.rows.size:  # some labels are in no cell
            findings.append(replace(finding, rows=rows))
    return replace(
        each,
        values=np.append(each.values, np.nan)[codes],
        missing=np.append(each.missing, True)[codes],
        not_applicable=(
            None if each.not_applicable is None else np.append(each.not_applicable, False)[codes]
        ),
        findings=tuple(findings),
    )


def _declared_bounds(kind: Numeric | Date, arrow_type: Any) -> tuple[float, float]:
    """Return the declared bounds in the unit of the values; infinite where there is none."""
    if isinstance(kind, Numeric):
        lower = -np.inf if kind.lower is None else float(kind.lower)
        upper = np.inf if kind.upper is None else float(kind.upper)
        return lower, upper
    # With a time of day, the last day counts until its end.
    has_time = (
        any(code in kind.format for code in _TIME_CODES)
        if is_text(arrow_type)
        else pa.types.is_timestamp(arrow_type)
    )
    lower = -np.inf if kind.lower is None else days_of(kind.lower)
    upper = np.inf if kind.upper is None else days_of(kind.upper) + has_time
    return lower, upper


def value_bounds(kind: Kind, arrow_type: Any, observed: tuple[float, float]) -> tuple[float, float]:
    """Return the bounds of the values of a column: as declared, else as observed."""
    if isinstance(kind, Numeric | Date):
        lower, upper = _declared_bounds(kind, arrow_type)
        return (
            lower if math.isfinite(lower) else observed[0],
            upper if math.isfinite(upper) else observed[1],
        )
    return 0.0, len(labels_of(kind)) - 1.0


def _unparsed(missing: Mask, *findings: Finding) -> Parsed:
    return Parsed(values=np.full(missing.size, np.nan), missing=missing, findings=findings)


def _parse_labels(cells: Any, column: Column, missing: Mask) -> Parsed:
    labels = labels_of(column.kind)
    if not labels:
        return _unparsed(missing)
    texts = texts_of(cells)
    values = as_floats(pc.index_in(texts, value_set=pa.array(labels, texts.type)))
    values = np.where(missing, np.nan, values)
    name = "levels" if isinstance(column.kind, Ordinal) else "categories"
    rule = f"must be one of the declared {name}"
    findings = _findings(column, [(rule, np.isnan(values) & ~missing)])
    return Parsed(values=values, missing=missing, findings=findings)


def _parse_numbers(
    cells: Any, column: Column, kind: Numeric, missing: Mask, decimal: str
) -> Parsed:
    if pa.types.is_date(cells.type) or pa.types.is_timestamp(cells.type):
        return _unparsed(missing, _wrong_type(column, cells, "numbers", Date.label))
    if is_text(cells.type):
        values = numbers_of_texts(cells, decimal)
        rule = f'must be a number with the decimal sign "{decimal}"'
    else:
        values = np.array(as_floats(cells))
        rule = "must be a number"
    values[missing] = np.nan
    infinite = np.isinf(values)
    broken = [
        (rule, np.isnan(values) & ~missing),
        ("must be finite, or declared as a missing code", infinite),
    ]
    values[infinite] = np.nan
    if kind.integer:
        broken.append(("must be a whole number", np.abs(values - np.round(values)) > 0))
    return _within(values, missing, column, _declared_bounds(kind, cells.type), broken)


def _parse_dates(cells: Any, column: Column, kind: Date, missing: Mask) -> Parsed:
    rule = "must be a date"
    if is_text(cells.type):
        values = days_of_texts(cells, kind.format)
        rule = f"must be a date of the form {kind.format}"
    elif pa.types.is_date32(cells.type):
        values = np.array(as_floats(cells.cast(pa.int32())))
    elif pa.types.is_date64(cells.type):
        values = as_floats(cells.cast(pa.int64())) / UNITS_PER_DAY["ms"]
    elif pa.types.is_timestamp(cells.type):
        values = as_floats(cells.cast(pa.int64())) / UNITS_PER_DAY[cells.type.unit]
    else:
        return _unparsed(missing, _wrong_type(column, cells, "dates", Numeric.label))
    values[missing] = np.nan
    broken = [(rule, np.isnan(values) & ~missing)]
    return _within(values, missing, column, _declared_bounds(kind, cells.type), broken)


def _wrong_type(column: Column, cells: Any, wanted: str, fitting: str) -> Finding:
    reason = f'must hold {wanted}, got type {cells.type}; declare it as kind = "{fitting}"'
    return Finding(column=column.name, reason=reason)


def _within(
    values: Floats,
    missing: Mask,
    column: Column,
    bounds: tuple[float, float],
    broken: list[tuple[str, Mask]],
) -> Parsed:
    """Say which values break a rule, the declared bounds among them."""
    parsed = Parsed(
        values=values, missing=missing, bounds=bounds, findings=_findings(column, broken)
    )
    outside = parsed.outside
    if not outside.any():
        return parsed
    # A weight outside its bounds is a mistake; other values count as the bound in distances.
    rule = f"must be within the declared bounds {_interval(column.kind)}"
    found = _findings(column, [(rule, outside)], refuses=column.role is Role.WEIGHT)
    return replace(parsed, findings=parsed.findings + found)


def _interval(kind: Kind) -> str:
    lower, upper = getattr(kind, "lower", None), getattr(kind, "upper", None)
    return f"({'open' if lower is None else lower} to {'open' if upper is None else upper})"


def _findings(
    column: Column, broken: list[tuple[str, Mask]], *, refuses: bool = True
) -> tuple[Finding, ...]:
    return tuple(
        Finding(column=column.name, reason=reason, refuses=refuses, rows=np.flatnonzero(mask))
        for reason, mask in broken
        if mask.any()
    )
