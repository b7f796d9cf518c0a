"""Workers on this machine."""

import multiprocessing
import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import TypeVar

from vicinage._kernels import threads
from vicinage.engines.closing import Closing
from vicinage.engines.limited import Limited
from vicinage.errors import FailedError
from vicinage.parameters import check_whole_number

__all__ = ["LocalEngine"]

P = TypeVar("P")
R = TypeVar("R")

_AHEAD = 2  # parts in flight for each worker, so that none waits for its next
_LOSSES = 3  # of workers, one after the other, without any result


class LocalEngine(Closing):
    """Run parts one after the other in this process, or several at once in processes of their own.

    One worker is the right number where kernels use threads: they then share what they read.
    Several pay where much of the work is Python's; they share the threads among them.

    Parameters
    ----------
    n_workers : int, default 1
        With more than one, a program that is run as a script must keep its work behind
        ``if __name__ == "__main__"``, as every worker imports it.

    Notes
    -----
    Workers start with the first part and stay for later ones, about a second each; ``close``, or
    the end of a ``with`` block, ends them. They end too when this process is killed.

    Examples
    --------
    >>> list(LocalEngine().map(len, ["one", "three"]))
    [3, 5]
    """

    def __init__(self, n_workers: int = 1) -> None:
        check_whole_number("n_workers", n_workers)
        self.n_workers = n_workers
        self._pool: ProcessPoolExecutor | None = None

    def map(self, task: Callable[[P], R], parts: Iterable[P]) -> Iterator[R]:
        """Apply a task to each part, and give the results in order; see :class:`Engine`."""
        if self.n_workers == 1:
            return map(task, parts)
        return self._map_in_pool(Limited(task, max(1, threads() // self.n_workers)), parts)

    def close(self) -> None:
        """End the workers; a later ``map`` starts new ones."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
            self._pool = None

    def _map_in_pool(self, task: Callable[[P], R], parts: Iterable[P]) -> Iterator[R]:
        waiting = iter(parts)
        flight: deque[P] = deque()
        futures: deque[Future[R]] = deque()  # of the first parts in flight
        losses = 0
        try:
            while True:
                flight.extend(islice(waiting, _AHEAD * self.n_workers - len(flight)))
                if not flight:
                    return
                try:
                    for part in islice(flight, len(futures), None):
                        futures.append(self._workers().submit(task, part))
                    result = futures[0].result()
                except BrokenProcessPool:
                    losses += 1
                    if losses == _LOSSES:
                        raise _lost_again(losses) from None
                    self.close()
                    futures.clear()  # few: what is in flight is done again
                    continue
                losses = 0
                flight.popleft()
                futures.popleft()
                yield result
        finally:
            for future in futures:
                future.cancel()

    def _workers(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # A fork would copy the locks of the threads of kernels as they are at this moment.
            self._pool = ProcessPoolExecutor(
                self.n_workers, multiprocessing.get_context("spawn"), _end_with_parent
            )
        return self._pool


def _lost_again(losses: int) -> FailedError:
    return FailedError(
        f"workers must live to the end of a part, but one was lost {losses} times in a row, which "
        "is mostly a lack of memory; try smaller partitions, or fewer workers"
    )


def _end_with_parent() -> None:
    """Let this worker not outlive the process that it works for."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_after, args=(parent.sentinel,), daemon=True).start()


def _end_after(sentinel: int) -> None:
    multiprocessing.connection.wait([sentinel])
    os._exit(1)
