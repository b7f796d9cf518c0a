"""Finished points on disk, so that a killed sweep goes on where it was."""

import fcntl
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

from vicinage.errors import OutputError, ParameterError
from vicinage.evaluation.tuning.point import Point

__all__ = ["Journal"]

_NAME = "points.jsonl"


class Journal:
    """A file of one line for what is swept, and one for each finished point.

    For the steward: it holds exact figures of the original table. A line counts once it ends; what
    a killed process left of one is taken away. A folder is one sweep's at a time: it is locked
    until :meth:`close`, or until the process ends, however it does.

    Parameters
    ----------
    folder : Path
        Made if need be.
    identity : mapping of str to str
        What the points depend on. A folder that began with another one is refused.

    Raises
    ------
    ParameterError
        If the folder belongs to another table, schema or sweep; the message says which.
    OutputError
        If the folder cannot be written, or another sweep is writing to it.
    """

    def __init__(self, folder: Path, identity: Mapping[str, str]) -> None:
        self._path = folder / _NAME
        self.points: list[Point] = []
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._stream = self._path.open("ab")
            self._lock()
            self._begin(identity)
        except OSError as error:
            raise OutputError(
                f"folder must be a place to write to, got {folder}: {error.strerror}"
            ) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let another sweep use the folder."""
        self._stream.close()

    def keep(self, point: Point) -> None:
        """Write a finished point, and wait until it is on the disk."""
        self._append(point.as_dict())
        self.points.append(point)

    def _lock(self) -> None:
        try:
            fcntl.flock(self._stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._stream.close()
            raise OutputError(
                f"folder must be used by one sweep at a time, got {self._path.parent}, to which "
                "another is writing; wait until it has ended, or name a new folder"
            ) from None

    def _begin(self, identity: Mapping[str, str]) -> None:
        *whole, rest = self._path.read_bytes().split(b"\n")
        try:
            if whole:
                self._resume(whole, identity)
        except ParameterError:
            self.close()
            raise
        if rest:
            self._stream.truncate(self._path.stat().st_size - len(rest))
        if not whole:
            self._append(dict(identity))

    def _resume(self, lines: list[bytes], identity: Mapping[str, str]) -> None:
        try:
            begun, *points = [json.loads(line) for line in lines]
            self.points = [Point(**point) for point in points]
        except (ValueError, TypeError):
            raise ParameterError(
                f"folder must be one that tuning made, got {self._path.parent}, whose {_NAME} "
                "cannot be read; name a new folder"
            ) from None
        changed = [name for name in identity if begun.get(name) != identity[name]]
        if changed:
            raise ParameterError(
                f"folder must be that of the same table, schema and sweep, got "
                f"{self._path.parent}, begun with another {' and another '.join(changed)}; name a "
                "new folder"
            )

    def _append(self, line: dict[str, Any]) -> None:
        text = json.dumps(line, ensure_ascii=False, allow_nan=False)
        self._stream.write(text.encode() + b"\n")
        self._stream.flush()
        os.fsync(self._stream.fileno())
