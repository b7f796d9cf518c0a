"""Missing cells in text files, which know no null."""

from collections.abc import Iterable

from vicinage.errors import TableError
from vicinage.schema import Column
from vicinage.table.frames import Frame

__all__ = ["spell_missing"]


def spell_missing(frame: Frame, columns: Iterable[Column]) -> Frame:
    """Replace null by the empty cell, or by the first missing code where empty means something.

    Raises
    ------
    TableError
        If a column has a null but no missing code.
    """
    spelled = {}
    for column in columns:
        cells = frame.cells(column.name)
        if cells.null_count:
            spelled[column.name] = cells.fill_null(_code(column))
    return frame.put(spelled)


def _code(column: Column) -> str:
    if not column.missing:
        raise TableError(
            f"column {column.name!r} must be able to hold a missing cell, got no missing code; "
            'declare one, for example missing = [""]'
        )
    return "" if "" in column.missing else column.missing[0]
