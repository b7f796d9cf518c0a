"""Pair counts of a table that lies in several files, for exact distances."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import add
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from vicinage.categorical.coding import Coding, coding_of
from vicinage.categorical.column_choice import learned_columns
from vicinage.categorical.pair_counts import PairCounts, count_pairs
from vicinage.engines import Engine, fold
from vicinage.errors import ParameterError
from vicinage.schema import Categorical, Ordinal, Schema, labels_of
from vicinage.table import Table

__all__ = ["chunks", "count_files", "file_codings"]

Codes = npt.NDArray[np.signedinteger[Any]]

_CHUNK = 1 << 16


def file_codings(
    engine: Engine,
    files: Sequence[Path],
    schema: Schema,
    columns: Sequence[str] | None,
    n_bins: int,
) -> dict[str, Coding]:
    """Return how the columns are coded, by the schema alone, so that it holds in every file.

    Raises
    ------
    ParameterError
        If the schema leaves categories, levels or bounds of a column to be found in the records.
    """
    read = _ReadCodings(schema, columns, n_bins)
    return next(iter(engine.map(read, files[:1])))


def count_files(
    engine: Engine,
    files: Sequence[Path],
    schema: Schema,
    codings: Mapping[str, Coding],
    *,
    allow_large: bool,
) -> PairCounts:
    """Count all pairs of columns, each file by itself; private.

    Raises
    ------
    TableError, SchemaError
        If a file cannot be read or breaks its schema.
    """
    count = _CountFile(schema, dict(codings), allow_large)
    total: PairCounts = fold(engine, count, files, add)
    return total


def chunks(codes: Sequence[Codes]) -> Iterator[list[Codes]]:
    """Cut columns of codes into chunks that the caches hold."""
    for start in range(0, codes[0].size, _CHUNK):
        yield [column[start : start + _CHUNK] for column in codes]


@dataclass(frozen=True, slots=True)
class _ReadCodings:
    schema: Schema
    columns: Sequence[str] | None
    n_bins: int

    def __call__(self, path: Path) -> dict[str, Coding]:
        table = Table.of(path, self.schema)
        names = learned_columns(table.schema, self.columns)
        codings = {name: coding_of(table, name, self.n_bins) for name in names}
        for name, coding in codings.items():
            kind = self.schema[name].kind
            if coding.observed or (isinstance(kind, Categorical | Ordinal) and not labels_of(kind)):
                raise ParameterError(
                    f"schema must declare the categories, levels or bounds of {name!r} for an "
                    "engine, got none; each file may hold others"
                )
        return codings


@dataclass(frozen=True, slots=True)
class _CountFile:
    schema: Schema
    codings: dict[str, Coding]
    allow_large: bool

    def __call__(self, path: Path) -> PairCounts:
        table = Table.of(path, self.schema)
        levels = {name: len(coding.labels) for name, coding in self.codings.items()}
        codes = [coding.codes(table, name) for name, coding in self.codings.items()]
        return count_pairs(chunks(codes), levels, allow_large=self.allow_large)
