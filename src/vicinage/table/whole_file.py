"""Files that are written whole or not at all."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from vicinage.errors import OutputError

__all__ = ["check_place", "new_file", "replacing", "replacing_path"]


def check_place(path: Path | str, name: str = "path") -> None:
    """Refuse a path at which no file can be made, before any work is done for it.

    Parameters
    ----------
    path : Path or str
    name : str
        What messages call it.

    Raises
    ------
    OutputError
        If the folder does not exist, the path is a folder, or no file can be created there.
    """
    target = Path(path)
    if not target.parent.is_dir():
        raise OutputError(f"{name} must be in a folder that exists, got {target}; make it first")
    trial = _beside(target)
    try:
        if target.exists() and not target.is_file():
            raise OutputError(f"{name} must be a file, got {target}, which is none; name another")
        trial.touch(exist_ok=False)
        trial.unlink()
    except OSError as error:
        raise _unwritable(target, name, error) from None


@contextmanager
def replacing(path: Path | str) -> Iterator[IO[bytes]]:
    """Open a file beside the path, which takes its place when the block ends without error.

    An interrupted write leaves what was there before.

    Raises
    ------
    OutputError
        If the file cannot be written.
    """
    with replacing_path(path) as part, part.open("xb") as stream:
        yield stream


@contextmanager
def replacing_path(path: Path | str) -> Iterator[Path]:
    """Give the path of a file to be made, for what does not write into streams.

    Its suffix is that of `path`. See :func:`replacing`.
    """
    target = Path(path).resolve()  # of a link, what it points to is replaced
    part = _beside(target)
    try:
        yield part
        with part.open("rb+") as stream:
            os.fsync(stream.fileno())
        part.replace(target)
    except OSError as error:
        raise _unwritable(target, "path", error) from None
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def new_file(path: Path) -> Iterator[Path]:
    """Give the path itself where there is a file already, else one that is put there when whole.

    For databases, whose own transactions keep what is there.
    """
    if path.exists():
        yield path
        return
    with replacing_path(path) as part:
        yield part


def _beside(target: Path) -> Path:
    return target.with_name(f".{target.stem}.{secrets.token_hex(4)}.part{target.suffix}")


def _unwritable(target: Path, name: str, error: OSError) -> OutputError:
    return OutputError(f"{name} must be a place to write to, got {target}: {error.strerror}")
