"""One sum of the results of many parts."""

from collections.abc import Callable, Iterable
from functools import reduce
from typing import TypeVar

from vicinage.engines.engine import Engine
from vicinage.errors import ParameterError

__all__ = ["fold"]

P = TypeVar("P")
R = TypeVar("R")


def fold(engine: Engine, task: Callable[[P], R], parts: Iterable[P], add: Callable[[R, R], R]) -> R:
    """Add up the results of a task over all parts, of which only a few are kept at a time.

    Parameters
    ----------
    engine : Engine
    task : callable
        See :meth:`Engine.map`.
    parts : iterable
        At least one.
    add : callable
        Of the sum so far, which it may change, and the next result; called here, in the order of
        the parts.

    Raises
    ------
    ParameterError
        If there is no part.

    Examples
    --------
    >>> from operator import add
    >>> from vicinage.engines import LocalEngine
    >>> fold(LocalEngine(), len, ["one", "two", "three"], add)
    11
    """
    results = engine.map(task, parts)
    for first in results:
        return reduce(add, results, first)
    raise ParameterError("parts must hold at least one part, got none")
