"""Days as cells of a column's own type."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from vicinage.table.calendar_days import date_of
from vicinage.table.cells import is_text
from vicinage.table.cells_to_numbers import UNITS_PER_DAY

__all__ = ["cells_of_days"]


def cells_of_days(days: npt.NDArray[np.float64], kind: Any, form: str) -> Any:
    """Return an Arrow array of the type `kind`: dates, moments at midnight (UTC), or texts.

    Parameters
    ----------
    days : ndarray of float64
        Whole days since 1970-01-01; NaN gives null.
    kind : pyarrow.DataType
        Of the column: a date, a timestamp or a text.
    form : str
        How a text spells a date.

    Examples
    --------
    >>> cells_of_days(np.array([1.0, np.nan]), pa.string(), "%d.%m.%Y").to_pylist()
    ['02.01.1970', None]
    """
    absent = np.isnan(days)
    whole = np.where(absent, 0.0, days).astype(np.int64)
    if is_text(kind):
        different, places = np.unique(whole, return_inverse=True)
        spelled = pa.array([date_of(day).strftime(form) for day in different.tolist()], kind)
        return spelled.take(pa.array(places.ravel(), mask=absent))
    if pa.types.is_date32(kind):
        return pa.array(whole.astype(np.int32), mask=absent).cast(kind)
    unit = "ms" if pa.types.is_date64(kind) else kind.unit
    return pa.array(whole * UNITS_PER_DAY[unit], mask=absent).cast(kind)
