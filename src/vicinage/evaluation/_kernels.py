"""Compiled loops of attacks. Callers have already checked shapes and types.

Points and queries are matrices, numeric coordinates first, then codes of categories; a missing
cell is NaN. The distance is Gower's: the mean over the coordinates that both records have.
"""

import numpy as np
from numba import prange

from vicinage._kernels import compiled, inner

__all__ = ["guess_chances", "link_chances"]

_ROUNDING = 1 + 1e-9  # distances of scaled whole numbers that differ by less are equal
# A distance that ties with the limit must not be given up for rounding, however small it is.
_SLACK, _LEAST = 1 + 1e-12, 1e-300


@inner()
def _distance(queries, i, points, j, numeric, limit):
    """Distance of a query and a point; infinite without a shared cell, or beyond `limit`."""
    total = 0.0
    shared = 0
    most = limit * queries.shape[1] * _SLACK + _LEAST
    for c in range(queries.shape[1]):
        gap = abs(queries[i, c] - points[j, c])
        if gap == gap:  # both cells are there
            shared += 1
            total += gap if c < numeric else min(1.0, gap)  # codes differ by 1 at least
            if total > most:
                return np.inf
    return total / shared if shared else np.inf


@inner()
def _least_distance(queries, i, points, numeric):
    least = np.inf
    for j in range(points.shape[0]):
        least = min(least, _distance(queries, i, points, j, numeric, least))
    return least


@compiled(parallel=True)
def guess_chances(queries, points, numeric, answers, secrets, reach):
    """Chance that a nearest point, drawn among equally near ones, has a secret within reach."""
    chances = np.zeros(queries.shape[0])
    for i in prange(queries.shape[0]):
        least = np.inf
        ties = 0
        right = 0
        for j in range(points.shape[0]):
            distance = _distance(queries, i, points, j, numeric, least * _ROUNDING)
            if distance * _ROUNDING < least:
                ties = 0
                right = 0
            if distance < np.inf and distance <= least * _ROUNDING:
                least = min(least, distance)
                ties += 1
                right += abs(secrets[j] - answers[i]) <= reach
        if ties > 0:
            chances[i] = right / ties
    return chances


@compiled(parallel=True)
def link_chances(queries, points, numeric, others, other_points, other_numeric):
    """Chance that a nearest point by either half of the columns is the same one for both."""
    chances = np.zeros(queries.shape[0])
    for i in prange(queries.shape[0]):
        reach = _least_distance(queries, i, points, numeric) * _ROUNDING
        other_reach = _least_distance(others, i, other_points, other_numeric) * _ROUNDING
        if reach == np.inf or other_reach == np.inf:
            continue
        ties = 0
        other_ties = 0
        both = 0
        for j in range(points.shape[0]):
            near = _distance(queries, i, points, j, numeric, reach) <= reach
            other_near = (
                _distance(others, i, other_points, j, other_numeric, other_reach) <= other_reach
            )
            ties += near
            other_ties += other_near
            both += near and other_near
        chances[i] = both / (ties * other_ties)
    return chances
