"""How a private query sees a table."""

import math
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from vicinage.errors import ParameterError, TableError
from vicinage.names import did_you_mean
from vicinage.schema import Categorical, Column, Kind, Ordinal, Schema, Text, fill_value, labels_of
from vicinage.table.calendar_days import days_of
from vicinage.table.cells_to_numbers import Parsed, parse, value_bounds
from vicinage.table.databases import DatabaseTable, Place, PlaceLike, place_of
from vicinage.table.digest import rows_digest
from vicinage.table.file_kind import FileKind
from vicinage.table.frames import Frame
from vicinage.table.lenient_cells import lenient_cells, lenient_type
from vicinage.table.loading import load
from vicinage.table.misread import delimiter_hint
from vicinage.table.table import Table

__all__ = ["QueryTable", "keeping_reasons"]

Codes = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class QueryTable:
    """Private cells read by public rules that no cell can break.

    What a query would otherwise refuse, and so tell of, has a place here: a number outside the
    declared bounds counts as the bound, a label outside the list as the declared `other` level,
    and a missing cell as the declared `fill`; where none is declared, or a cell cannot be read,
    it is a null. Each cell is read by itself: replacing one row changes nothing in the others.
    Only the number of rows, the names and types of columns and the schema are public, and only
    they lead to a refusal.

    Examples
    --------
    >>> from vicinage.schema import Categorical, Numeric
    >>> schema = Schema(
    ...     [
    ...         Column("age", Numeric(0, 120), fill="40"),
    ...         Column("job", Categorical(("clerk", "else"), other="else")),
    ...     ]
    ... )
    >>> frame = pa.table({"age": ["34", "", "400", "?"], "job": ["clerk", "spy", "", "else"]})
    >>> q = QueryTable.of(frame, schema)
    >>> q.numbers("age")
    array([ 34.,  40., 120.,  40.])
    >>> q.codes("job")
    array([ 0,  1, -1,  1])
    >>> q.bounds("age"), q.levels("job")
    ((0.0, 120.0), ('clerk', 'else'))
    """

    schema: Schema
    """Exactly as it was given; public."""
    frame: Frame
    """The frame that holds the cells; private."""
    _types: dict[str, Any]

    @classmethod
    def of(cls, data: Any, schema: Schema | None = None) -> Self:
        """Bind data to the schema by which private queries read it.

        Parameters
        ----------
        data : frame, Path, str, list or tuple of paths, Table or QueryTable
            Columns that the schema does not name are part of the digest only.
        schema : Schema
            It may be left out for a Table with a declared schema, and for a QueryTable.

        Raises
        ------
        ParameterError
            If there is no schema, or it was observed in the data.
        TableError
            If a column of the schema is not in the table, the type of a column does not fit its
            kind, or a file cannot be read as the schema says.
        """
        if schema is None and isinstance(data, Table | QueryTable):
            schema = data.declared if isinstance(data, Table) else data.schema
        declared = _check_schema(schema)
        frame = data.frame if isinstance(data, Table | QueryTable) else _load(data, declared)
        _check_names(frame, declared)
        types = {name: lenient_type(frame, name) for name in declared.names}
        for column in declared:
            for finding in parse(pa.array([], types[column.name]), column).findings:
                raise TableError(f"column {finding.column!r} {finding.reason}")
        return cls(declared, frame, types)

    @property
    def n_rows(self) -> int:
        """The number of rows; public."""
        return self.frame.n_rows

    def __repr__(self) -> str:
        return f"QueryTable(n_rows={self.n_rows}, names={self.schema.names})"

    def digest(self, key: bytes) -> bytes:
        """Return the identity of the content, as :func:`vicinage.table.table_digest` does.

        It covers every column of the table and does not depend on the schema. A cell that cannot
        be read counts as its text; one that is no text, number, truth value or date as the name
        of its Python type.
        """
        frame = self.frame
        return rows_digest(frame.names, lambda name: lenient_cells(frame, name), self.n_rows, key)

    def numbers(self, name: str) -> Floats:
        """Return a column as numbers within its declared bounds; private.

        Parameters
        ----------
        name : str
            A numeric column, dates (days since 1970-01-01) or an ordinal one (ranks from 0).

        Returns
        -------
        ndarray of float64 of shape (n_rows,)
            A missing or unreadable cell is the declared `fill`, else NaN. A label outside the
            levels is NaN.
        """
        column = self.schema[name]
        if isinstance(column.kind, Ordinal):
            codes = self.codes(name)
            return np.where(codes < 0, np.nan, codes)
        if isinstance(column.kind, Text | Categorical):
            raise ParameterError(
                f"column {name!r} must be numeric, date or ordinal to be read as numbers, got "
                f"{column.kind.label}; choose another column"
            )
        parsed = self._parsed(column)
        values = parsed.clamped
        if column.fill is not None:
            applies = True if parsed.not_applicable is None else ~parsed.not_applicable
            values[np.isnan(values) & applies] = _number(column.kind, column.fill)
        return values

    def bounds(self, name: str) -> tuple[float, float]:
        """Return the declared bounds of :meth:`numbers`; (0, L-1) for L levels. Public.

        Raises
        ------
        ParameterError
            If a bound is not declared, or the column has none.
        """
        kind = self.schema[name].kind
        if isinstance(kind, Text | Categorical):
            raise ParameterError(
                f"column {name!r} must be numeric, date or ordinal to have bounds, got "
                f"{kind.label}; choose another column"
            )
        lower, upper = value_bounds(kind, self._types[name], (math.nan, math.nan))
        ends = {"lower": lower, "upper": upper}
        undeclared = [side for side, bound in ends.items() if math.isnan(bound)]
        if undeclared:
            raise ParameterError(
                f"column {name!r} must have declared bounds, got no {' and no '.join(undeclared)}; "
                "declare `lower` and `upper` in the schema, from what is known without the data"
            )
        return lower, upper

    def codes(self, name: str) -> Codes:
        """Return the position of each cell in the declared categories or levels; private.

        Returns
        -------
        ndarray of int64 of shape (n_rows,)
            A label outside the list is the declared `other` category, else -1; a missing cell is
            the declared `fill`, else -1; one that does not apply is -1.

        Raises
        ------
        ParameterError
            If the column has no declared categories or levels.
        """
        column, labels = self.schema[name], self.levels(name)
        parsed = self._parsed(column)
        kind = column.kind
        other = kind.other if isinstance(kind, Categorical) else None
        codes = np.full(self.n_rows, -1 if other is None else labels.index(other))
        known = ~np.isnan(parsed.values)
        codes[known] = parsed.values[known]
        codes[parsed.missing] = -1 if column.fill is None else _number(kind, column.fill)
        if parsed.not_applicable is not None:
            codes[parsed.not_applicable] = -1
        return codes

    def levels(self, name: str) -> tuple[str, ...]:
        """Return the declared categories or levels; public.

        Raises
        ------
        ParameterError
            If none are declared.
        """
        kind = self.schema[name].kind
        labels = labels_of(kind)
        if not labels:
            raise ParameterError(
                f"column {name!r} must have declared categories or levels, got "
                f"{kind.label} without; declare `categories` in the schema, from what is known "
                "without the data"
            )
        return labels

    def _parsed(self, column: Column) -> Parsed:
        decimal = self.schema.file.decimal
        return parse(lenient_cells(self.frame, column.name, column, decimal), column, decimal)


def _number(kind: Kind, fill: str) -> float:
    value = fill_value(kind, fill)
    return value if isinstance(value, int | float) else days_of(value)


def _check_schema(schema: Schema | None) -> Schema:
    if not isinstance(schema, Schema) or schema.observed:
        got = "one observed in the data" if isinstance(schema, Schema) else repr(schema)
        raise ParameterError(
            f"schema must be declared for a private query, got {got}; "
            "Schema.from_toml(path) reads one, and `vicinage schema FILE` drafts one to edit"
        )
    return schema


def _check_names(frame: Frame, schema: Schema) -> None:
    extra = [name for name in frame.names if name not in schema]
    absent = [name for name in schema.names if name not in frame.names]
    if absent:
        listed = ", ".join(f"{name!r}{did_you_mean(name, extra)}" for name in absent)
        hint = delimiter_hint(frame.names)
        raise TableError(
            f"table must have every column of its schema, got none named {listed}"
            f"{hint and f'; {hint}'}"
        )


def _load(data: Any, schema: Schema) -> Frame:
    if not isinstance(data, PlaceLike | list | tuple):
        return load(data, schema).frame
    several: Iterable[Any] = [data] if isinstance(data, PlaceLike) else data
    with keeping_reasons(several):
        return load(data, schema).frame


@contextmanager
def keeping_reasons(
    sources: Iterable[PlaceLike],
    wanted: str = "files or tables that can be read as the schema says",
) -> Iterator[None]:
    """Refuse what cannot be read without the reason, where that would tell a line of a file.

    Parameters
    ----------
    sources : iterable of Path, str or DatabaseTable
    wanted : str
        What the message says that they must be.

    Raises
    ------
    TableError
        With its reason if some source is not there.
    """
    readable = all(_is_there(place_of(source)) for source in sources)
    try:
        yield
    except TableError:
        if not readable:
            raise
        raise TableError(
            f"data must be {wanted}, got some that cannot; `vicinage check` tells the steward why"
        ) from None


def _is_there(place: Place) -> bool:
    """Say whether a refusal to read it may have a reason that is in the cells."""
    if isinstance(place, DatabaseTable):
        return True
    file = place.with_name(place.name.partition("#")[0])  # the sheet of a workbook
    return FileKind.of(place) is not None and (place.is_file() or file.is_file())
