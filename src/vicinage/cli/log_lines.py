"""What long work is doing, for whoever reads a log."""

import sys
import time
from collections.abc import Callable

__all__ = ["told_now_and_then"]

_EVERY = 30.0  # seconds


def told_now_and_then() -> Callable[[str], None]:
    """Return a function that prints a line on the standard error, at most two in a minute.

    Short work prints nothing: the first line has to wait as long as the others.
    """
    latest = time.monotonic()

    def tell(line: str) -> None:
        nonlocal latest
        now = time.monotonic()
        if now - latest >= _EVERY:
            latest = now
            print(line, file=sys.stderr, flush=True)

    return tell
