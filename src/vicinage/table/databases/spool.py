"""A table of a database as a file on this machine, for what reads more than once."""

from pathlib import Path

import pyarrow as pa

from vicinage.table.databases.access import reading
from vicinage.table.databases.address import DatabaseTable

__all__ = ["spooled"]


def spooled(place: DatabaseTable, file: Path) -> str:
    """Copy a table batch by batch into an Arrow file; return what decided the order of its rows.

    The copy holds private cells: `file` must be in a folder that only the steward can read, and
    is removed afterwards.

    Parameters
    ----------
    place : DatabaseTable
    file : Path
        Written over; its suffix is .arrow.

    Raises
    ------
    TableError
        As :func:`reading`.
    """
    with (
        reading(place) as rows,
        pa.OSFile(str(file), "wb") as stream,
        pa.ipc.new_file(stream, rows.reader.schema) as sink,
    ):
        for batch in rows.reader:
            sink.write_batch(batch)
        return rows.order
