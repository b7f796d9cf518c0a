"""How often exactly one record meets a query, in a table of another size."""

import math

import numpy as np
import numpy.typing as npt
from scipy.optimize import brentq
from scipy.stats import hypergeom

__all__ = ["single_chance"]

_LARGEST = 600.0  # logarithm of a scale that can still be multiplied


def single_chance(counts: npt.NDArray[np.int64], size: int, wanted: int) -> float:
    """Estimate the share of queries that exactly one of `wanted` records would meet.

    Parameters
    ----------
    counts : ndarray of shape (n_queries,)
        How many of `size` records meet each query.
    size, wanted : int

    Notes
    -----
    For a smaller table the mean chance over all its samples is exact (hypergeometric). For a
    larger one the counts are taken as Poisson, with rates that follow a gamma distribution from
    query to query: its two parameters are those that give the shares of queries with no and with
    one match, and from them comes the share with one match at the larger size. Anonymeter fits a
    uniform distribution of the rates instead.

    Examples
    --------
    >>> single_chance(np.array([0, 1, 1, 5]), 100, 100)
    0.5
    >>> round(single_chance(np.array([0, 1, 1, 4]), 100, 50), 3)
    0.312
    """
    if counts.size == 0:
        return 0.0
    if wanted <= size:
        return float(hypergeom.pmf(1, size, counts, wanted).mean())
    none, one = float((counts == 0).mean()), float((counts == 1).mean())
    if none in (0.0, 1.0) or one == 0.0:
        return one
    return _single_share(none, one, wanted / size)


def _single_share(none: float, one: float, growth: float) -> float:
    """Return the chance of one match, once all rates are `growth` times as large."""
    rate = -math.log(none)
    # With the scale s and the shape rate / log(1 + s): one / none = rate s / ((1 + s) log(1 + s)).
    excess = one / none / rate
    if excess >= 1.0:  # no more spread than Poisson's
        return growth * rate * math.exp(-growth * rate)

    def gap(log_scale: float) -> float:
        return _spread(math.exp(log_scale)) - excess

    scale = math.exp(brentq(gap, -30.0, _LARGEST) if gap(_LARGEST) < 0 else _LARGEST)
    shape = rate / math.log1p(scale)
    grown = growth * scale
    return shape * grown / (1 + grown) * math.exp(-shape * math.log1p(grown))


def _spread(scale: float) -> float:
    return scale / ((1 + scale) * math.log1p(scale))
