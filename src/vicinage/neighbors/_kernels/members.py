"""Counting the members of balls by pieces of the tree, without ever listing them."""

import numpy as np
from numba import prange, uint64

from vicinage._kernels import compiled, inner
from vicinage.neighbors._kernels.index import node_of, size_of, start_of
from vicinage.neighbors._kernels.measure import (
    EVERY,
    box_to_lanes,
    count_within,
    scan,
)
from vicinage.neighbors._kernels.screen import screen
from vicinage.neighbors._kernels.search import allowed, new_scratch, walk

__all__ = ["count_members", "count_pieces", "count_slots", "leaf_members", "walk_balls"]


@compiled()
def walk_balls(index, queries, group, wanted, bounds, limited, scratch, totals):
    """List the pieces that the balls of a group may meet; make `totals` large enough for them."""
    most, least = -1.0, np.inf
    for q in range(queries.stride):
        if wanted[q]:
            most, least = max(most, bounds[q]), min(least, bounds[q])
    own = node_of(group, queries.leaves)
    found = walk(index, queries, own, most, -1.0 if limited else least, scratch)
    if found > totals.shape[1]:
        totals = np.empty((queries.stride, 2 * found), np.int64)
    return found, totals


@inner()
def leaf_members(index, leaf, queries, group, alike, wanted, bounds, scratch, totals, piece):
    """Write into ``totals[q, piece]`` the members that wanted balls have in a leaf."""
    near, measures, marks = scratch.near, scratch.measures, scratch.marks
    limit, limit_leaf = scratch.limit, scratch.limit_leaf
    lanes, other, weights = index.lanes, queries.lanes, index.weights
    s, t = uint64(index.stride), uint64(queries.stride)
    a, query = uint64(leaf * weights.size) * s, uint64(group * weights.size) * t
    numeric, gower, records = index.numeric, index.gower, size_of(index, leaf)
    box_to_lanes(index, node_of(leaf, index.leaves), queries, group, near)
    for q in range(queries.stride):
        meets = near[q] <= bounds[q] and allowed(near[q], limit[q], leaf, limit_leaf[q], group)
        marks[q] = EVERY if wanted[q] and meets else uint64(0)
        if wanted[q]:
            totals[q, piece] = 0
    screen(index, leaf, queries, group, bounds, marks, scratch)
    for q in range(queries.stride):
        if marks[q] == 0:
            continue
        scan(
            lanes, a, s, records, other, query + uint64(q), t, weights, numeric, gower, bounds[q],
            marks[q], measures,
        )  # fmt: skip
        if alike and leaf == group:
            measures[q] = np.nan
        totals[q, piece] = count_within(measures, s, bounds[q])


@inner()
def count_slots(index, group, bounds, found, scratch, totals):
    """Count the records of the pieces that the balls of a leaf's records may meet, cumulated."""
    near, slots, limit, limit_leaf = scratch.near, scratch.sizes, scratch.limit, scratch.limit_leaf
    slots[:] = 0
    for piece in range(found):
        first, last = scratch.firsts[piece], scratch.lasts[piece]
        size = start_of(index, last) - start_of(index, first)
        if scratch.nears[piece] == scratch.nears[piece]:
            box_to_lanes(index, node_of(first, index.leaves), index, group, near)
            own = first == group
            for q in range(uint64(index.stride)):
                # Without branches: whether a ball meets a leaf cannot be predicted.
                at_limit = (near[q] == limit[q]) & (first <= limit_leaf[q])
                meets = (near[q] <= bounds[q]) & ((near[q] < limit[q]) | own | at_limit)
                slots[q] += size if meets else 0
        else:
            for q in range(uint64(index.stride)):
                slots[q] += size
        for q in range(uint64(index.stride)):
            totals[q, piece] = slots[q]


@inner()
def count_pieces(index, queries, group, alike, wanted, bounds, found, scratch, totals):
    """Count the members of wanted balls, cumulated by piece."""
    for piece in range(found):
        first, last = scratch.firsts[piece], scratch.lasts[piece]
        if scratch.nears[piece] == scratch.nears[piece]:
            leaf_members(
                index, first, queries, group, alike, wanted, bounds, scratch, totals, piece
            )
        else:
            size = start_of(index, last) - start_of(index, first)
            own = alike and first <= group < last
            for q in range(queries.stride):
                if wanted[q]:
                    totals[q, piece] = size - 1 if own else size
    for q in range(queries.stride):
        if wanted[q]:
            for piece in range(1, found):
                totals[q, piece] += totals[q, piece - 1]


@compiled(parallel=True)
def count_members(index, queries, alike, bounds, tasks):
    """Return the number of records in the ball of each query, given one bound for each row."""
    out = np.empty(queries.order.size, np.int64)
    for task in prange(tasks):
        scratch = new_scratch(index, queries, 0)
        totals = np.empty((queries.stride, 64), np.int64)
        reach = np.empty(queries.stride)
        for group in range(task, queries.leaves, tasks):
            start, size = start_of(queries, group), size_of(queries, group)
            wanted = np.arange(queries.stride) < size
            for q in range(size):
                reach[q] = bounds[queries.order[start + q]]
            found, totals = walk_balls(index, queries, group, wanted, reach, False, scratch, totals)
            count_pieces(index, queries, group, alike, wanted, reach, found, scratch, totals)
            for q in range(size):
                out[queries.order[start + q]] = totals[q, found - 1] if found else 0
    return out
