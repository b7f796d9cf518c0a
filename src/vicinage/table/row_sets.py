"""Rows of pyarrow Tables, put together and changed column by column."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from vicinage.errors import TableError

__all__ = ["different_texts", "donated", "extended", "joined", "one_batch"]


def extended(rows: Any, columns: Mapping[str, npt.NDArray[Any]]) -> Any:
    """Return the rows with more columns of numbers."""
    for name, numbers in columns.items():
        rows = rows.append_column(name, pa.array(numbers))
    return rows


def joined(tables: Sequence[Any]) -> Any:
    """Return the rows of several tables of one schema, each column in one piece."""
    return pa.concat_tables(tables).combine_chunks()


def one_batch(rows: Any) -> Any:
    """Return the rows as one record batch."""
    whole = rows.combine_chunks().to_batches()
    return whole[0] if whole else pa.RecordBatch.from_pylist([], schema=rows.schema)


def donated(rows: Any, name: str, donors: npt.NDArray[np.int64]) -> Any:
    """Return the cells that donors have in a column; -1 stands for a missing cell.

    Raises
    ------
    TableError
        If a cell shall be missing in a column that cannot hold that.
    """
    absent = donors < 0
    if absent.any() and not rows.schema.field(name).nullable:
        raise TableError(
            f"column {name!r} must be able to hold a missing cell, got a field that is not "
            "nullable; declare it nullable, or leave the column out"
        )
    return rows.column(name).take(pa.array(donors, mask=absent))


def different_texts(rows: Any, name: str) -> list[str]:
    """Return the different texts of a column; a missing cell has none."""
    texts: list[str] = rows.column(name).unique().drop_null().to_pylist()
    return texts
