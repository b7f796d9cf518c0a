"""Columns as the frame that a statistical package wants."""

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from vicinage.schema import Categorical, Text
from vicinage.table.table import Table

__all__ = ["model_frame"]


def model_frame(table: Table, names: Iterable[str], rows: npt.NDArray[np.bool_]) -> Any:
    """Return some columns and rows as a pandas frame of numbers and labels.

    Categories are texts; dates days; ordered levels ranks; missing cells null. Columns of text
    are left out. It needs pandas, which every package that takes formulas brings.
    """
    chosen = pa.array(rows)
    columns = {}
    for name in names:
        kind = table.schema[name].kind
        if isinstance(kind, Categorical):
            columns[name] = pa.array(table.labels(name)).filter(chosen)
        elif not isinstance(kind, Text):
            columns[name] = pa.array(table.values(name)).filter(chosen)
    return pa.table(columns).to_pandas()
