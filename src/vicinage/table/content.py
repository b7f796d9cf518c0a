"""What a file or a database holds."""

from dataclasses import dataclass
from typing import Any

from vicinage.table.dialect import Dialect
from vicinage.table.statistical.file_labels import FileLabels

__all__ = ["Content"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """Cells, and what goes with them.

    Parameters
    ----------
    table : pyarrow.Table
    dialect : Dialect or None
        How a text file is written; None when the cells have types.
    labels : FileLabels or None
        What the file of a statistics program tells about its columns.
    texts : tuple of str
        Columns of a typed file whose texts may be numbers or dates, as in a text file.
    row_order : str or None
        What decides the order of rows, where a database gave them.
    """

    table: Any
    dialect: Dialect | None = None
    labels: FileLabels | None = None
    texts: tuple[str, ...] = ()
    row_order: str | None = None
