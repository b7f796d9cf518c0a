"""The data frames of other libraries, told apart through narwhals."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
import pyarrow as pa
from narwhals import dependencies

from vicinage.errors import TableError
from vicinage.names import first_repeated
from vicinage.table.arrow_frame import ArrowFrame
from vicinage.table.only_cells import without_views
from vicinage.table.pandas_frame import PandasFrame
from vicinage.table.polars_frame import PolarsFrame

__all__ = ["Frame", "open_frame"]


class Frame(Protocol):
    """What a table needs from the library that its cells live in.

    Nothing here changes the frame of the caller; `put`, `take` and `drop` return a new one that
    shares all other columns with it.
    """

    @property
    def names(self) -> tuple[str, ...]:
        """The column names, in order."""

    @property
    def n_rows(self) -> int:
        """The number of rows."""

    @property
    def labelled_rows(self) -> bool:
        """Whether rows carry labels that are not their places from 0; they are released as such."""

    def cells(self, name: str) -> Any:
        """Return a column as an Arrow array, without a copy where the library allows it."""

    def objects(self, name: str) -> npt.NDArray[np.object_] | None:
        """Return a column whose cells may be Python objects of any types; None for others."""

    def take(self, donors: Mapping[str, npt.NDArray[np.int64]]) -> "Frame":
        """Replace cell i of each named column by its cell ``donors[i]``; -1 gives missing."""

    def put(self, columns: Mapping[str, Any]) -> "Frame":
        """Replace whole columns by Arrow arrays, in the column's own type."""

    def drop(self, names: Sequence[str]) -> "Frame":
        """Leave columns out."""

    def only_cells(self, labels: Mapping[str, Sequence[str]]) -> "Frame":
        """Return the frame as it may be released: no metadata, no memory of other cells.

        The categories of a column are `labels[name]` where they are declared to be public, and
        otherwise those that its cells hold.
        """

    def arrow(self) -> Any:
        """Return a pyarrow Table, to be written to a typed file."""

    def native(self) -> Any:
        """Return the kind of frame that came in."""


def open_frame(frame: Any) -> Frame:
    """Wrap a frame of pandas, polars (eager or lazy) or pyarrow.

    Raises
    ------
    TableError
        If `frame` is something else, has no columns or rows, column names that are not different
        strings, or an index that holds data.
    """
    if isinstance(frame, pa.RecordBatchReader):
        return _checked(ArrowFrame(without_views(frame.read_all()), as_reader=True))
    if dependencies.is_pyarrow_table(frame):
        return _checked(ArrowFrame(without_views(frame)))
    if dependencies.is_pandas_dataframe(frame):
        return _checked(PandasFrame(frame))
    if dependencies.is_polars_dataframe(frame):
        return _checked(PolarsFrame(frame))
    if dependencies.is_polars_lazyframe(frame):
        return _checked(PolarsFrame(frame.collect(), as_lazy=True))
    raise TableError(
        "frame must be a pandas or polars frame, a pyarrow Table or RecordBatchReader, or a path, "
        f"got {type(frame).__module__}.{type(frame).__qualname__}"
    )


def _checked(frame: Frame) -> Frame:
    names = frame.names
    strange = [name for name in names if not isinstance(name, str) or not name]
    if strange:
        raise TableError(
            f"column names must be strings that are not empty, got {strange[0]!r}; "
            "rename the column"
        )
    twice = first_repeated(names)
    if twice is not None:
        raise TableError(
            f"column names must be different, got {twice!r} more than once; rename one of them"
        )
    if not names or frame.n_rows == 0:
        raise TableError("frame must have at least one column and one row, got an empty one")
    return frame
