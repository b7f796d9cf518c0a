"""Rows of some partitions, dealt out to others."""

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from vicinage.engines.engine import Engine
from vicinage.engines.partition import Partition, write_partition
from vicinage.errors import ParameterError
from vicinage.parameters import check_whole_number
from vicinage.table import one_batch

__all__ = ["repartition"]

Assign = Callable[[Any], npt.NDArray[np.integer[Any]]]


def repartition(
    engine: Engine, partitions: Sequence[Partition], assign: Assign, n_parts: int, folder: Path
) -> list[Partition]:
    """Bring the rows that belong together into one partition each.

    Parameters
    ----------
    engine : Engine
    partitions : sequence of Partition
        At least one; all of one schema.
    assign : callable
        Picklable. Gives for a pyarrow.Table of some of the rows the number, from 0 to
        ``n_parts - 1``, of the part that each belongs to: a function of the row alone.
    n_parts : int
        At least 1.
    folder : Path
        Parts are written to a new folder in it, and for the time of the work as much again.

    Returns
    -------
    list of Partition
        One of each part, also of those without rows. Rows are in the order in which they came, so
        that the parts do not depend on how the rows were cut into partitions.

    Notes
    -----
    Each input is sorted by part and written as one file with a batch of each part; then each part
    is put together from its batches in all of these files, which are mapped and not loaded. A
    worker holds twice its input, or its part once. All rows are written twice.

    Examples
    --------
    >>> import tempfile
    >>> from vicinage.engines import LocalEngine
    >>> with tempfile.TemporaryDirectory() as name:
    ...     rows = write_partition(Path(name), "rows", [pa.record_batch({"age": [3, 8, 1, 6]})])
    ...     is_odd = lambda rows: rows["age"].to_numpy() % 2
    ...     even, odd = repartition(LocalEngine(), [rows], is_odd, 2, Path(name))
    ...     even.read()["age"].to_pylist(), odd.read()["age"].to_pylist()
    ([8, 6], [3, 1])
    """
    check_whole_number("n_parts", n_parts)
    if not partitions:
        raise ParameterError("partitions must hold at least one partition, got none")
    new = Path(tempfile.mkdtemp(prefix="parts-", dir=folder))  # only its owner may enter
    dealt = tuple(engine.map(_Split(assign, n_parts, new), enumerate(partitions)))
    parts = list(engine.map(_Gather(dealt, new), range(n_parts)))
    for partition in dealt:
        partition.path.unlink()
    return parts


@dataclass(frozen=True, slots=True)
class _Split:
    """Writes the rows of a partition as one batch of each part."""

    assign: Assign
    n_parts: int
    folder: Path

    def __call__(self, numbered: tuple[int, Partition]) -> Partition:
        number, partition = numbered
        rows = partition.read()
        targets = np.asarray(self.assign(rows))
        if targets.shape != (rows.num_rows,) or not np.issubdtype(targets.dtype, np.integer):
            raise ParameterError(
                f"assign must give one whole number for each of {rows.num_rows} rows, got an "
                f"array of {targets.dtype} of shape {targets.shape}"
            )
        if targets.size and not 0 <= targets.min() <= targets.max() < self.n_parts:
            raise ParameterError(
                f"assign must give numbers from 0 to {self.n_parts - 1}, got {targets.min()} to "
                f"{targets.max()}"
            )
        # One batch has one dictionary a column, and so have its slices.
        ordered = one_batch(rows.take(np.argsort(targets, kind="stable")))
        ends = np.cumsum(np.bincount(targets, minlength=self.n_parts))
        batches = (
            ordered.slice(start, end - start)
            for start, end in zip([0, *ends[:-1]], ends, strict=True)
        )
        return write_partition(self.folder, f"dealt-{number:06d}", batches)


@dataclass(frozen=True, slots=True)
class _Gather:
    """Puts the batches of one part together."""

    dealt: tuple[Partition, ...]
    folder: Path

    def __call__(self, part: int) -> Partition:
        batches = [_read_batch(partition.path, part) for partition in self.dealt]
        # A file has one dictionary a column; the files of the inputs may each have another.
        rows = pa.Table.from_batches(batches).unify_dictionaries()
        return write_partition(self.folder, f"part-{part:06d}", rows.to_batches() or batches[:1])


def _read_batch(path: Path, number: int) -> Any:
    with pa.memory_map(str(path)) as source, pa.ipc.open_file(source) as reader:
        return reader.get_batch(number)
