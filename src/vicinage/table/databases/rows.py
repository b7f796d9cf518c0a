"""What a database hands over when a table is read."""

from dataclasses import dataclass
from typing import Any

__all__ = ["Rows"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """The rows of one table in one snapshot, batch after batch.

    Parameters
    ----------
    reader : pyarrow.RecordBatchReader
        To be read once, while the connection is open.
    order : str
        What decides the order of rows, for the record.
    """

    reader: Any
    order: str
