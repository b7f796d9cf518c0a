"""The identity of a table: a keyed hash that order, file, encoding and schema do not change."""

import hmac
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Self
from unicodedata import normalize

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from vicinage.table.canonical import canonical_texts
from vicinage.table.cells import texts_of
from vicinage.table.table import Table

__all__ = ["digest_of_hashes", "row_hashes", "rows_digest", "table_digest"]

Hashes = npt.NDArray[np.bytes_]

_BLOCK = 65_536


def table_digest(table: Table, key: bytes) -> bytes:
    """Return HMAC-SHA256 over the canonical rows of a table; private, and never to be shown.

    Each row is hashed by itself, as the netstrings of its cells in the order of the column names;
    the sorted hashes are hashed together with those names. So the order of rows and columns does
    not matter, and how often a row occurs does. Cells are compared by
    :func:`~vicinage.table.canonical.canonical_texts`, which looks at the cell alone: the schema,
    its missing codes and formats included, does not matter, nor whether a column is typed.

    Parameters
    ----------
    table : Table
    key : bytes
        Secret: without a key, whoever knows all records but one could test guesses of that one.

    Notes
    -----
    The cost is that of hashing each row once, a few microseconds, and of spelling each different
    cell once; memory is that of the different cells as texts, 4 bytes a cell and 32 bytes a row.

    Examples
    --------
    >>> one = Table.from_frame(pa.table({"x": [1.0, 2.5], "y": ["a", "b"]}))
    >>> other = Table.from_frame(pa.table({"y": ["b", "a"], "x": ["2.50", "1"]}))
    >>> table_digest(one, b"secret") == table_digest(other, b"secret")
    True
    """
    return rows_digest(table.names, table.cells, table.n_rows, key)


def rows_digest(
    names: Iterable[str], cells_of: Callable[[str], Any], n_rows: int, key: bytes
) -> bytes:
    """Return the digest of :func:`table_digest` for columns given by name."""
    names = list(names)
    hashes = row_hashes(names, cells_of, n_rows, key)
    hashes.sort()
    return digest_of_hashes(names, [hashes], key)


def row_hashes(
    names: Iterable[str], cells_of: Callable[[str], Any], n_rows: int, key: bytes
) -> Hashes:
    """Return the hash of each row, of which a digest is made: ndarray of S32 of shape (n_rows,)."""
    columns = [_Netstrings.of(cells_of(name)) for name in sorted(names, key=_canonical_name)]
    hashes = np.empty(n_rows, "S32")
    for start in range(0, n_rows, _BLOCK):
        parts = [column.block(start) for column in columns]
        rows = pc.binary_join_element_wise(*parts, pa.scalar("", pa.large_string()))
        hashed = [hmac.digest(key, row.encode(), "sha256") for row in rows.to_pylist()]
        hashes[start : start + len(hashed)] = hashed
    return hashes


def digest_of_hashes(names: Iterable[str], blocks: Iterable[Hashes], key: bytes) -> bytes:
    """Return the digest of a table from the hashes of its rows, which come in sorted blocks."""
    sorted_names = sorted(map(_canonical_name, names))
    whole = hmac.new(key, b"".join(map(_netstring, sorted_names)), "sha256")
    for hashes in blocks:
        whole.update(hashes.tobytes())
    return whole.digest()


@dataclass(frozen=True, slots=True)
class _Netstrings:
    """The cells of a column, each with its length before it, so that joined ones can be told."""

    different: Any
    places: Any

    @classmethod
    def of(cls, cells: Any) -> Self:
        encoded = cells.dictionary_encode("encode")
        texts = canonical_texts(texts_of(encoded.dictionary))
        lengths = pc.binary_length(texts).cast(pa.large_string())
        colon, nothing = pa.scalar(":", pa.large_string()), pa.scalar("", pa.large_string())
        return cls(pc.binary_join_element_wise(lengths, colon, texts, nothing), encoded.indices)

    def block(self, start: int) -> Any:
        return self.different.take(self.places.slice(start, _BLOCK))


def _canonical_name(name: str) -> str:
    return normalize("NFC", name)


def _netstring(text: str) -> bytes:
    encoded = text.encode()
    return b"%d:%b" % (len(encoded), encoded)
