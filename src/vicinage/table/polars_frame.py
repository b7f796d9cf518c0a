"""Frames of polars, which is an optional package: it is never imported here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import narwhals as nw
import numpy as np
import numpy.typing as npt

from vicinage.errors import TableError
from vicinage.table.only_cells import only_cells

__all__ = ["PolarsFrame"]


@dataclass(frozen=True, slots=True)
class PolarsFrame:
    """An eager polars frame; see :class:`vicinage.table.frames.Frame` for the methods."""

    frame: Any
    as_lazy: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The column names, in order."""
        return tuple(self.frame.columns)

    @property
    def n_rows(self) -> int:
        """The number of rows."""
        return int(self.frame.height)

    @property
    def labelled_rows(self) -> bool:
        """Whether rows carry labels of their own: never."""
        return False

    def cells(self, name: str) -> Any:
        """Return a column as an Arrow array."""
        series = self.frame.get_column(name)
        try:
            return series.to_arrow()
        except Exception as error:  # polars has its own exceptions, which cannot be imported
            raise TableError(
                f"column {name!r} must hold numbers, texts, dates or booleans, got {series.dtype}; "
                "convert or drop it"
            ) from error

    def objects(self, name: str) -> None:
        """Return nothing, as every column has a type."""

    def take(self, donors: Mapping[str, npt.NDArray[np.int64]]) -> Self:
        """Replace cells by those of their donors; -1 gives null."""
        taken = []
        for name, rows in donors.items():
            # Methods of a series would read its name as a pattern, if it is one.
            series = self.frame.get_column(name).alias("cells")
            positions = type(series)(rows)
            absent = positions < 0
            cells = series.gather(positions.set(absent, None) if absent.any() else positions)
            taken.append(cells.alias(name))
        return replace(self, frame=self.frame.with_columns(taken))

    def put(self, columns: Mapping[str, Any]) -> Self:
        """Replace whole columns; cells of an unchanged Arrow type keep the polars type too."""
        from_arrow = nw.get_native_namespace(self.frame).from_arrow
        new = []
        for name, cells in columns.items():
            series = from_arrow(cells).alias("cells")
            if cells.type == self.cells(name).type:
                series = series.cast(self.frame.schema[name])
            new.append(series.alias(name))
        return replace(self, frame=self.frame.with_columns(new))

    def drop(self, names: Sequence[str]) -> Self:
        """Leave columns out, each by its exact name: polars would read "^.*$" as a pattern."""
        kept = [series for series in self.frame.get_columns() if series.name not in names]
        return replace(self, frame=type(self.frame)(kept))

    def only_cells(self, labels: Mapping[str, Sequence[str]]) -> Self:
        """Return the frame without memory of other cells; an Enum keeps its categories."""
        kept = {name: only_cells(self.cells(name), labels.get(name)) for name in self.names}
        new = self.put(kept)
        for name, cells in kept.items():
            declared = type(self.frame.schema[name]).__name__ == "Enum"
            if not declared and _n_labels(new.cells(name)) > _n_labels(cells):
                raise TableError(
                    f"column {name!r} must forget the labels that no cell of it has, which a "
                    "Categorical of this version of polars does not; use polars 1.36 or newer, or "
                    "cast the column to String"
                )
        return new

    def arrow(self) -> Any:
        """Return a pyarrow Table."""
        return self.frame.to_arrow()

    def native(self) -> Any:
        """Return a DataFrame, or a LazyFrame where one came in."""
        return self.frame.lazy() if self.as_lazy else self.frame


def _n_labels(cells: Any) -> int:
    """Count the labels that a column knows, its cells or not; 0 for other types."""
    chunks = getattr(cells, "chunks", [cells])
    return max(
        (len(chunk.dictionary) for chunk in chunks if hasattr(chunk, "dictionary")), default=0
    )
