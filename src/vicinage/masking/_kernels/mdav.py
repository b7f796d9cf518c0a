"""The groups of MDAV."""

import numpy as np

from vicinage._kernels import compiled
from vicinage.masking._kernels.shrinking_tree import grow, remove, search

__all__ = ["mdav"]

_SPARSE = 0.6  # the tree is built anew when fewer of its records remain, for full leaves


@compiled()
def _squared(weights, a, b):
    """Squared distance, summed from the last column to the first as everywhere in MDAV."""
    total = 0.0
    for c in range(weights.size - 1, -1, -1):
        gap = a[c] - b[c]
        total += gap * gap * weights[c]
    return total


@compiled()
def _rank(values, weights, records, anchor):
    """Sort the records by distance from the anchor, farthest first."""
    reaches = np.empty(records.size)
    for j in range(records.size):
        reaches[j] = np.sqrt(_squared(weights, values[records[j]], anchor))
    order = np.argsort(-reaches)
    return records[order], reaches[order]


@compiled()
def _outermost(values, weights, labels, center, anchor, ranked, reaches, start):
    """Find the remaining record farthest from the center, the first of those equally far.

    No record is farther from the center than its reach from the anchor plus the way between the
    two, so few are measured: the center hardly moves. Records that have left are dropped from
    the ranking on the way; also returns where it now starts.
    """
    way = np.sqrt(_squared(weights, center, anchor))
    best, most, stop = -1, -1.0, start
    while stop < ranked.size:
        limit = (reaches[stop] + way) * (1 + 1e-9)  # the slack outweighs all rounding
        if limit * limit < most:
            break
        i = ranked[stop]
        stop += 1
        if labels[i] < 0:
            distance = _squared(weights, values[i], center)
            if distance > most or (distance == most and i < best):
                best, most = i, distance
    kept = stop
    for j in range(stop - 1, start - 1, -1):
        if labels[ranked[j]] < 0:
            kept -= 1
            ranked[kept], reaches[kept] = ranked[j], reaches[j]
    return best, kept


@compiled()
def mdav(values, weights, fixed, units, k):
    """Return the records, group by group as they joined, and the group label of each record.

    `fixed` holds the values in whole `units`, for exact sums.
    """
    n, d = values.shape
    totals, center = fixed.sum(axis=0), np.empty(d)
    far, scores, found = np.empty(1, dtype=np.int64), np.empty(k), np.empty(k, dtype=np.int64)
    labels, joined = np.full(n, -1), np.empty(n, np.int64)
    label, remaining, built, start = 0, n, 0, 0
    while remaining >= 2 * k:
        for c in range(d):
            center[c] = totals[c] / remaining * units[c]
        if built == 0 or remaining < _SPARSE * built:
            left, anchor, built = np.flatnonzero(labels < 0), center.copy(), remaining
            tree = grow(values, weights, left)
            ranked, reaches = _rank(values, weights, left, anchor)
            start = 0
        first, start = _outermost(values, weights, labels, center, anchor, ranked, reaches, start)
        pair = remaining >= 3 * k
        far[0] = first
        if pair:  # chosen before the first group is removed
            search(tree, values[first], -1, far, scores[:1])
        for seed in (first, far[0]):
            search(tree, values[seed], 1, found, scores)
            joined[n - remaining : n - remaining + k] = found
            for i in found:
                labels[i] = label
                remove(tree, i)
                for c in range(d):
                    totals[c] -= fixed[i, c]
            label += 1
            remaining -= k
            if not pair:
                break
    joined[n - remaining :] = np.flatnonzero(labels < 0)
    labels[labels < 0] = label
    return joined, labels
