"""What the command is doing, for whoever waits."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

__all__ = ["Stages"]

_PATIENCE = 2.0  # seconds


@dataclass(frozen=True, slots=True)
class Stages:
    """A bar that moves from stage to stage, on the standard error, made by :meth:`shown`."""

    _progress: Progress

    @classmethod
    @contextmanager
    def shown(cls, total: int, *, quiet: bool = False) -> Iterator[Self]:
        """Show the stages of a job that takes more than two seconds, when somebody looks.

        Parameters
        ----------
        total : int
            How many stages there are.
        quiet : bool
            Show nothing.
        """
        progress = Progress(
            SpinnerColumn(),
            TextColumn("{task.description}"),
            BarColumn(bar_width=24),
            TimeElapsedColumn(),
            console=Console(stderr=True),
            transient=True,
            disable=quiet or not sys.stderr.isatty(),
        )
        progress.add_task("starting", total=total, completed=-1)
        timer = threading.Timer(_PATIENCE, progress.start)
        timer.daemon = True
        timer.start()
        try:
            yield cls(progress)
        finally:
            timer.cancel()
            progress.stop()

    def begin(self, name: str) -> None:
        """Say that the next stage has begun."""
        self._progress.update(self._progress.task_ids[0], description=name, advance=1)
