"""Blocks of near records, cut by thresholds that were learned from a sample; and what is near one.

Splits are numbered in preorder: one over ``m`` blocks is followed by those of its left side, over
``m // 2`` blocks, and then by those of its right side.
"""

import numpy as np
from numba import prange

from vicinage._kernels import compiled, inner
from vicinage.neighbors._kernels.build import spread_dimension

__all__ = ["blocks_of", "leaves_near", "leaves_searched", "reaches", "widest"]


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


@compiled(parallel=True)
def reaches(lower, upper, weights, count):
    """Bound how far the `count`-th nearest other leaf is from any record of each leaf.

    From a record in its box, another box is at most as far as from the most distant corner.
    """
    leaves, dims = lower.shape
    out = np.full(leaves, -1.0 if count == 0 else np.inf)
    for own in prange(leaves):
        if 0 < count < leaves:
            far = np.empty(leaves)
            for leaf in range(leaves):
                total = 0.0
                for d in range(dims):
                    left, right = lower[leaf, d] - lower[own, d], upper[own, d] - upper[leaf, d]
                    gap = max(left, right, 0.0)
                    total += weights[d] * (gap > 0) if weights[d] > 0 else gap * gap
                far[leaf] = total
            far[own] = np.inf
            out[own] = np.partition(far, count - 1)[count - 1]
    return out


@compiled(parallel=True)
def leaves_near(lower, upper, own_lower, own_upper, weights, reach):
    """Say which leaves are, from one of the own boxes, at most as far as that box reaches."""
    out = np.zeros(lower.shape[0], np.bool_)
    for leaf in prange(lower.shape[0]):
        for g in range(reach.size):
            total = 0.0
            for d in range(weights.size):
                left = lower[leaf, d] - own_upper[g, d]
                gap = max(left, own_lower[g, d] - upper[leaf, d], 0.0)
                total += weights[d] * (gap > 0) if weights[d] > 0 else gap * gap
                if total > reach[g]:
                    break
            if total <= reach[g]:
                out[leaf] = True
                break
    return out


@inner()
def _measure(lower, upper, leaf, low, high, row, weights):
    """Return how far the box of a leaf is from the box between two rows of corners.

    With both corners in one place it is the measure from a record, and with the corners exchanged
    how far the leaf is from the most distant corner, at most.
    """
    total = 0.0
    for d in range(weights.size):
        gap = max(lower[leaf, d] - high[row, d], low[row, d] - upper[leaf, d], 0.0)
        total += weights[d] * (gap > 0) if weights[d] > 0 else gap * gap
    return total


@compiled(parallel=True)
def leaves_searched(points, starts, lower, upper, first, last, offset, weights, count):
    """Say which leaves the records of some own leaves search; own leaf 0 is leaf `offset`."""
    leaves = lower.shape[0]
    out = np.zeros(leaves, np.bool_)
    for g in prange(first, last):
        own = offset + g
        far = np.empty(leaves)
        for leaf in range(leaves):
            far[leaf] = _measure(lower, upper, leaf, upper, lower, own, weights)
        far[own] = np.inf
        reach = np.partition(far, count - 1)[count - 1]
        near = np.empty(leaves, np.int64)
        found = 0
        for leaf in range(leaves):
            if leaf != own and _measure(lower, upper, leaf, lower, upper, own, weights) <= reach:
                near[found] = leaf
                found += 1
        measures = np.empty(found)
        for row in range(starts[g], starts[g + 1]):
            for i in range(found):
                measures[i] = _measure(lower, upper, near[i], points, points, row, weights)
            kth = np.partition(measures, count - 1)[count - 1]
            for i in range(found):
                if measures[i] <= kth:
                    out[near[i]] = True
    return out
