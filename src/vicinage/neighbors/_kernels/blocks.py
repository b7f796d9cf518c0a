"""Blocks of near records, cut by thresholds that were learned from a sample; and what is near one.

Splits are numbered in preorder: one over ``m`` blocks is followed by those of its left side, over
``m // 2`` blocks, and then by those of its right side.
"""

import numpy as np
from numba import prange

from vicinage._kernels import compiled, inner
from vicinage.neighbors._kernels.build import spread_dimension

__all__ = ["blocks_of", "leaves_near", "leaves_searched", "reaches", "widest"]

_CHOICE = 4  # how many times as many leaves as a record searches are looked at for a bound
_HALVINGS = 8  # of the bound


@compiled()
def widest(points, rows, weights):
    """Return the coordinate that separates the given rows most."""
    return spread_dimension(points, rows, 0, rows.size, weights)


@compiled(parallel=True)
def blocks_of(points, words, dimensions, thresholds, sides, blocks):
    """Return the block of each record: left of a split is what is less in value, then in word."""
    out = np.empty(words.size, np.int32)
    for i in prange(words.size):
        node, count, block = 0, blocks, 0
        while count > 1:
            half = count // 2
            x = points[i, dimensions[node]]
            x = x if x == x else -np.inf
            cut = thresholds[node]
            if x < cut or (x == cut and words[i] < sides[node]):
                node, count = node + 1, half
            else:
                node, count, block = node + half, count - half, block + half
        out[i] = block
    return out


@inner()
def _between(lower, upper, leaf, low, high, own, weights, bound):
    """Return how far the box of a leaf is from the box between two corners, if within `bound`.

    With the corners exchanged it is how far the leaf is from the most distant corner, at most.
    """
    total = 0.0
    for d in range(weights.size):
        gap = max(lower[leaf, d] - high[own, d], low[own, d] - upper[leaf, d], 0.0)
        total += weights[d] * (gap > 0) if weights[d] > 0 else gap * gap
        if total > bound:
            break
    return total


@inner()
def _to_records(lower, upper, leaf, points, weights, out):
    """Write how far a leaf is from records, one a lane: as the search for donors measures it."""
    out[:] = 0.0
    for d in range(weights.size):
        low, high, weight = lower[leaf, d], upper[leaf, d], weights[d]
        for q in range(out.size):
            left, right = low - points[d, q], points[d, q] - high
            gap = left if left > right else right
            gap = gap if gap > 0.0 else 0.0
            out[q] += (weight if gap > 0.0 else 0.0) if weight > 0 else gap * gap


@compiled()
def _measures(lower, upper, near, records, weights):
    """Return how far some leaves are from records."""
    points = records.T.copy()
    measures = np.empty((near.size, points.shape[1]))
    for i in range(near.size):
        _to_records(lower, upper, near[i], points, weights, measures[i])
    return measures


@inner()
def _count_below(measures, bounds, out):
    """Count the measures of each record that are less than its bound."""
    out[:] = 0
    for i in range(measures.shape[0]):
        for q in range(out.size):
            out[q] += 1 if measures[i, q] < bounds[q] else 0


@compiled()
def _reach(records, lower, upper, own, weights, count):
    """Bound how far the `count`-th nearest other leaf is from any record of a leaf.

    Those that are least far from the most distant corner of the leaf are looked at. Halving the
    bound as long as every record has enough of them within it costs less than sorting.
    """
    far = np.empty(lower.shape[0])
    for leaf in range(far.size):
        far[leaf] = _between(lower, upper, leaf, upper, lower, own, weights, np.inf)
    far[own] = np.inf
    chosen = min(_CHOICE * count, far.size - 1)
    near = np.flatnonzero(far <= np.partition(far, chosen - 1)[chosen - 1])
    measures = _measures(lower, upper, near, records, weights)
    bounds = np.empty(measures.shape[1])
    below = np.empty(bounds.size, np.int64)
    low, high = 0.0, measures.max()
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        bounds[:] = middle
        _count_below(measures, bounds, below)
        if below.min() >= count:
            high = middle
        else:
            low = middle
    return high


@compiled(parallel=True)
def reaches(points, starts, lower, upper, weights, count):
    """Bound, for each leaf, how far the `count`-th nearest other one is from any of its records."""
    leaves = lower.shape[0]
    out = np.full(leaves, -1.0 if count == 0 else np.inf)
    if 0 < count < leaves:
        for own in prange(leaves):
            records = points[starts[own] : starts[own + 1]]
            out[own] = _reach(records, lower, upper, own, weights, count)
    return out


@compiled()
def _reaching(lower, upper, own_lower, own_upper, weights, reach):
    """Return those own boxes that reach the box around all leaves."""
    low, high = np.empty((2, 1, weights.size))
    for d in range(weights.size):
        low[0, d], high[0, d] = lower[:, d].min(), upper[:, d].max()
    found = np.zeros(reach.size, np.bool_)
    for g in range(reach.size):
        bound = reach[g]
        found[g] = _between(low, high, 0, own_lower, own_upper, g, weights, bound) <= bound
    return np.flatnonzero(found)


@compiled(parallel=True)
def leaves_near(lower, upper, own_lower, own_upper, weights, reach):
    """Say which leaves are, from one of the own boxes, at most as far as that box reaches."""
    out = np.zeros(lower.shape[0], np.bool_)
    own = _reaching(lower, upper, own_lower, own_upper, weights, reach)
    for leaf in prange(lower.shape[0]):
        for g in own:
            bound = reach[g]
            if _between(lower, upper, leaf, own_lower, own_upper, g, weights, bound) <= bound:
                out[leaf] = True
                break
    return out


@compiled()
def _search(records, lower, upper, own, weights, reach, count, out):
    """Mark the leaves that some record of a leaf searches, which none does beyond its `reach`.

    Among leaves that are not marked, a record needs to look at the nearest only: where enough
    others are nearer it searches none of them. As leaves are marked, others become the nearest.
    """
    near = np.empty(lower.shape[0], np.int64)
    found = 0
    for leaf in range(near.size):
        measure = _between(lower, upper, leaf, lower, upper, own, weights, reach)
        if leaf != own and measure <= reach:
            near[found] = leaf
            found += 1
    near = near[:found]
    unknown = ~out[near]  # looked up once: other threads mark leaves all the time
    if not unknown.any():
        return
    measures = _measures(lower, upper, near, records, weights)
    least = np.empty(measures.shape[1])
    nearer = np.empty(least.size, np.int64)
    more = True
    while more:
        least[:] = np.inf
        for i in np.flatnonzero(unknown):
            least[:] = np.minimum(least, measures[i])
        _count_below(measures, least, nearer)
        least[nearer >= count] = -1.0
        more = False
        for i in np.flatnonzero(unknown):
            if (measures[i] == least).any():
                out[near[i]], unknown[i], more = True, False, True


@compiled(parallel=True)
def leaves_searched(points, starts, lower, upper, first, last, weights, reach, count):
    """Say which leaves the records of the leaves `first` up to `last` search, these included."""
    out = np.zeros(lower.shape[0], np.bool_)
    out[first:last] = True
    for own in prange(first, last):
        g = own - first
        records = points[starts[g] : starts[g + 1]]
        _search(records, lower, upper, own, weights, reach[g], count, out)
    return out
