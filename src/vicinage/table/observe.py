"""A schema found by looking at a table: private, unlike one that the steward declares."""

import re
from collections.abc import Collection
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from vicinage.schema import (
    Categorical,
    Column,
    Date,
    FileFormat,
    Kind,
    Numeric,
    Ordinal,
    Role,
    Schema,
    Text,
)
from vicinage.table.cells import is_missing, is_text, plain_cells, stored_cells, texts_of
from vicinage.table.frames import Frame
from vicinage.table.statistical.file_labels import FileLabels
from vicinage.table.statistical.labelled_column import labelled_column
from vicinage.table.text_values import days_of_texts, numbers_of_texts
from vicinage.table.validation import looks_like_identifier

__all__ = [
    "DATE_FORMATS",
    "DAY_OR_MONTH_FIRST",
    "MISSING_TEXTS",
    "USUAL_CODES",
    "could_be_dates",
    "find_decimal",
    "is_row_label",
    "observe_schema",
]

# Texts that mean "missing", in any case, where the rest of the column is a number or a date.
MISSING_TEXTS = (
    "",
    " ",
    ".",
    "..",
    "?",
    "-",
    "--",
    "*",
    "na",
    "n/a",
    "#n/a",
    "nan",
    "null",
    "none",
)
# Numbers that often mean "missing".
USUAL_CODES = (-9, -99, -999, -9999, -1, -7, -8, 99, 999, 9999, 99999)
_ROW_LABEL = re.compile(r"__index_level_[0-9]+__")
DATE_FORMATS = (
    "%Y-%m-%d",
    "%Y-%m-%d %H:%M:%S",
    "%Y-%m-%dT%H:%M:%S",
    "%Y-%m-%d %H:%M",
    "%Y-%m-%dT%H:%M",
    "%Y-%m-%dT%H:%M:%S%z",
    "%Y/%m/%d",
    "%d.%m.%Y",
)
# A day above 12 decides between these two; without one the column is left as texts.
DAY_OR_MONTH_FIRST = ("%d/%m/%Y", "%m/%d/%Y")


def observe_schema(
    frame: Frame,
    file: FileFormat | None = None,
    *,
    texts: Collection[str] = (),
    labels: FileLabels | None = None,
) -> Schema:
    """Find the kind of each column; bounds and categories are left open.

    Typed columns are what their type says. Texts of a typed frame are categories, or text when
    nearly every row differs; only the texts of a file are tried as numbers and dates.

    Parameters
    ----------
    frame : Frame
    file : FileFormat or None
        How the file is written, for a frame read from a text file.
    texts : collection of str
        Columns of a typed frame whose texts are tried as well.
    labels : FileLabels or None
        What the file of a statistics program tells about its columns.
    """
    known = labels or FileLabels()
    columns = [
        _observe_texts(frame, name, "." if file is None else file.decimal)
        if file is not None or name in texts
        else labelled_column(_observe_typed(frame, name), known.of(name), frame, known.program)
        for name in frame.names
    ]
    return Schema(columns, observed=True, file=file)


def find_decimal(frame: Frame) -> str:
    """Return the decimal sign that fits more columns of texts; the point when in doubt."""
    commas = 0
    for name in frame.names:
        texts, _ = _without_missing(plain_cells(frame, name))
        for sign, vote in ((",", 1), (".", -1)):
            if pc.any(pc.match_substring(texts, sign)).as_py() and _all_numbers(texts, sign):
                commas += vote
    return "," if commas > 0 else "."


def is_row_label(name: str) -> bool:
    """Say whether a column holds the unnamed index of a pandas frame, as pandas stores it.

    Such labels may number people, so they are identifiers unless a schema says otherwise.

    Examples
    --------
    >>> is_row_label("__index_level_0__")
    True
    """
    return _ROW_LABEL.fullmatch(name) is not None


def could_be_dates(cells: Any, missing: npt.NDArray[np.bool_]) -> bool:
    """Say whether texts are dates with the day or the month first, and nothing decides which."""
    texts = cells.filter(pa.array(~missing))
    return is_text(cells.type) and len(texts) > 0 and len(_day_or_month_first(texts)) > 1


def _observe_typed(frame: Frame, name: str) -> Column:
    if is_row_label(name):
        return Column(name, Text(), Role.IDENTIFIER)
    cells = stored_cells(frame, name)
    kind: Kind
    if pa.types.is_dictionary(cells.type):
        kind = _kind_of_dictionary(frame.cells(name), cells)
    elif pa.types.is_integer(cells.type):
        kind = Numeric(integer=True)
    elif pa.types.is_floating(cells.type) or pa.types.is_decimal(cells.type):
        kind = Numeric()
    elif pa.types.is_date(cells.type) or pa.types.is_timestamp(cells.type):
        kind = Date()
    else:
        kind = _kind_of_labels(cells, is_missing(cells, ("",)))
    return Column(name, kind)


def _observe_texts(frame: Frame, name: str, decimal: str) -> Column:
    cells = plain_cells(frame, name)
    texts, missing = _without_missing(cells)
    if len(texts) and _all_numbers(texts, decimal):
        whole = not pc.any(pc.match_substring_regex(texts, "[.,eE]")).as_py()
        return Column(name, Numeric(integer=whole), missing=missing)
    form = _date_format(texts) if len(texts) else None
    if form is not None:
        return Column(name, Date(format=form), missing=missing)
    return Column(name, _kind_of_labels(cells, is_missing(cells, ("",))))


def _kind_of_labels(cells: Any, missing: npt.NDArray[np.bool_]) -> Kind:
    return Text() if looks_like_identifier(cells, missing) else Categorical()


def _kind_of_dictionary(stored: Any, cells: Any) -> Kind:
    labels = texts_of(cells.dictionary)
    if stored.type.ordered:
        kept = tuple(dict.fromkeys(label for label in labels.to_pylist() if label))
        return Ordinal(kept) if kept else Categorical()
    empty = np.append(is_missing(labels, ("",)), True)
    missing = empty[cells.indices.fill_null(len(labels)).to_numpy()]
    if looks_like_identifier(pa.DictionaryArray.from_arrays(cells.indices, labels), missing):
        return Text()
    return Categorical(tuple(dict.fromkeys(label for label in labels.to_pylist() if label)))


def _without_missing(cells: Any) -> tuple[Any, tuple[str, ...]]:
    """Return the texts that are no missing code, and the codes that occur besides the blank."""
    absent = pc.is_in(pc.utf8_lower(cells), value_set=pa.array(MISSING_TEXTS, cells.type))
    codes = cells.filter(absent).unique().to_pylist()
    return cells.filter(pc.invert(absent)), ("", *sorted(set(codes) - {""}))


def _all_numbers(texts: Any, decimal: str) -> bool:
    head = numbers_of_texts(texts.slice(0, 100), decimal)
    return not np.isnan(head).any() and not np.isnan(numbers_of_texts(texts, decimal)).any()


def _date_format(texts: Any) -> str | None:
    head = texts.slice(0, 100)
    fitting = [form for form in DATE_FORMATS if _all_dates(head, form) and _all_dates(texts, form)]
    if fitting:
        return fitting[0]
    either = _day_or_month_first(texts)
    return either[0] if len(either) == 1 else None


def _day_or_month_first(texts: Any) -> list[str]:
    return [form for form in DAY_OR_MONTH_FIRST if _all_dates(texts, form)]


def _all_dates(texts: Any, form: str) -> bool:
    return not np.isnan(days_of_texts(texts, form)).any()
