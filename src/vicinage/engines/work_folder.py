"""Folders in which workers leave private rows for a while."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["work_folder"]

_TRIES = 20


@contextmanager
def work_folder(prefix: str = "vicinage-", place: Path | None = None) -> Iterator[Path]:
    """Make a folder that only its owner may enter, and remove it in any case.

    It is removed too when the job is interrupted while workers still write into it: what such a
    worker has begun then fails there, and its result is not asked for.

    Parameters
    ----------
    prefix : str
        What the name begins with.
    place : Path, optional
        Where the folder lies; by default the temporary folder. All workers must see it under this
        name.

    Raises
    ------
    OSError
        If the folder can be made or removed by no means.

    Examples
    --------
    >>> with work_folder() as folder:
    ...     _ = (folder / "rows").write_text("private")
    >>> folder.exists()
    False
    """
    folder = Path(tempfile.mkdtemp(prefix=prefix, dir=place))
    try:
        yield folder
    finally:
        for _ in range(_TRIES):  # a file that appears meanwhile keeps its folder
            shutil.rmtree(folder, ignore_errors=True)
            if not folder.exists():
                break
        else:
            shutil.rmtree(folder)
