"""Degrees in any number of dimensions: leaf by leaf of a k-d tree.

The records of a leaf share one walk of the tree. Nodes wholly inside all their balls are counted;
from the other leaves near by, nearest first, the records near the leaf's box are gathered and
compared, until every degree is known or has reached the cap.
"""

import numpy as np
from numba import prange, uint64

from vicinage._kernels import compiled, inner
from vicinage.neighbors._kernels.index import node_of, size_of, start_of
from vicinage.neighbors._kernels.measure import EVERY, box_to_lanes, count_within, scan
from vicinage.neighbors._kernels.search import new_scratch, walk

__all__ = ["leaf_degrees"]

_BUFFER = 128  # records that are gathered before they are compared


@inner()
def _compare(index, group, near, size, bound, cap, out, pending, waiting, counts):
    """Compare the gathered records with those whose degree is unknown; return how many remain."""
    lanes, weights, t = index.lanes, index.weights, uint64(index.stride)
    first = uint64(group * weights.size) * t
    left = 0
    for i in range(waiting):
        q = pending[i]
        scan(
            near, uint64(0), uint64(_BUFFER), size, lanes, first + uint64(q), t, weights,
            weights.size, False, bound, EVERY, out,
        )  # fmt: skip
        count = counts[i] + count_within(out, _BUFFER, bound)
        if count < cap:
            pending[left], counts[left] = q, count
            left += 1
    return left


@compiled()
def _scan_leaves(index, group, found, bound, cap, scratch, near, out, pending, waiting, counts):
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
                        index, group, near, size, bound, cap, out, pending, waiting, counts
                    )
                    if waiting == 0:
                        return 0
                    size = 0
    return _compare(index, group, near, size, bound, cap, out, pending, waiting, counts)


@compiled(parallel=True)
def leaf_degrees(index, bound, cap, tasks):
    """Return the capped degrees of the records of a tree of numeric coordinates."""
    degrees = np.full(index.order.size, cap, np.int64)
    for task in prange(tasks):
        scratch = new_scratch(index, index, 0)
        near, out = np.empty(index.weights.size * _BUFFER), np.empty(_BUFFER)
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
                index, group, found, bound, cap, scratch, near, out, pending, size, counts
            )
            for i in range(waiting):
                degrees[index.order[start + pending[i]]] = counts[i]
    return degrees
