"""Cells replaced by other cells or by computed numbers."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from vicinage.errors import ParameterError
from vicinage.schema import Column
from vicinage.table.cells import plain_cells, texts_of
from vicinage.table.days_to_cells import cells_of_days
from vicinage.table.frames import Frame
from vicinage.table.numbers_to_cells import cells_of_numbers

__all__ = ["gathered", "with_dates", "with_labels", "with_numbers"]

Rows = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


def gathered(frame: Frame, donors: Mapping[str, Rows]) -> Frame:
    """Replace cells by cells of other rows; see :meth:`vicinage.table.Table.gather`."""
    n_rows = frame.n_rows
    for name, rows in donors.items():
        if rows.shape != (n_rows,) or rows.min() < -1 or rows.max() >= n_rows:
            got = "a row outside" if rows.shape == (n_rows,) else f"shape {rows.shape}"
            raise ParameterError(
                f"donors of {name!r} must be one row of the table, or -1, for each of its "
                f"{n_rows} rows, got {got}"
            )
    return frame.take(donors)


def with_numbers(
    frame: Frame,
    columns: Iterable[Column],
    numbers: Mapping[str, Floats],
    rows: npt.NDArray[np.bool_] | None,
    *,
    decimal: str,
    keep_integers: bool,
) -> Frame:
    """Replace cells by numbers; see :meth:`vicinage.table.Table.replace`."""
    replaced = {}
    for column in columns:
        cells, new = plain_cells(frame, column.name), numbers[column.name]
        made = cells_of_numbers(
            new if rows is None else np.where(rows, new, 0.0),
            cells,
            column,
            decimal=decimal,
            keep_integers=keep_integers,
        )
        replaced[column.name] = made if rows is None else pc.if_else(pa.array(rows), made, cells)
    return frame.put(replaced)


def with_labels(frame: Frame, name: str, positions: Rows, labels: Sequence[str]) -> Frame:
    """Replace cells by labels; see :meth:`vicinage.table.Table.relabel`."""
    texts = texts_of(plain_cells(frame, name))
    new = pa.array(labels, texts.type).take(pa.array(positions, mask=positions < 0))
    return frame.put({name: pc.coalesce(new, texts)})


def with_dates(frame: Frame, name: str, days: Floats, form: str) -> Frame:
    """Replace cells by dates; see :meth:`vicinage.table.Table.redate`."""
    cells = plain_cells(frame, name)
    return frame.put({name: pc.coalesce(cells_of_days(days, cells.type, form), cells)})
