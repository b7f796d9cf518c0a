"""What the command is doing, for whoever waits."""

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from vicinage.cli.log_lines import told_now_and_then

__all__ = ["showing_stages"]

_PATIENCE = 2.0  # seconds


@contextmanager
def showing_stages(total: int, *, quiet: bool = False) -> Iterator[Callable[[str], None]]:
    """Show the stages of a job that takes more than two seconds.

    A bar on the standard error moves on when the function that is handed out is called with
    the name of the stage that begins. Where nobody looks, a stage that begins late is a line.

    Parameters
    ----------
    total : int
        How many stages there are.
    quiet : bool
        Show nothing.
    """
    if not quiet and not sys.stderr.isatty():
        yield told_now_and_then()
        return
    progress = Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(bar_width=24),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=quiet,
    )
    task = progress.add_task("starting", total=total, completed=-1)
    timer = threading.Timer(_PATIENCE, progress.start)
    timer.daemon = True
    timer.start()
    try:
        yield lambda name: progress.update(task, description=name, advance=1)
    finally:
        timer.cancel()
        progress.stop()
