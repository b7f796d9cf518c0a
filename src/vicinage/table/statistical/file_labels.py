"""What the file of a statistics program tells about its columns."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from vicinage.table.file_kind import FileKind
from vicinage.table.statistical.column_labels import ColumnLabels

__all__ = ["FileLabels"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FileLabels:
    """The labels of a file and of its columns, as its maker wrote them; no cell.

    Parameters
    ----------
    label : str
        Of the file.
    program : FileKind or None
        Whose formats and measures these are.
    columns : mapping of str to ColumnLabels
    """

    label: str = ""
    program: FileKind | None = None
    columns: Mapping[str, ColumnLabels] = field(default_factory=dict)

    def of(self, name: str) -> ColumnLabels:
        """Return what is known about a column; nothing for one that is not known."""
        return self.columns.get(name, ColumnLabels())
