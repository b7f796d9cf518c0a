"""Files of SPSS, Stata and SAS, written by pyreadstat with the labels that came in."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from vicinage.errors import OutputError
from vicinage.table.databases.storable import storable
from vicinage.table.file_kind import FileKind
from vicinage.table.statistical.column_labels import ColumnLabels
from vicinage.table.statistical.file_labels import FileLabels
from vicinage.table.statistical.moments import default_form, is_date_form, numbers_of
from vicinage.table.statistical.reader import pyreadstat

__all__ = ["write_statistical"]

_EXACT = 2**53
_LARGEST = sys.float_info.max
_LARGEST_LONG = 2_147_483_620  # beyond it are Stata's missing values; there it is a float
# The sizes that are kept: Stata's missing values are large floats, SAS transports IBM's floats.
_RANGES = {FileKind.STATA: (0.0, 8.9e307), FileKind.XPORT: (5.4e-79, 4.5e74)}
_MOST_DIGITS = 15
_WHOLE_FORM = "F8.0"
_SHORT_NAME, _SHORT_LABEL, _SHORT_TEXT = 8, 40, 200  # of SAS transport files of version 5


def write_statistical(table: Any, labels: FileLabels, path: Path, kind: FileKind) -> None:
    """Write a table; its labels go with it, and its formats where they are of the same program.

    Parameters
    ----------
    table : pyarrow.Table
    labels : FileLabels
    path : Path
    kind : FileKind

    Raises
    ------
    OutputError
        If a name or cell is none that such a file can keep as it is.
    """
    package = pyreadstat()
    own = labels.program is kind or {labels.program, kind} == {FileKind.SAS, FileKind.XPORT}
    ready = storable(table)
    known = {name: labels.of(name) for name in ready.column_names}
    columns, forms = {}, {}
    for field in ready.schema:
        form = known[field.name].form if own else ""
        cells = ready.column(field.name).combine_chunks()
        if pa.types.is_date(cells.type) or pa.types.is_timestamp(cells.type):
            form = form if is_date_form(form, kind, cells) else default_form(cells, kind)
            cells = numbers_of(cells.cast(_plain(cells.type)), form, kind)
        elif kind is FileKind.SPSS and pa.types.is_integer(cells.type):
            form = form or _WHOLE_FORM
        if form and not pa.types.is_string(cells.type):
            forms[field.name] = form
        columns[field.name] = _column(
            field.name, cells, kind, tagged=own and bool(known[field.name].tags)
        )
    frame = pa.table({}).to_pandas().assign(**columns)
    arguments = {
        "column_labels": {name: one.label or None for name, one in known.items()},
        "file_label": labels.label,
        "variable_format": forms,
        **_arguments(known, ready, kind, own=own),
    }
    if kind is FileKind.SPSS:
        arguments["compress" if path.suffix.lower() == ".zsav" else "row_compress"] = True
    try:
        _write(package, kind)(frame, str(path), **arguments)
    except (package.ReadstatError, package.PyreadstatError, UnicodeError, ValueError, TypeError):
        raise OutputError(
            f"the table must fit into a {kind} file, got names, texts or labels that do not: names "
            "must begin with a letter and hold letters, digits and _ only, and have a length that "
            "the program allows; rename columns, or write to .csv or .parquet"
        ) from None


def _write(package: Any, kind: FileKind) -> Any:
    names = {FileKind.SPSS: "write_sav", FileKind.STATA: "write_dta"}
    return getattr(package, names.get(kind, "write_xport"))


def _arguments(
    known: dict[str, ColumnLabels], table: Any, kind: FileKind, *, own: bool
) -> dict[str, Any]:
    """Return what only one of the programs keeps."""
    values = {name: dict(one.values) for name, one in known.items() if one.values}
    if kind is FileKind.SPSS:
        return {
            "variable_value_labels": values,
            "missing_ranges": {
                name: [low if low == high else {"lo": low, "hi": high} for low, high in one.missing]
                for name, one in known.items()
                if one.missing
            },
            "variable_measure": {name: one.measure for name, one in known.items()},
            "variable_display_width": {n: one.width for n, one in known.items() if one.width},
        }
    if kind is FileKind.STATA:
        values = {name: _whole_codes(one) for name, one in values.items()}
        tagged = {name: list(one.tags) for name, one in known.items() if one.tags and own}
        return {"variable_value_labels": values, "missing_user_values": tagged}
    short = all(
        len(name.encode()) <= _SHORT_NAME and len(one.label.encode()) <= _SHORT_LABEL
        for name, one in known.items()
    )
    short = short and all(
        (pc.max(pc.binary_length(table.column(name))).as_py() or 0) <= _SHORT_TEXT
        for name in known
        if pa.types.is_string(table.schema.field(name).type)
    )
    return {"file_format_version": 5 if short else 8}


def _whole_codes(values: Mapping[float | str, str]) -> dict[float | str, str]:
    return {
        int(code) if isinstance(code, float) and code.is_integer() else code: text
        for code, text in values.items()
    }


def _plain(kind: Any) -> Any:
    return pa.timestamp("us") if pa.types.is_timestamp(kind) else kind


def _column(name: str, cells: Any, kind: FileKind, *, tagged: bool) -> Any:
    """Return cells as pyreadstat takes them, with nothing rounded or cut."""
    if pa.types.is_string(cells.type):
        return _tagged(cells) if tagged else _texts(name, cells, kind)
    if pa.types.is_boolean(cells.type):
        cells = cells.cast(pa.int16())
    if pa.types.is_decimal(cells.type):
        if cells.type.precision > _MOST_DIGITS:
            raise OutputError(
                f"column {name!r} must have decimals of at most {_MOST_DIGITS} digits, since {kind}"
                f" keeps floats, got {cells.type}; write to .parquet"
            )
        cells = cells.cast(pa.float64())
    return _numbers(name, cells, kind)


def _texts(name: str, cells: Any, kind: FileKind) -> Any:
    cut = r"\x00" if kind is FileKind.STATA else r"\x00| $"
    texts = cells.fill_null("")
    if pc.any(pc.match_substring_regex(texts, cut)).as_py():
        raise OutputError(
            f"column {name!r} must hold texts without a blank at the end, or a null character, "
            f"which {kind} does not keep, got some; trim them, or write to another kind of file"
        )
    return texts.to_numpy(zero_copy_only=False)


def _numbers(name: str, cells: Any, kind: FileKind) -> Any:
    """Return numbers: only Stata has whole ones. Missing is None, or NaN among floats."""
    whole = pa.types.is_integer(cells.type)
    largest = max((abs(end) for end in pc.min_max(cells).as_py().values() if end), default=0)
    sizes = pc.abs(cells)
    smallest = pc.min(sizes.filter(pc.greater(sizes, 0))).as_py() or 1.0
    low, high = _RANGES.get(kind, (0.0, _LARGEST))
    if largest > (_EXACT if whole else high) or smallest < low:
        raise OutputError(
            f"column {name!r} must hold finite numbers that {kind} keeps, whole ones up to 2**53 "
            "and no larger or smaller ones than its floats, got others; write to .parquet"
        )
    if whole and kind is FileKind.STATA and largest <= _LARGEST_LONG:
        return cells.to_pandas(integer_object_nulls=True)
    return cells.cast(pa.float64()).to_numpy(zero_copy_only=False)


def _tagged(cells: Any) -> Any:
    """Return numbers and tags as objects: ``.a`` is the tag a."""
    texts = cells.to_pylist()
    whole = all(float(text).is_integer() for text in texts if _is_number(text))
    convert: Any = (lambda text: int(float(text))) if whole else float
    found = [_untagged(text, convert) for text in texts]
    return pa.array(range(len(found))).to_pandas().astype(object).map(found.__getitem__)


def _untagged(text: str | None, convert: Any) -> Any:
    if not text:
        return None
    return convert(text) if _is_number(text) else text.removeprefix(".")


def _is_number(text: str | None) -> bool:
    try:
        float(text or "")
    except ValueError:
        return False
    return True
