"""What a release of a large file will need, before any of it is done."""

import math
from dataclasses import dataclass
from typing import Self

from vicinage.errors import ParameterError
from vicinage.masking.rwn import RWN
from vicinage.table import Chunks

__all__ = ["OUTPUT_ROWS", "Plan", "memory_bytes"]

OUTPUT_ROWS = 2**18  # rows that are put into their order at a time; row groups of Parquet files

_PROCESS = 450 * 2**20  # of a process with its libraries and compiled code
_UNITS = {"KB": 2**10, "MB": 2**20, "GB": 2**30, "TB": 2**40}

# Bytes of memory, in units of a stored row and of a coordinate, measured with
# benchmarks/out_of_core.py. Seconds likewise: of the start; of one core for a cell of a row, what
# one worker does alone, and what threads share; and by what part this grows with twice the blocks.
_ARRANGED_ROW, _ARRANGED_COORDINATE = 4, 64
_READ_ROW, _READ_COORDINATE = 3, 40
_START_SECONDS, _ALONE_SECONDS, _SHARED_SECONDS, _MORE_BLOCKS = 0.2, 3.5e-7, 5e-7, 0.2
_BLOCK_SPREAD = 1.3  # how much larger than meant a block may be


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Estimates of rows, memory, time and parts; only `chunk_bytes` and `most_rows` are used.

    They follow from names, sizes and the beginning of the files, the schema and the parameters.

    Parameters
    ----------
    n_rows, n_columns, n_coordinates : int
        The number of rows is exact for Parquet and Arrow files, and estimated for CSV files.
    row_bytes : int
        Of a row in memory.
    n_blocks, n_partitions : int
        Of the method; more with strata.
    memory, needed_memory : int
        Bytes: the ceiling, and the least that this release needs.
    disk : int
        Bytes of the work folder, at most.
    shuffled : int
        Bytes that go from one worker to another.
    seconds : float
        With this many workers.
    n_workers : int
    chunk_bytes : int
        Size of the parts in which the table is first read.
    most_rows : int
        How many records a worker may have at a time when it draws.
    """

    n_rows: int
    n_columns: int
    n_coordinates: int
    row_bytes: int
    n_blocks: int
    n_partitions: int
    memory: int
    needed_memory: int
    disk: int
    shuffled: int
    seconds: float
    n_workers: int
    chunk_bytes: int
    most_rows: int

    @classmethod
    def of(
        cls, masker: RWN, chunks: Chunks, n_coordinates: int, *, memory: int, n_workers: int
    ) -> Self:
        """Estimate from the beginning of the files; see :meth:`of_size`."""
        n_rows, row_bytes = chunks.size()
        return cls.of_size(
            masker,
            n_rows=n_rows,
            n_columns=len(chunks.stored),
            row_bytes=row_bytes,
            n_coordinates=n_coordinates,
            memory=memory,
            n_workers=n_workers,
        )

    @classmethod
    def of_size(
        cls,
        masker: RWN,
        *,
        n_rows: int,
        n_columns: int,
        row_bytes: int,
        n_coordinates: int,
        memory: int,
        n_workers: int,
        n_cores: int = 2,
    ) -> Self:
        """Estimate what a table of a size needs.

        Parameters
        ----------
        masker : RWN
        n_rows, n_columns, row_bytes, n_coordinates : int
        memory : int
            Bytes of all processes together.
        n_workers : int
            More than one are processes of their own.
        n_cores : int
            All that the workers have.
        """
        processes = n_workers + (n_workers > 1)
        share = max(0, memory - processes * _PROCESS) // n_workers
        wide = n_coordinates
        arranged = _ARRANGED_ROW * row_bytes + _ARRANGED_COORDINATE * wide
        read = _READ_ROW * row_bytes + _READ_COORDINATE * wide + 64
        block = int(_BLOCK_SPREAD * min(n_rows, masker.block_size))
        least = max(block * arranged, _ARRANGED_ROW * row_bytes * min(n_rows, OUTPUT_ROWS))
        stored = n_rows * (row_bytes + 8)
        n_blocks = max(1, -(-n_rows // masker.block_size))
        alone = _ALONE_SECONDS * (n_columns + wide) / min(n_workers, n_cores)
        shared = _SHARED_SECONDS * wide * (1 + _MORE_BLOCKS * math.log2(n_blocks)) / n_cores
        return cls(
            n_rows=n_rows,
            n_columns=n_columns,
            n_coordinates=n_coordinates,
            row_bytes=row_bytes,
            n_blocks=n_blocks,
            n_partitions=-(-n_rows // (masker.partition_size or n_rows)),
            memory=memory,
            needed_memory=processes * _PROCESS + n_workers * least,
            disk=3 * stored + n_rows * 8 * wide,
            shuffled=2 * stored + n_rows * 8 * wide,
            seconds=_START_SECONDS + n_rows * (alone + shared),
            n_workers=n_workers,
            chunk_bytes=min(2**27, max(2**20, share // 10)),
            most_rows=max(1, share // read),
        )

    def check(self) -> None:
        """Refuse a ceiling that would not be kept.

        Raises
        ------
        ParameterError
            If the memory is too small.
        """
        if self.memory < self.needed_memory:
            hint = " fewer workers," if self.n_workers > 1 else ""
            raise ParameterError(
                f"memory must be at least {_shown(self.needed_memory)} for this table, got "
                f"{_shown(self.memory)}; choose more,{hint} or a smaller block_size"
            )

    def lines(self) -> list[str]:
        """Describe the plan, a line each."""
        return [
            f"Rows: about {self.n_rows:,} of {self.n_columns} columns; {self.n_coordinates} "
            "coordinates of distance.",
            f"Method: {self.n_partitions:,} partitions in {self.n_blocks:,} blocks.",
            f"Memory: at least {_shown(self.needed_memory)}, at most {_shown(self.memory)}, with "
            f"workers: {self.n_workers}.",
            f"Disk: about {_shown(self.disk)} beside the output while it works.",
            f"Time: about {_duration(self.seconds)}.",
        ]


def memory_bytes(memory: int | str) -> int:
    """Read a size of memory.

    Examples
    --------
    >>> memory_bytes("1.5GB"), memory_bytes(1000)
    (1610612736, 1000)
    """
    if isinstance(memory, int) and not isinstance(memory, bool) and memory > 0:
        return memory
    text = str(memory).strip().upper().replace(" ", "")
    try:
        size = int(float(text[:-2]) * _UNITS[text[-2:]])
    except (KeyError, ValueError, OverflowError):
        size = 0
    if size <= 0:
        raise ParameterError(f"memory must be a size such as 4GB or 800MB, got {memory!r}")
    return size


def _shown(size: int) -> str:
    if size >= 2**30:
        return f"{size / 2**30:.1f}GB"
    return f"{-(-size // 2**20)}MB"


def _duration(seconds: float) -> str:
    if seconds < 90:
        whole = max(1, round(seconds))
        return f"{whole} second{'s' if whole > 1 else ''}"
    return f"{round(seconds / 60)} minutes" if seconds < 5400 else f"{seconds / 3600:.1f} hours"
