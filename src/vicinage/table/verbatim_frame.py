"""Texts of a CSV file that are kept as they are written, quotes included."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from vicinage.table.arrow_frame import ArrowFrame
from vicinage.table.csv_writer import in_quotes
from vicinage.table.dialect import Dialect

__all__ = ["VerbatimFrame"]


@dataclass(frozen=True, slots=True)
class VerbatimFrame:
    """A file whose quotation marks follow no rule; see :class:`vicinage.table.frames.Frame`.

    An empty cell and one of two quotation marks, or a text in quotes and the same without, say the
    same but are different cells, and a release must not change one into the other.
    """

    tokens: ArrowFrame
    dialect: Dialect

    @property
    def names(self) -> tuple[str, ...]:
        """The column names, in order."""
        return self.tokens.names

    @property
    def n_rows(self) -> int:
        """The number of rows."""
        return self.tokens.n_rows

    @property
    def labelled_rows(self) -> bool:
        """Whether rows carry labels of their own: never."""
        return False

    def cells(self, name: str) -> Any:
        """Return a column as texts, without quotes."""
        tokens = self.tokens.cells(name)
        inside = pc.utf8_slice_codeunits(tokens, 1, -1)
        unquoted = pc.replace_substring(inside, '""', '"')
        return pc.if_else(pc.starts_with(tokens, '"'), unquoted, tokens)

    def objects(self, name: str) -> None:
        """Return nothing, as every column has a type."""

    def take(self, donors: Mapping[str, npt.NDArray[np.int64]]) -> Self:
        """Replace cells by those of their donors; -1 gives null."""
        return replace(self, tokens=self.tokens.take(donors))

    def put(self, columns: Mapping[str, Any]) -> Self:
        """Replace whole columns; a cell that says the same as before is not written anew."""
        tokens = {}
        for name, texts in columns.items():
            quoted = in_quotes(texts, name in self.dialect.quoted, self.dialect).cast(pa.string())
            same = pc.equal(self.cells(name), texts).fill_null(False)
            tokens[name] = pc.if_else(same, self.tokens.cells(name), quoted)
        return replace(self, tokens=self.tokens.put(tokens))

    def drop(self, names: Sequence[str]) -> Self:
        """Leave columns out."""
        return replace(self, tokens=self.tokens.drop(names))

    def only_cells(self, labels: Mapping[str, Sequence[str]]) -> Self:
        """Return the frame without memory of other cells."""
        return replace(self, tokens=self.tokens.only_cells(labels))

    def arrow(self) -> Any:
        """Return a pyarrow Table of texts."""
        return pa.table({name: self.cells(name) for name in self.names})

    def native(self) -> Any:
        """Return a pyarrow Table of texts."""
        return self.arrow()
