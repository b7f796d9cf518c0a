"""Frames of pandas, which is an optional package: it is never imported here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from vicinage.errors import TableError
from vicinage.table.only_cells import only_cells

__all__ = ["PandasFrame"]


@dataclass(frozen=True, slots=True)
class PandasFrame:
    """A pandas frame; see :class:`vicinage.table.frames.Frame` for the methods.

    Raises
    ------
    TableError
        If the index has a name, several levels, or anything but integers: it would be released
        unchanged, and such an index often identifies people.
    """

    frame: Any

    def __post_init__(self) -> None:
        """Refuse an index that holds data."""
        index = self.frame.index
        plain = index.nlevels == 1 and index.name is None and index.dtype.kind in "iu"
        if not plain:
            raise TableError(
                "frame must have an unnamed index of integers, since the index is released "
                f"unchanged, got {type(index).__name__} {list(index.names)}; "
                "call frame.reset_index() and give the new column a role, or "
                "frame.reset_index(drop=True)"
            )

    @property
    def names(self) -> tuple[str, ...]:
        """The column names, in order."""
        return tuple(self.frame.columns)

    @property
    def n_rows(self) -> int:
        """The number of rows."""
        return len(self.frame)

    @property
    def labelled_rows(self) -> bool:
        """Whether the index is anything but 0, 1, 2 and so on."""
        return not np.array_equal(self.frame.index, np.arange(self.n_rows))

    def cells(self, name: str) -> Any:
        """Return a column as an Arrow array; objects of mixed types become texts."""
        series = self.frame[name]
        try:
            return pa.Array.from_pandas(series)
        except (pa.ArrowException, TypeError, OverflowError, UnicodeEncodeError):
            if series.dtype == object:
                return _texts(name, series)
            raise TableError(
                f"column {name!r} must hold numbers, texts, dates or booleans, got "
                f"{series.dtype}; convert or drop it"
            ) from None

    def objects(self, name: str) -> npt.NDArray[np.object_] | None:
        """Return a column of objects, texts or categories as objects; None for other columns."""
        series = self.frame[name]
        return series.to_numpy(dtype=object) if series.dtype.kind == "O" else None

    def take(self, donors: Mapping[str, npt.NDArray[np.int64]]) -> Self:
        """Replace cells by those of their donors; -1 gives the missing value of the type."""
        frame = self.frame.copy(deep=False)
        for name, rows in donors.items():
            series = self.frame[name]
            absent = bool((rows < 0).any())
            if absent:
                _check_can_be_missing(name, series.dtype)
            cells = series.array.take(rows, allow_fill=absent)
            # A bare array of objects would become a column of texts.
            frame[name] = type(series)(cells, index=frame.index, dtype=cells.dtype)
        return replace(self, frame=frame)

    def put(self, columns: Mapping[str, Any]) -> Self:
        """Replace whole columns; cells of an unchanged Arrow type keep the pandas type too."""
        frame = self.frame.copy(deep=False)
        for name, cells in columns.items():
            dtype = self.frame[name].dtype
            if cells.null_count:
                _check_can_be_missing(name, dtype)
            new = cells.to_pandas(integer_object_nulls=True)
            same_type = cells.type == self.cells(name).type
            frame[name] = (new.astype(dtype) if same_type else new).set_axis(frame.index)
        return replace(self, frame=frame)

    def drop(self, names: Sequence[str]) -> Self:
        """Leave columns out."""
        return replace(self, frame=self.frame.drop(columns=list(names)))

    def only_cells(self, labels: Mapping[str, Sequence[str]]) -> Self:
        """Return the frame without attributes and without memory of other cells."""
        frame = self.frame.copy(deep=False)
        frame.attrs = {}
        frame.columns = list(self.names)
        for name, dtype in self.frame.dtypes.items():
            if dtype.name == "category":
                frame[name] = _only_categories(self.frame[name].array, labels.get(name))
            elif not isinstance(dtype, np.dtype):
                cells = only_cells(pa.array(self.frame[name].array), labels.get(name))
                frame[name] = dtype.__from_arrow__(cells)
        return replace(self, frame=frame)

    def arrow(self) -> Any:
        """Return a pyarrow Table without the index, with notes of the types that pandas had."""
        return pa.Table.from_pandas(self.frame, preserve_index=False)

    def native(self) -> Any:
        """Return the DataFrame."""
        return self.frame


def _texts(name: str, series: Any) -> Any:
    absent = series.isna().to_numpy()
    values = series.to_numpy(dtype=object)
    nested = [v for v in values if isinstance(v, list | dict | set | tuple | np.ndarray)]
    if nested:
        raise TableError(
            f"column {name!r} must hold one value in a cell, got {type(nested[0]).__name__}; "
            "spread it over several columns, or drop it"
        )
    spelled = [None if gone else str(v) for v, gone in zip(values, absent, strict=True)]
    try:
        return pa.array(spelled)
    except UnicodeEncodeError:
        raise TableError(
            f"column {name!r} must hold texts that UTF-8 can spell, got a lone surrogate; "
            "correct the text, or drop the column"
        ) from None


def _only_categories(cells: Any, labels: Sequence[str] | None) -> Any:
    """Leave out the categories that no cell holds, unless they are declared or ordered."""
    found = cells.categories
    occurring = found.take(np.unique(cells.codes[cells.codes >= 0]))
    if labels is None or found.inferred_type != "string":
        return cells if cells.ordered else cells.set_categories(occurring)
    if cells.ordered:
        return cells.set_categories(found[found.isin([*labels, *occurring])])
    # Codes of missing cells occur without being labels.
    others = [label for label in occurring if label not in labels]
    return cells.set_categories(type(found)([*labels, *others], dtype=found.dtype))


def _check_can_be_missing(name: str, dtype: Any) -> None:
    if isinstance(dtype, np.dtype) and dtype.kind in "iub":
        raise TableError(
            f"column {name!r} must be able to hold a missing cell, got type {dtype}; "
            f'convert it first, for example with frame[{name!r}].astype("Int64")'
        )
