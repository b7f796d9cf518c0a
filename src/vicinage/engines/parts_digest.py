"""The identity of a table that lies in several files: that of one table with all its rows."""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from vicinage.engines.engine import Engine
from vicinage.engines.partition import Partition, write_partition
from vicinage.engines.repartition import repartition
from vicinage.table import QueryTable
from vicinage.table.digest import digest_of_hashes, row_hashes
from vicinage.table.lenient_cells import lenient_cells

__all__ = ["HashRows", "parts_digest"]

_HASH = pa.binary(32)


@dataclass(frozen=True, slots=True)
class HashRows:
    """Writes the keyed hash of each row of a table to a partition.

    Parameters
    ----------
    key : bytes
        Secret; it travels to the workers.
    folder : Path
    """

    key: bytes = field(repr=False)
    folder: Path

    def __call__(self, table: QueryTable) -> Partition:
        """Hash the rows."""
        frame = table.frame
        hashes = row_hashes(
            frame.names, lambda name: lenient_cells(frame, name), table.n_rows, self.key
        )
        return _write(self.folder, hashes)


def parts_digest(
    engine: Engine, hashed: Sequence[Partition], names: Iterable[str], key: bytes, folder: Path
) -> bytes:
    """Return what :func:`vicinage.table.table_digest` does for all rows together.

    A digest is made of all hashes in their order. So they are dealt out by their first byte,
    sorted part by part, and read one part after the other.

    Parameters
    ----------
    engine : Engine
    hashed : sequence of Partition
        What :class:`HashRows` wrote.
    names : iterable of str
        All columns.
    key : bytes
    folder : Path
    """
    n_parts = min(256, len(hashed))
    dealt = repartition(engine, hashed, _ByFirstByte(n_parts), n_parts, folder)
    return digest_of_hashes(names, map(_read, engine.map(_Sort(folder), dealt)), key)


@dataclass(frozen=True, slots=True)
class _ByFirstByte:
    n_parts: int

    def __call__(self, rows: Any) -> npt.NDArray[np.int64]:
        first = _hashes_of(rows).view(np.uint8).reshape(-1, 32)[:, 0]
        return first.astype(np.int64) * self.n_parts // 256


@dataclass(frozen=True, slots=True)
class _Sort:
    folder: Path

    def __call__(self, partition: Partition) -> Partition:
        return _write(self.folder, np.sort(_read(partition)))


def _write(folder: Path, hashes: npt.NDArray[np.bytes_]) -> Partition:
    cells = pa.FixedSizeBinaryArray.from_buffers(_HASH, hashes.size, [None, pa.py_buffer(hashes)])
    return write_partition(folder, secrets.token_hex(8), [pa.record_batch({"hash": cells})])


def _read(partition: Partition) -> npt.NDArray[np.bytes_]:
    return _hashes_of(partition.read())


def _hashes_of(rows: Any) -> npt.NDArray[np.bytes_]:
    cells = rows["hash"].combine_chunks()
    whole: npt.NDArray[np.bytes_] = np.frombuffer(cells.buffers()[1], "S32")
    return whole[cells.offset : cells.offset + len(cells)]
