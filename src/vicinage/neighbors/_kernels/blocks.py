"""Blocks of near records, cut by thresholds that were learned from a sample; and what is near one.

Splits are numbered in preorder: one over ``m`` blocks is followed by those of its left side, over
``m // 2`` blocks, and then by those of its right side.
"""

import numpy as np
from numba import prange

from vicinage._kernels import compiled
from vicinage.neighbors._kernels.build import spread_dimension

__all__ = ["blocks_of", "leaves_near", "reaches", "widest"]


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
