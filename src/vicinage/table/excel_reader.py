"""Sheets of Excel: one table with a header in the first row."""

import datetime
import warnings
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import pyarrow as pa

from vicinage.errors import ParameterError, TableError
from vicinage.names import did_you_mean, first_repeated
from vicinage.table.content import Content

__all__ = ["read_excel"]

_EXACT = 2**53
_MIDNIGHT = datetime.time()
Rows = list[list[Any]]


def read_excel(path: Path) -> Content:
    """Read the first sheet of a workbook, or the one named behind ``#``.

    A column of numbers, dates or truth values has that type, whole numbers are integers. One that
    mixes texts with others is one of texts, as in a CSV file. Empty rows and columns behind the
    table are left out.

    Parameters
    ----------
    path : Path
        Such as ``people.xlsx`` or ``people.xlsx#2024``.

    Raises
    ------
    TableError
        If there is no such sheet, a formula has no value, a cell holds an error such as #N/A,
        cells are merged, a row in between is empty, or names are missing or not different.
    """
    file, _, sheet = str(path).partition("#") if not path.exists() else (str(path), "", "")
    rows = _rows(Path(file), sheet, path)
    names = _names(path, rows[0])
    if len(rows) == 1:
        raise TableError(f"{path} must have at least one row, got a header only")
    _check_full(path, rows)
    columns = {
        name: _column(name, [row[position] for row in rows[1:]])
        for position, name in enumerate(names)
    }
    texts = tuple(name for name, cells in columns.items() if pa.types.is_string(cells.type))
    return Content(table=pa.table(columns), texts=texts)


def _rows(file: Path, sheet: str, path: Path) -> Rows:
    """Return the cells of a sheet up to the last that is not empty."""
    with _opened(file, values=False) as book:
        name, chosen = _chosen(book, sheet, path)
        if chosen.merged_cells.ranges:
            first = sorted(str(area) for area in chosen.merged_cells.ranges)[0]
            raise TableError(
                f"{path} must have no merged cells, got {first}; split them, and fill each cell"
            )
        formulas = [c.coordinate for row in chosen.iter_rows() for c in row if c.data_type == "f"]
        if not formulas:
            return _trimmed(path, list(_checked(path, chosen)))
    with _opened(file, values=True) as book:
        chosen = book[name]
        for place in formulas:
            if chosen[place].value is None:
                raise TableError(
                    f"{path} must have a value for each formula, got none in cell {place}; open "
                    "and save it in a program that computes formulas, or replace them by values"
                )
        return _trimmed(path, list(_checked(path, chosen)))


def _opened(file: Path, *, values: bool) -> Any:
    package = _openpyxl()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about styles and other things that are not read
            return closing(package.load_workbook(file, data_only=values))
    except OSError as error:
        reason = error.strerror or "it is damaged"
        raise TableError(f"path must be a file that can be read, got {file}: {reason}") from None
    except (BadZipFile, KeyError, ValueError, TypeError, SyntaxError, AttributeError):
        raise TableError(
            f"{file} must be an Excel workbook (.xlsx), got something else, or one that is "
            "protected or damaged; save it again as .xlsx"
        ) from None


def _openpyxl() -> Any:
    try:
        import openpyxl
    except ImportError:
        raise ParameterError(
            "Excel files must be read by a package that is not installed; "
            "pip install 'vicinage[formats]'"
        ) from None
    return openpyxl


def _chosen(book: Any, sheet: str, path: Path) -> tuple[str, Any]:
    names = [one.title for one in book.worksheets]
    if not names:
        raise TableError(f"{path} must have a sheet with cells, got none")
    if sheet and sheet not in names:
        raise TableError(
            f"the sheet must be one of {', '.join(map(repr, names))}, got {sheet!r}"
            f"{did_you_mean(sheet, names)}"
        )
    chosen = book[sheet or names[0]]
    return chosen.title, chosen


def _checked(path: Path, sheet: Any) -> Iterator[list[Any]]:
    for row in sheet.iter_rows():
        for cell in row:
            if cell.data_type == "e":
                raise TableError(
                    f"{path} must have no cell with an error, got {cell.value} in cell "
                    f"{cell.coordinate}; correct it, or empty it where the value is missing"
                )
        yield [cell.value for cell in row]


def _trimmed(path: Path, rows: Rows) -> Rows:
    """Leave out empty rows and columns at the end."""
    while rows and all(cell is None for cell in rows[-1]):
        rows.pop()
    if not rows:
        raise TableError(f"{path} must have a header and at least one row, got an empty sheet")
    width = max(i + 1 for row in rows for i, cell in enumerate(row) if cell is not None)
    return [row[:width] for row in rows]


def _names(path: Path, header: Sequence[Any]) -> list[str]:
    for position, name in enumerate(header, start=1):
        if not isinstance(name, str | int) or isinstance(name, bool) or name == "":
            got = "none" if name in (None, "") else f"a {type(name).__name__}"
            raise TableError(
                f"{path} must have the names of its columns in the first row, got {got} for column "
                f"{position}; write one into each cell, with no title above and no gap between"
            )
    names = [str(name) for name in header]
    twice = first_repeated(names)
    if twice is not None:
        raise TableError(
            f"{path} must have different column names, got {twice!r} more than once; "
            "rename one of them"
        )
    return names


def _check_full(path: Path, rows: Rows) -> None:
    for number, row in enumerate(rows, start=1):
        if all(cell is None for cell in row):
            raise TableError(
                f"{path} must have no empty row inside the table, got row {number}; delete it, or "
                "move what stands below it to another sheet"
            )


def _column(name: str, cells: list[Any]) -> Any:
    kinds = {_kind(name, cell) for cell in cells if cell is not None}
    if kinds == {"number"}:
        return _numbers(cells)
    if kinds == {"date"}:
        midnight = all(cell is None or _time(cell) == _MIDNIGHT for cell in cells)
        days = [cell.date() if isinstance(cell, datetime.datetime) else cell for cell in cells]
        return pa.array(days, pa.date32()) if midnight else pa.array(cells, pa.timestamp("us"))
    if kinds == {"truth value"}:
        return pa.array(cells, pa.bool_())
    if len(kinds) > 1 and "text" not in kinds:
        raise TableError(
            f"column {name!r} must hold one kind of cells, got {' and '.join(sorted(kinds))}s; "
            "correct the cells, or format them all as text"
        )
    return pa.array([None if cell is None else _spelled(cell) for cell in cells], pa.string())


def _kind(name: str, cell: Any) -> str:
    if isinstance(cell, str):
        return "text"
    if isinstance(cell, bool):
        return "truth value"
    if isinstance(cell, int | float):
        return "number"
    if isinstance(cell, datetime.date):
        return "date"
    raise TableError(
        f"column {name!r} must hold numbers, texts, dates or booleans, got {type(cell).__name__}; "
        "convert or drop it"
    )


def _time(cell: Any) -> datetime.time:
    return cell.time() if isinstance(cell, datetime.datetime) else _MIDNIGHT


def _numbers(cells: list[Any]) -> Any:
    whole = all(
        cell is None or (float(cell).is_integer() and abs(cell) <= _EXACT) for cell in cells
    )
    if whole:
        return pa.array([None if cell is None else int(cell) for cell in cells], pa.int64())
    return pa.array([None if cell is None else float(cell) for cell in cells], pa.float64())


def _spelled(cell: Any) -> str:
    if isinstance(cell, bool):
        return str(cell).lower()
    if isinstance(cell, int | float):
        return repr(float(cell)).removesuffix(".0") if abs(cell) <= _EXACT else str(cell)
    if isinstance(cell, datetime.datetime) and cell.time() == _MIDNIGHT:
        return cell.date().isoformat()
    return str(cell)
