"""Parts of a table that lie in files."""

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from vicinage.errors import ParameterError

__all__ = ["Partition", "write_numbers", "write_partition"]


@dataclass(frozen=True, slots=True)
class Partition:
    """A reference to some rows of a table, in one Arrow IPC file.

    It is small and picklable: workers are told of the rows, and read them from the file.

    Parameters
    ----------
    path : Path
        Private, as what it holds; in a folder that all workers see under this name.
    n_rows : int
    """

    path: Path
    n_rows: int

    def read(self) -> Any:
        """Return the rows as a pyarrow.Table, which takes memory only where it is looked at.

        Raises
        ------
        OSError
            If the file is gone.
        """
        with pa.memory_map(str(self.path)) as source, pa.ipc.open_file(source) as reader:
            return reader.read_all()

    def numbers(self, name: str) -> npt.NDArray[Any]:
        """Return a column of numbers, none of them missing, as an array of its own."""
        numbers: npt.NDArray[Any] = np.array(self.read()[name].to_numpy())
        return numbers


def write_partition(folder: Path, name: str, batches: Iterable[Any]) -> Partition:
    """Write batches of rows to ``folder/name.arrow``, which appears whole or not at all.

    Two workers that write the same file at the same time do no harm, if they write the same.

    Parameters
    ----------
    folder : Path
        It must exist, and be as private as the rows are.
    name : str
    batches : iterable of pyarrow.RecordBatch
        Of one schema; at least one, which may have no rows. One batch is held at a time.

    Returns
    -------
    Partition

    Raises
    ------
    ParameterError
        If there is no batch, since nothing tells the columns then.

    Examples
    --------
    >>> import tempfile
    >>> batch = pa.record_batch({"age": [31, 42]})
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     part = write_partition(Path(folder), "people", [batch, batch])
    ...     part.n_rows, part.read()["age"].to_pylist()
    (4, [31, 42, 31, 42])
    """
    rest = iter(batches)
    first = next(rest, None)
    if first is None:
        raise ParameterError("batches must hold at least one batch, got none; it may have no rows")
    path = Path(folder) / f"{name}.arrow"
    unfinished = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    n_rows = 0
    try:
        with pa.OSFile(str(unfinished), "wb") as sink, pa.ipc.new_file(sink, first.schema) as out:
            for batch in chain([first], rest):
                out.write_batch(batch)
                n_rows += batch.num_rows
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
    return Partition(path, n_rows)


def write_numbers(
    folder: Path, name: str, columns: Mapping[str, npt.NDArray[np.number[Any]]]
) -> Partition:
    """Write columns of numbers as :func:`write_partition` does; :meth:`Partition.numbers` reads.

    Parameters
    ----------
    folder, name
        See :func:`write_partition`.
    columns : mapping of str to ndarray of shape (n_rows,)
    """
    arrays = {column: pa.array(numbers) for column, numbers in columns.items()}
    return write_partition(folder, name, [pa.record_batch(arrays)])
