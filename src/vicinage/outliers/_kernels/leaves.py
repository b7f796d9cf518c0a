"""Degrees in any number of dimensions: leaf by leaf of a k-d tree.

The records of a leaf share one walk of the tree. Nodes wholly inside all their balls are counted;
from the other leaves near by, nearest first, the records near the leaf's box are gathered and
compared, until every degree is known or has reached the cap.
"""

import numpy as np
from numba import prange, uint64

from vicinage._kernels import compiled, inner
from vicinage.neighbors._kernels.index import node_of, size_of, start_of
from vicinage.neighbors._kernels.measure import box_to_lanes
from vicinage.neighbors._kernels.search import new_scratch, walk
from vicinage.neighbors._kernels.vector import (
    LANES,
    any_at_most,
    broadcast,
    count_at_most,
    load,
    plus_square,
)

__all__ = ["leaf_degrees"]

_BUFFER = 128  # records that are gathered before they are compared


@inner()
def _count_for_two(near, size, lanes, first, second, t, dims, bound):
    """Count the gathered records within the bound of two queries, whose lanes start there."""
    one = two = 0
    for b in range(uint64(0), uint64(size), uint64(LANES)):
        total = other = broadcast(0.0)
        j, k = b, uint64(0)
        for d in range(dims):
            if d % 8 == 0 and d > 0:
                if not (any_at_most(total, bound) or any_at_most(other, bound)):
                    break
            values = load(near, j)
            total = plus_square(total, values, lanes[first + k])
            other = plus_square(other, values, lanes[second + k])
            j += uint64(_BUFFER)
            k += t
        one += count_at_most(total, bound)
        two += count_at_most(other, bound)
    return one, two


@inner()
def _compare(index, group, near, size, bound, cap, pending, waiting, counts):
    """Compare the gathered records with those whose degree is unknown; return how many remain."""
    dims, t = index.weights.size, uint64(index.stride)
    first, left = uint64(group * dims) * t, 0
    for b in range(size, (size + LANES - 1) // LANES * LANES):
        near[b] = np.nan
    for i in range(0, waiting, 2):
        q, p = uint64(pending[i]), uint64(pending[min(i + 1, waiting - 1)])
        found = _count_for_two(near, size, index.lanes, first + q, first + p, t, dims, bound)
        for j in range(i, min(i + 2, waiting)):
            count = counts[j] + found[j - i]
            if count < cap:
                pending[left], counts[left] = pending[j], count
                left += 1
    return left


@compiled()
def _scan_leaves(index, group, found, bound, cap, scratch, near, pending, waiting, counts):
    """Count the neighbours of pending records in the leaves that were listed."""
    dims, stride, own = index.weights.size, index.stride, node_of(group, index.leaves)
    size = 0
    for piece in np.argsort(scratch.nears[:found], kind="mergesort"):  # NaN, counted, comes last
        if scratch.nears[piece] != scratch.nears[piece]:
            break
        leaf = scratch.firsts[piece]
        box_to_lanes(index, own, index, leaf, scratch.near)
        at = leaf * dims * stride
        for b in range(size_of(index, leaf)):
            if scratch.near[b] <= bound:
                for d in range(dims):
                    near[d * _BUFFER + size] = index.lanes[at + d * stride + b]
                size += 1
                if size == _BUFFER:
                    waiting = _compare(
                        index, group, near, size, bound, cap, pending, waiting, counts
                    )
                    if waiting == 0:
                        return 0
                    size = 0
    return _compare(index, group, near, size, bound, cap, pending, waiting, counts)


@compiled(parallel=True)
def leaf_degrees(index, bound, cap, tasks):
    """Return the capped degrees of the records of a tree of numeric coordinates."""
    degrees = np.full(index.order.size, cap, np.int64)
    for task in prange(tasks):
        scratch = new_scratch(index, index, 0)
        near = np.empty(index.weights.size * _BUFFER)
        pending, counts = np.empty(index.stride, np.int64), np.empty(index.stride, np.int64)
        for group in range(task, index.leaves, tasks):
            own = node_of(group, index.leaves)
            found = walk(index, index, own, bound, bound, scratch)
            inside = -1  # the record itself
            for piece in range(found):
                if scratch.nears[piece] != scratch.nears[piece]:
                    inside += start_of(index, scratch.lasts[piece])
                    inside -= start_of(index, scratch.firsts[piece])
            if inside >= cap:
                continue
            start, size = start_of(index, group), size_of(index, group)
            for q in range(size):
                pending[q], counts[q] = q, inside
            waiting = _scan_leaves(
                index, group, found, bound, cap, scratch, near, pending, size, counts
            )
            for i in range(waiting):
                degrees[index.order[start + pending[i]]] = counts[i]
    return degrees
