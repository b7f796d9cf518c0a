"""Cells that mean the same under one number, however they are spelled."""

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from vicinage.schema import Date, Numeric
from vicinage.table.bound_cells import BoundCells
from vicinage.table.record_codes import codes_of

__all__ = ["equal_cells"]


def equal_cells(table: BoundCells, name: str) -> npt.NDArray[np.int64]:
    """Return a number from 0 for each cell, the same for equal values; -1 where missing.

    ``1`` equals ``1.0``, and 0 equals -0. Cells that do not apply are equal if they are spelled
    alike; so are texts and labels.

    Examples
    --------
    >>> import pyarrow as pa
    >>> from vicinage.table import Table
    >>> equal_cells(Table.of(pa.table({"x": [0.0, -0.0, 5.0, None]})), "x")
    array([ 0,  0,  1, -1])
    """
    spelled = table.codes(name)
    # Whole numbers as such are spelled in one way, and floats do not hold the largest of them.
    whole = pa.types.is_integer(table.cells(name).type)
    if whole or not isinstance(table.schema[name].kind, Numeric | Date):
        return spelled
    values = table.values(name)
    present = ~np.isnan(values)
    codes = np.where(spelled < 0, -1, spelled + values.size)
    codes[present] = codes_of(values[present])
    return codes
