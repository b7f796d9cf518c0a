"""What a command may write over, and what never."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import vicinage
from vicinage.errors import OutputError

__all__ = ["check_output"]


def check_output(
    path: Path, name: str, *, inputs: Iterable[vicinage.table.Place], force: bool
) -> None:
    """Refuse an output that cannot or must not be written, before any work.

    Parameters
    ----------
    path : Path
    name : str
        The option that says where to write.
    inputs : iterable of Path or DatabaseTable
        What the command reads: never written over.
    force : bool
        Whether another file that exists may be written over.

    Raises
    ------
    OutputError
        If no file can be made there, the file is an input, or it exists and `force` is not set.
    """
    vicinage.table.check_place(path, name)
    if path.resolve() in {source.resolve() for source in _files(inputs)}:
        raise OutputError(f"{name} must be another file than the original, got {path}")
    if path.exists() and not force:
        raise OutputError(
            f"{name} must be a new file, got {path}, which exists; --force writes over it"
        )


def _files(inputs: Iterable[vicinage.table.Place]) -> Iterator[Path]:
    for source in inputs:
        path = source.path if isinstance(source, vicinage.table.DatabaseTable) else source
        if path is not None:
            yield path
