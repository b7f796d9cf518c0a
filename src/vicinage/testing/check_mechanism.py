"""What every differentially private mechanism must keep to."""

import math
from collections.abc import Callable, Hashable, Iterable
from functools import cache
from itertools import permutations
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from vicinage.privacy import ApproxDP, Loss, PureDP

__all__ = ["check_mechanism"]

T = TypeVar("T", bound=Hashable)

_TOLERANCE = 1e-9  # the laws are known to about 13 digits
_ORDERS = (1.01, 1.1, 1.5, 2.0, 3.0, 5.0, 10.0, 30.0)


def check_mechanism(
    distribution: Callable[[T], npt.ArrayLike], pairs: Iterable[tuple[T, T]], loss: Loss
) -> float:
    """Check the inequality of differential privacy for exact laws, not for samples.

    Parameters
    ----------
    distribution : callable
        Gives the probabilities of all answers, in one order, for the exact value of a table. What
        is missing from a sum of 1 counts as lost where `loss` has a delta.
    pairs : iterable of pairs of hashable values
        Exact values of neighbouring tables; each pair is checked in both directions.
    loss : PureDP, ApproxDP or ZCDP
        What the mechanism promises. For ZCDP, Renyi divergences of eight orders from 1.01 to 30.

    Returns
    -------
    float
        The largest loss seen, as a share of the promise: of epsilon, of delta, or of rho.

    Raises
    ------
    AssertionError
        If a pair breaks the promise, or if a law is none, or if there is no pair.

    Examples
    --------
    >>> coin = {0: [0.25, 0.75], 1: [0.75, 0.25]}
    >>> round(check_mechanism(coin.get, [(0, 1)], PureDP("1.1")), 3)
    0.999
    >>> check_mechanism(coin.get, [(0, 1)], PureDP(1))
    Traceback (most recent call last):
    ...
    AssertionError: neighbours 0 and 1 use 1.099 of PureDP(epsilon=Decimal('1'))
    """

    @cache
    def law(value: T) -> npt.NDArray[np.float64]:
        probabilities = np.asarray(distribution(value), dtype=np.float64)
        if probabilities.min() < 0 or not probabilities.sum() <= 1 + _TOLERANCE:
            raise AssertionError(f"the probabilities for {value} must sum to 1")
        return probabilities

    worst = -1.0
    for pair in pairs:
        for first, second in permutations(pair):
            share = _share(law(first), law(second), loss)
            if not share <= 1 + _TOLERANCE:
                raise AssertionError(f"neighbours {first} and {second} use {share:.4g} of {loss}")
            worst = max(worst, share)
    if worst < 0:
        raise AssertionError("pairs must hold at least one pair of neighbours")
    return worst


def _share(p: npt.NDArray[np.float64], q: npt.NDArray[np.float64], loss: Loss) -> float:
    if p.shape != q.shape:
        raise AssertionError(f"the laws must be over the same answers, got {p.shape} and {q.shape}")
    if isinstance(loss, ApproxDP):
        beyond = np.maximum(p - math.exp(loss.epsilon) * q, 0)
        return (float(beyond.sum()) + max(0.0, 1 - float(p.sum()))) / float(loss.delta)
    possible = p > 0
    if not (q[possible] > 0).all():
        return math.inf
    log_p, log_q = np.log(p[possible]), np.log(q[possible])
    if isinstance(loss, PureDP):
        return float((log_p - log_q).max()) / float(loss.epsilon)
    return max(
        float(np.logaddexp.reduce(order * log_p + (1 - order) * log_q))
        / ((order - 1) * order * float(loss.rho))
        for order in _ORDERS
    )
