"""Small tasks with which :func:`vicinage.testing.check_engine` tries an engine.

They lie here, and not beside it, since each worker that is started imports them, and little else.
"""

import os
import signal
import time
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from vicinage.engines.partition import Partition, write_partition
from vicinage.privacy import RandomKey

__all__ = [
    "N_ROWS",
    "draw",
    "kill",
    "kill_once",
    "part_of",
    "process",
    "refuse",
    "rows_between",
    "sleep",
    "square",
    "write_rows",
]

N_ROWS = 101


def square(number: int) -> int:
    """Return the square of a number."""
    return number * number


def sleep(delay: float) -> float:
    """Return after so many seconds."""
    time.sleep(delay)
    return delay


def process(_: int) -> int:
    """Return the number of the process that works on the part."""
    return os.getpid()


def refuse(number: int, kind: type[Exception], part: int) -> int:
    """Raise an error for all parts from a number on."""
    if part >= number:
        raise kind(f"part {part}")
    return part


def draw(key: RandomKey, part: int) -> npt.NDArray[np.uint64]:
    """Draw a hundred words that depend on the key and the part."""
    return key.words(np.arange(part * 100, (part + 1) * 100, dtype=np.uint64), "column")


def kill(_: int) -> None:
    """End the process that works on the part, without a word."""
    os.kill(os.getpid(), signal.SIGKILL)


def kill_once(number: int, mark: Path, part: int) -> int:
    """Return the square of a part; the first time that it is `number`, end the process."""
    if part == number and not mark.exists():
        mark.touch()
        kill(part)
    return square(part)


def write_rows(folder: Path, ends: tuple[int, int]) -> Partition:
    """Write some rows, with a dictionary of their own, as those of different sources have."""
    start, end = ends
    batch = rows_between(start, end).combine_chunks().to_batches()
    return write_partition(folder, f"rows-{start}-{end}", batch)


def rows_between(start: int, end: int) -> Any:
    """Return some of 101 rows of numbers, labels and text, with nulls: a pyarrow.Table."""
    numbers = range(start, end)
    cities = [None if row % 11 == 0 else f"city {row % 13}" for row in numbers]
    return pa.table(
        {
            "age": [None if row % 7 == 0 else row * 37 % 100 for row in numbers],
            "city": pa.array(cities).dictionary_encode(),
            "name": [f"name {row}" for row in numbers],
        }
    )


def part_of(rows: Any) -> npt.NDArray[np.int64]:
    """Assign rows to parts 0, 1 and 3 by age; none belongs to part 2."""
    ages = rows["age"].fill_null(1).to_numpy()
    parts: npt.NDArray[np.int64] = np.array([0, 1, 3])[ages % 3]
    return parts
