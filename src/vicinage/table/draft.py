"""A first schema of a table, for its steward to correct."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from vicinage.schema import Categorical, Column, FileFormat, Numeric, Role, Text
from vicinage.table.cells import is_text, plain_cells, texts_of
from vicinage.table.cells_to_numbers import Parsed, parse
from vicinage.table.frames import Frame
from vicinage.table.loading import load
from vicinage.table.misread import misread_cells
from vicinage.table.observe import DATE_FORMATS, USUAL_CODES, could_be_dates
from vicinage.table.open_ends import fill_bounds, fill_categories
from vicinage.table.statistical.labelled_column import label_comments
from vicinage.table.text_values import days_of_texts, is_grouped, numbers_of_texts
from vicinage.table.twin_columns import twin_columns
from vicinage.table.validation import Examination, examine

__all__ = ["draft_schema"]

_MOST_CATEGORIES = 100
_FEW_VALUES = 10
_MOST_CODES = 5
_TOP = (
    "Draft of a schema, for the steward to check and correct.",
    "Bounds and categories were found in the data. They are NOT public: replace them by what may",
    "be known without the data, and only then set public = true.",
    "Give a role to each column that has one: key, identifier, quasi-identifier, confidential,",
    "stratum, weight, household, ignored. A text column must have one.",
)


def draft_schema(source: Any, *, file_format: FileFormat | None = None) -> str:
    """Draft a schema as TOML with comments: for the steward only, it shows values of the data.

    Parameters
    ----------
    source : Path, str, DatabaseTable, list or tuple of them, or frame
        What :meth:`Table.of` takes.
    file_format : FileFormat or None
        How a text file is written, when it is not in UTF-8.

    Raises
    ------
    TableError
        If the table cannot be read.

    Examples
    --------
    >>> import pyarrow as pa
    >>> text = draft_schema(pa.table({"age": [34, 71, 50], "sex": ["F", "M", "F"]}))
    >>> print(text[text.index("[columns.age]"):])
    [columns.age]
    kind = "numeric"
    lower = 34
    upper = 71
    integer = true
    <BLANKLINE>
    [columns.sex]
    kind = "categorical"
    categories = [
        "F",
        "M",
    ]
    <BLANKLINE>
    """
    loaded = load(source, file_format=file_format)
    schema, frame = loaded.schema, loaded.frame
    found = examine(frame, schema)
    found.findings += misread_cells(frame, schema.file, ())
    found.findings += twin_columns(frame, schema, ())
    comments = {"": list(_TOP)}
    for column in schema:
        comments[column.name] = [
            *(label_comments(loaded.labels.of(column.name)) if loaded.labels else ()),
            *_comments(column, frame, found, schema.file.decimal),
        ]
    short = {k: v for k, v in found.categories.items() if len(v) <= _MOST_CATEGORIES}
    filled = fill_bounds(fill_categories(schema, short), found.ranges)
    return filled.to_toml(comments)


def _comments(column: Column, frame: Frame, found: Examination, decimal: str) -> Iterator[str]:
    cells = plain_cells(frame, column.name)
    parsed = parse(cells, column, decimal)
    about_texts: list[str] = []
    if isinstance(column.kind, Categorical | Text) and is_text(cells.type):
        about_texts += _about_texts(cells, parsed.missing, decimal)
    if column.role is Role.IDENTIFIER:
        yield "The labels of the rows in pandas; they are dropped from a release."
    elif isinstance(column.kind, Text) and not about_texts:
        yield "Nearly all texts differ, so this looks like an identifier: it needs a role, such as"
        yield 'role = "identifier" (dropped from a release), "key" or "ignored".'
    if isinstance(column.kind, Numeric):
        yield from _about_numbers(cells, column.kind, parsed)
    if len(column.missing) > 1:
        yield f"Proposed as missing codes: {', '.join(map(repr, column.missing[1:]))}."
    if len(found.categories.get(column.name, ())) > _MOST_CATEGORIES:
        yield f"More than {_MOST_CATEGORIES} categories were found; they are not listed."
    yield from about_texts
    for finding in found.findings:
        if finding.column == column.name and finding.severity == "note":
            yield f"The column {finding.reason}."
        elif finding.column == column.name and finding.rows.size:
            yield f"Some cells break a rule: {finding.reason}."


def _about_numbers(cells: Any, kind: Numeric, parsed: Parsed) -> Iterator[str]:
    different = np.unique(parsed.values[~np.isnan(parsed.values)])
    present = int(parsed.missing.size - parsed.missing.sum())
    if kind.integer and different.size <= _FEW_VALUES and present > 2 * different.size:
        yield f"Only {different.size} different numbers: if they are codes of categories, declare"
        yield f'kind = "categorical", categories = {[str(int(value)) for value in different]}'
    codes = [code for code in USUAL_CODES if code in different and code in different[[0, -1]]]
    if codes:
        texts = texts_of(cells.filter(pa.array(np.isin(parsed.values, codes)))).unique()
        listed = ", ".join(f'"{text}"' for text in texts.to_pylist())
        yield f'If {listed} means missing, declare it: missing = ["", {listed}]'


def _about_texts(cells: Any, missing: npt.NDArray[np.bool_], decimal: str) -> Iterator[str]:
    """Say so where all texts but a few, perhaps codes, are numbers or dates."""
    if could_be_dates(cells, missing):
        yield "These may be dates with the day or the month first: declare"
        yield 'kind = "date" and format = "%d/%m/%Y" or "%m/%d/%Y".'
        return
    different = cells.filter(pa.array(~missing)).unique()
    if _are_grouped(different.slice(0, 100)):
        yield "These may be numbers with thousands separators: write them without, to be read."
    found = [
        (codes, sign)
        for sign in (decimal, "," if decimal == "." else ".")
        if (codes := _unread(different, partial(numbers_of_texts, decimal=sign))) is not None
    ]
    if found:
        codes, sign = min(found, key=lambda pair: len(pair[0]))
        yield from _like_numbers(codes, "" if sign == decimal else sign)
        return
    for form in DATE_FORMATS:
        others = _unread(different, partial(days_of_texts, form=form))
        if others is not None:
            yield f'{_all_but(others)} are dates: declare kind = "date", format = "{form}"'
            if others:
                yield f"and, if these codes mean missing, missing = {['', *others]}"
            return


def _are_grouped(texts: Any) -> bool:
    for sign in (".", ","):
        grouped = np.array([is_grouped(text, sign) for text in texts.to_pylist()], bool)
        if grouped.any() and not np.isnan(numbers_of_texts(texts, sign)[~grouped]).any():
            return True
    return False


def _like_numbers(codes: list[str], other_sign: str) -> Iterator[str]:
    sign = f' with the decimal sign "{other_sign}"' if other_sign else ""
    missing = f", missing = {['', *codes]}" if codes else ""
    condition = "these mean missing" if codes else "they are no codes"
    yield f"{_all_but(codes)} are numbers{sign}. If {condition}, declare"
    yield f'kind = "numeric"{missing}'
    if other_sign:
        yield f'and, under [file], decimal = "{other_sign}"'


def _all_but(codes: list[str]) -> str:
    return f"All but {', '.join(map(repr, codes))}" if codes else "All"


def _unread(different: Any, read: Callable[[Any], npt.NDArray[np.float64]]) -> list[str] | None:
    """Return the few texts that are none of the values; None where they are not few."""
    most = min(_MOST_CODES, len(different) // 4)
    if len(different) == 0 or np.isnan(read(different.slice(0, 100))).sum() > most:
        return None
    codes: list[str] = different.filter(pa.array(np.isnan(read(different)))).to_pylist()
    return codes if len(codes) <= most else None
