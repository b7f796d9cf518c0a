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
from vicinage.neighbors._kernels.vector import LANES
from vicinage.outliers._kernels.gathered import (
    append,
    count_for_four,
    edges_of,
    new_gathered,
    round_queries,
)

__all__ = ["leaf_degrees"]

_ENOUGH = 160  # gathered records; more, by those of a leaf at most, are compared


@inner()
def _compare(index, group, gathered, size, bound, edges, cap, pending, waiting, counts):
    """Compare the gathered records with those whose degree is unknown; return how many remain."""
    left, (low, high) = 0, edges
    for b in range(size, (size + LANES - 1) // LANES * LANES):
        gathered.rounded[b] = gathered.values[b] = np.nan
    for i in range(0, waiting, 4):
        # Where fewer than four remain, the last one is asked about again.
        asked = (
            uint64(pending[i]),
            uint64(pending[min(i + 1, waiting - 1)]),
            uint64(pending[min(i + 2, waiting - 1)]),
            uint64(pending[min(i + 3, waiting - 1)]),
        )
        found = count_for_four(index, group, asked, gathered, size, bound, low, high)
        for j in range(i, min(i + 4, waiting)):
            count = counts[j] + found[j - i]
            if count < cap:
                pending[left], counts[left] = pending[j], count
                left += 1
    return left


@compiled()
def _scan_leaves(index, group, found, bound, cap, scratch, gathered, pending, waiting, counts):
    """Count the neighbours of pending records in the leaves that were listed."""
    own, size = node_of(group, index.leaves), 0
    scale, low, high = edges_of(index, group, bound)
    round_queries(index, group, scale, gathered)
    for piece in np.argsort(scratch.nears[:found], kind="mergesort"):  # NaN, counted, comes last
        if scratch.nears[piece] != scratch.nears[piece]:
            break
        if size > _ENOUGH:
            waiting = _compare(
                index, group, gathered, size, bound, (low, high), cap, pending, waiting, counts
            )
            if waiting == 0:
                return 0
            size = 0
        leaf = scratch.firsts[piece]
        box_to_lanes(index, own, index, leaf, scratch.near)
        size = append(index, group, leaf, scratch.near, bound, scale, gathered, size)
    return _compare(index, group, gathered, size, bound, (low, high), cap, pending, waiting, counts)


@compiled(parallel=True)
def leaf_degrees(index, bound, cap, tasks):
    """Return the capped degrees of the records of a tree of numeric coordinates."""
    degrees = np.full(index.order.size, cap, np.int64)
    for task in prange(tasks):
        scratch = new_scratch(index, index, 0)
        gathered = new_gathered(index, _ENOUGH + index.stride)
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
                index, group, found, bound, cap, scratch, gathered, pending, size, counts
            )
            for i in range(waiting):
                degrees[index.order[start + pending[i]]] = counts[i]
    return degrees
