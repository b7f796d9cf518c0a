"""A task that leaves other workers their share of the processors."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from vicinage._kernels import use_threads

__all__ = ["Limited"]

P = TypeVar("P")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Limited(Generic[P, R]):
    """A task whose kernels use so many threads.

    The number is set in each call, since it holds for one thread of Python only, and a worker may
    run its tasks in any.

    Parameters
    ----------
    task : callable
    n_threads : int

    Examples
    --------
    >>> Limited(len, 1)("word")
    4
    """

    task: Callable[[P], R]
    n_threads: int

    def __call__(self, part: P) -> R:
        """Apply the task."""
        use_threads(self.n_threads)
        return self.task(part)
