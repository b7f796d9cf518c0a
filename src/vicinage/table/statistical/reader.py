"""Files of SPSS, Stata and SAS, read by pyreadstat: raw cells, and what the file tells of them."""

from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from vicinage.errors import ParameterError, TableError
from vicinage.table.content import Content
from vicinage.table.file_kind import FileKind
from vicinage.table.statistical.column_labels import ColumnLabels
from vicinage.table.statistical.file_labels import FileLabels
from vicinage.table.statistical.moments import moments_of

__all__ = ["pyreadstat", "read_statistical"]

_STORED = {"int8": pa.int8(), "int16": pa.int16(), "int32": pa.int32(), "float": pa.float32()}
_EXACT = 2.0**53
_READERS = {
    FileKind.SPSS: "read_sav",
    FileKind.STATA: "read_dta",
    FileKind.SAS: "read_sas7bdat",
    FileKind.XPORT: "read_xport",
}


def pyreadstat() -> ModuleType:
    """Return the package that knows these files.

    Raises
    ------
    ParameterError
        If it is not installed.
    """
    try:
        import pyreadstat as package
    except ImportError:
        raise ParameterError(
            "files of SPSS, Stata and SAS must be read by a package that is not installed; "
            "pip install 'vicinage[formats]'"
        ) from None
    found: ModuleType = package
    return found


def read_statistical(path: Path, kind: FileKind, encoding: str = "utf-8") -> Content:
    """Read a file with its labels.

    A number is whole where all of its column are; a date is a date where the format says so.
    Codes that mean missing stay what they are. A column of Stata or SAS with tagged missing
    values is one of texts, in which such a cell is ``.a`` to ``.z``.

    Parameters
    ----------
    path : Path
    kind : FileKind
    encoding : str
        Of an old file that does not say its own; "utf-8" leaves the choice to the file.

    Raises
    ------
    TableError
        If the file is damaged, or not in its encoding.
    """
    package = pyreadstat()
    if not path.is_file():
        raise TableError(f"path must be a file that can be read, got {path}: there is none")
    options: dict[str, Any] = {"output_format": "dict", "disable_datetime_conversion": True}
    if kind is not FileKind.XPORT:
        options["user_missing"] = True
    if encoding.lower() not in ("utf-8", "utf8"):
        options["encoding"] = encoding
    try:
        columns, meta = getattr(package, _READERS[kind])(str(path), **options)
    except (package.ReadstatError, package.PyreadstatError, UnicodeError, ValueError):
        raise TableError(
            f"{path} must be a whole {kind} file in the encoding that it names, got something "
            "else; if texts are the problem, `vicinage schema --encoding` and [file] of the schema "
            "say another, such as latin-1"
        ) from None
    if not any(map(len, columns.values())):
        raise TableError(f"{path} must have at least one column and one row, got an empty table")
    labels = FileLabels(
        label=meta.file_label or "",
        program=kind,
        columns={name: _labels(name, cells, meta) for name, cells in columns.items()},
    )
    arrays = {
        name: _array(cells, labels.columns[name], meta.readstat_variable_types[name], kind)
        for name, cells in columns.items()
    }
    return Content(table=pa.table(arrays), labels=labels)


def _labels(name: str, cells: Sequence[Any], meta: Any) -> ColumnLabels:
    tagged = meta.readstat_variable_types[name] != "string"
    ranges = meta.missing_ranges.get(name, ())
    return ColumnLabels(
        label=meta.column_names_to_labels.get(name) or "",
        values=dict(meta.variable_value_labels.get(name, {})),
        missing=tuple((one["lo"], one["hi"]) for one in ranges),
        tags=tuple(sorted({cell for cell in cells if isinstance(cell, str)})) if tagged else (),
        form=meta.original_variable_types.get(name) or "",
        measure=meta.variable_measure.get(name) or "unknown",
        width=max(0, meta.variable_display_width.get(name) or 0),
    )


def _array(cells: Sequence[Any], labels: ColumnLabels, stored: str, kind: FileKind) -> Any:
    if stored == "string":
        return pa.array(cells, pa.string())
    if labels.tags:
        return pa.array([_spelled(cell) for cell in cells], pa.string())
    numbers = pa.array(cells, pa.float64(), from_pandas=True)
    found = moments_of(numbers, labels.form, kind)
    if found is not numbers:
        return found
    if stored in _STORED:
        return numbers.cast(_STORED[stored])
    return numbers.cast(pa.int64()) if _all_whole(numbers) else numbers


def _all_whole(numbers: Any) -> bool:
    """Say whether there are numbers, and all are whole ones that a float tells apart."""
    whole = pc.and_(
        pc.equal(numbers, pc.round(numbers)), pc.less_equal(pc.abs(numbers), pa.scalar(_EXACT))
    )
    return len(numbers) > numbers.null_count and bool(pc.all(whole).as_py())


def _spelled(cell: Any) -> str | None:
    if cell is None:
        return None
    return f".{cell}" if isinstance(cell, str) else repr(float(cell)).removesuffix(".0")
