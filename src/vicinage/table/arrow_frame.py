"""Tables of pyarrow."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from vicinage.errors import TableError
from vicinage.table.only_cells import only_cells
from vicinage.table.pandas_types import pandas_types

__all__ = ["ArrowFrame"]


@dataclass(frozen=True, slots=True)
class ArrowFrame:
    """A pyarrow Table; see :class:`vicinage.table.frames.Frame` for the methods."""

    table: Any
    as_reader: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The column names, in order."""
        return tuple(self.table.column_names)

    @property
    def n_rows(self) -> int:
        """The number of rows."""
        return int(self.table.num_rows)

    @property
    def labelled_rows(self) -> bool:
        """Whether rows carry labels of their own: never."""
        return False

    def cells(self, name: str) -> Any:
        """Return a column as it is stored."""
        return self.table.column(name)

    def objects(self, name: str) -> None:
        """Return nothing, as every column has a type."""

    def take(self, donors: Mapping[str, npt.NDArray[np.int64]]) -> Self:
        """Replace cells by those of their donors; -1 gives null."""
        columns = {}
        for name, rows in donors.items():
            absent = rows < 0
            if absent.any() and not self.table.schema.field(name).nullable:
                raise TableError(
                    f"column {name!r} must be able to hold a missing cell, got a field that is "
                    "not nullable; declare it nullable, or leave the column out"
                )
            columns[name] = self.table.column(name).take(pa.array(rows, mask=absent))
        return self.put(columns)

    def put(self, columns: Mapping[str, Any]) -> Self:
        """Replace whole columns; the field keeps its name, nullability and metadata."""
        table = self.table
        for name, cells in columns.items():
            position = table.schema.get_field_index(name)
            field = table.schema.field(position).with_type(cells.type)
            table = table.set_column(position, field, cells)
        return replace(self, table=table)

    def drop(self, names: Sequence[str]) -> Self:
        """Leave columns out."""
        return replace(self, table=self.table.drop_columns(list(names)))

    def only_cells(self, labels: Mapping[str, Sequence[str]]) -> Self:
        """Return the frame without metadata and without memory of other cells."""
        fields, columns = [], []
        for field in self.table.schema:
            column = only_cells(self.table.column(field.name), labels.get(field.name))
            columns.append(column)
            fields.append(pa.field(field.name, column.type, nullable=field.nullable))
        metadata = pandas_types(self.table.schema.metadata, fields)
        table = pa.Table.from_arrays(columns, schema=pa.schema(fields, metadata=metadata))
        return replace(self, table=table)

    def arrow(self) -> Any:
        """Return the pyarrow Table."""
        return self.table

    def native(self) -> Any:
        """Return a Table, or a RecordBatchReader where one came in."""
        return self.table.to_reader() if self.as_reader else self.table
