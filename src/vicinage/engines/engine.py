"""What the methods ask of whoever runs their heavy loops."""

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

__all__ = ["Engine"]

P = TypeVar("P")
R = TypeVar("R")


class Engine(Protocol):
    """A number of workers that see the same files as the caller.

    The contract is small so that nothing of a method depends on who runs it: data go through files
    that parts name, see :class:`vicinage.engines.Partition`, and only small things through the
    caller. Any implementation can be tried with :func:`vicinage.testing.check_engine`.
    """

    @property
    def n_workers(self) -> int:
        """How many parts are worked on at the same time; no result depends on it."""
        ...

    def map(self, task: Callable[[P], R], parts: Iterable[P]) -> Iterator[R]:
        """Apply a task to each part, and give the results in the order of the parts.

        Parameters
        ----------
        task : callable
            Picklable: a function of a module, or a frozen dataclass that is callable. It may be
            called more than once with the same part, even at the same time, since what a lost
            worker had begun is done again: so its result must be a function of the part, and files
            must appear whole.
        parts : iterable
            Picklable and small. Few are taken ahead of the results that were asked for.

        Yields
        ------
        result
            Picklable and small.

        Raises
        ------
        FailedError
            If workers are lost again and again without a result.
        Exception
            What the task raised for the first part that failed, in the order of the parts.
        """
        ...
