"""From labels and codes of a statistics program to a column of a schema."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from vicinage.schema import Categorical, Column, Kind, Numeric, Ordinal
from vicinage.table.cells import is_text, plain_cells, texts_of
from vicinage.table.file_kind import FileKind
from vicinage.table.frames import Frame
from vicinage.table.statistical.column_labels import ColumnLabels
from vicinage.table.statistical.moments import numbers_of

__all__ = ["code_text", "label_comments", "labelled_column"]

_MOST_LISTED = 50


def labelled_column(
    column: Column, labels: ColumnLabels, frame: Frame, program: FileKind | None
) -> Column:
    """Refine what was observed in a column by what its file tells about it.

    User-missing codes become missing codes. A column in which every other cell has a label is
    categorical, or ordinal where the program says so; one of measure "nominal" is categorical in
    any case. All others, such as ages of which one code is labelled, stay what they are.

    Parameters
    ----------
    column : Column
        As observed.
    labels : ColumnLabels
    frame : Frame
    program : FileKind or None
        Whose labels these are.
    """
    if labels == ColumnLabels():
        return column
    cells = plain_cells(frame, column.name)
    if labels.tags:
        missing = ("", *(f".{tag}" for tag in labels.tags))
        texts = cells.filter(pc.invert(pc.is_in(cells, value_set=pa.array(missing))))
        whole = not pc.any(pc.match_substring_regex(texts, "[.e]")).as_py()
        return replace(column, kind=Numeric(integer=whole), missing=missing)
    present = pc.unique(cells).drop_null()
    if program is not None and not is_text(cells.type) and _are_moments(cells):
        missing = (*column.missing, *_missing_moments(labels, present, program))
        return replace(column, missing=tuple(dict.fromkeys(missing)))
    missing = tuple(dict.fromkeys((*column.missing, *_missing_codes(labels, present))))
    texts = [text for text in texts_of(present).to_pylist() if text not in missing]
    codes = [text for text in map(code_text, labels.values) if text not in missing]
    kind = column.kind
    if codes and set(texts) <= set(codes):
        kind = _labelled_kind(codes, labels)
    elif labels.measure == "nominal" and isinstance(kind, Numeric):
        kind = Categorical()
    elif isinstance(kind, Categorical):
        kind = Categorical()  # open: without the missing codes
    return replace(column, kind=kind, missing=missing)


def _are_moments(cells: Any) -> bool:
    return bool(pa.types.is_date(cells.type) or pa.types.is_timestamp(cells.type))


def _missing_moments(labels: ColumnLabels, present: Any, program: FileKind) -> Iterator[str]:
    """Spell the dates that mean missing, whose codes are numbers."""
    numbers = numbers_of(present, labels.form, program)
    for text, number in zip(texts_of(present).to_pylist(), numbers.to_pylist(), strict=True):
        if any(low <= number <= high for low, high in labels.missing):
            yield text


def _labelled_kind(codes: list[str], labels: ColumnLabels) -> Kind:
    kept = tuple(dict.fromkeys(codes))
    return Ordinal(kept) if labels.measure == "ordinal" else Categorical(kept)


def _missing_codes(labels: ColumnLabels, present: Any) -> Iterator[str]:
    """Name the codes in the ranges: single ones, and those that occur or have a label."""
    for low, high in labels.missing:
        if low == high:
            yield code_text(low)
            continue
        known = [] if is_text(present.type) else [*present.to_pylist(), *labels.values]
        for code in known:
            if isinstance(code, int | float) and low <= code <= high:  # type: ignore[operator]
                yield code_text(code)


def code_text(code: float | str) -> str:
    """Spell a code as the cells of its column are.

    Examples
    --------
    >>> code_text(1.0), code_text(-9.5), code_text("a")
    ('1', '-9.5', 'a')
    """
    return code if isinstance(code, str) else repr(float(code)).removesuffix(".0")


def label_comments(labels: ColumnLabels) -> Iterator[str]:
    """Say in comments what the file tells about a column; each on one line."""
    if labels.label:
        yield _line(f"Label: {labels.label}")
    shown = list(labels.values.items())[:_MOST_LISTED]
    if shown:
        listed = ", ".join(f'"{_code(code, labels)}" = {text}' for code, text in shown)
        more = ", ..." if len(labels.values) > len(shown) else ""
        yield _line(f"Value labels: {listed}{more}")
    if labels.missing:
        ranges = ", ".join(
            code_text(low) if low == high else f"{code_text(low)} to {code_text(high)}"
            for low, high in labels.missing
        )
        yield _line(f"User-missing in the file: {ranges}")


def _code(code: float | str, labels: ColumnLabels) -> str:
    return f".{code}" if labels.tags and isinstance(code, str) else code_text(code)


def _line(text: str) -> str:
    """Keep a label on its line: it shall not become a part of the schema."""
    return "".join(c if c.isprintable() else " " for c in text)
