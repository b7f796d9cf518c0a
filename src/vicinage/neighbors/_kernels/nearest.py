"""The k nearest records of a query, and how far the k-th of them lies."""

import numpy as np
from numba import prange, uint64

from vicinage._kernels import compiled, inner
from vicinage.neighbors._kernels.index import node_of, size_of, start_of
from vicinage.neighbors._kernels.measure import (
    EVERY,
    any_within,
    box_to_lanes,
    scan,
)
from vicinage.neighbors._kernels.partition import partition
from vicinage.neighbors._kernels.screen import screen
from vicinage.neighbors._kernels.search import (
    TIES,
    allowed,
    largest,
    new_scratch,
    room_for,
    walk,
)

__all__ = ["kth_measures", "nearest_of_group"]


@inner()
def _smallest_first(values, where, at, size, k):
    """Move the `k` smallest of ``values[at:at + size]`` to its front; return their largest."""
    low, high, middle = at, at + size - 1, at + k - 1
    while low < high:
        i, j = partition(values, where, low, high, values[(low + high) // 2])
        if middle <= j:
            high = j
        elif middle >= i:
            low = i
        else:
            break
    return values[middle]


@inner()
def _keep_ties(values, where, at, size, k, kth):
    """Move what is as far as the `k`-th behind the `k` smallest; return how many remain."""
    kept = k
    for i in range(at + k, at + size):
        if values[i] == kth:
            values[at + kept], where[at + kept] = kth, where[i]
            kept += 1
    return kept


@inner()
def _shorten(values, where, at, size, k, crowded, q, before):
    """Drop from a list what is farther than its `k`-th; return that measure and the new size.

    `before` is the `k`-th measure at which the query was said to be crowded, if it was.
    """
    kth = _smallest_first(values, where, at, size, k)
    size = _keep_ties(values, where, at, size, k, kth)
    crowded[q] = size > k + TIES or (crowded[q] and kth == before)
    if crowded[q]:
        size = k
    return kth, size


@inner()
def _rough_kth(measures, stride, k, minima, where):
    """Return a bound of the `k`-th smallest measure of a leaf, from minima of disjoint sets.

    At least `k` sets hold a measure within it; it spares most records the selection.
    """
    width = uint64(minima.size)
    if k > 8 or stride % width != 0:
        return np.inf
    for b in range(width):
        minima[b] = np.inf
    for a in range(uint64(0), uint64(stride), width):
        for b in range(width):
            x = measures[a + b]
            minima[b] = x if x < minima[b] else minima[b]
    return _smallest_first(minima, where, 0, np.int64(width), k)


@inner()
def _visit_leaf(index, leaf, queries, group, alike, k, wanted, scratch, kth):
    """Let the records of a leaf improve the lists and `k`-th measures of the wanted queries."""
    near, measures, best, where = scratch.near, scratch.measures, scratch.best, scratch.where
    sizes, crowded, minima = scratch.sizes, scratch.crowded, scratch.minima
    limit, limit_leaf, marks = scratch.limit, scratch.limit_leaf, scratch.marks
    lanes, other, weights = index.lanes, queries.lanes, index.weights
    s, t = uint64(index.stride), uint64(queries.stride)
    a, query = uint64(leaf * weights.size) * s, uint64(group * weights.size) * t
    numeric, gower, records = index.numeric, index.gower, size_of(index, leaf)
    start, room, spare = start_of(index, leaf), room_for(k), scratch.spare
    enough = k + 4 + k // 8  # from this size on, shortening a list costs less than a loose bound
    box_to_lanes(index, node_of(leaf, index.leaves), queries, group, near)
    for q in range(queries.stride):
        meets = near[q] < kth[q] or (near[q] == kth[q] and not crowded[q])
        meets &= allowed(near[q], limit[q], leaf, limit_leaf[q], group)
        marks[q] = EVERY if wanted[q] and meets else uint64(0)
    screen(index, leaf, queries, group, kth, marks, scratch)
    for q in range(queries.stride):
        if marks[q] == 0:
            continue
        bound = kth[q]
        scan(
            lanes, a, s, records, other, query + uint64(q), t, weights, numeric, gower, bound,
            marks[q], measures,
        )  # fmt: skip
        if alike and leaf == group:
            measures[q] = np.nan
        at, size = q * room, sizes[q]
        if size == 0:
            bound = _rough_kth(measures, s, k, minima, spare)
        elif not any_within(measures, s, bound):
            continue
        for b in range(uint64(records)):
            # Without a branch: which records are near enough cannot be predicted.
            end = uint64(at + size)
            best[end], where[end] = measures[b], start + np.int64(b)
            size += 1 if measures[b] <= bound else 0
            if size == room:
                bound, size = _shorten(best, where, at, size, k, crowded, q, bound)
                kth[q] = bound
        if size >= enough or (size >= k and kth[q] == np.inf):
            kth[q], size = _shorten(best, where, at, size, k, crowded, q, bound)
        sizes[q] = size


@inner()
def _seed_leaves(index, queries, group, alike, records):
    """Return a range of leaves near the group that holds at least `records` records."""
    dims = index.weights.size
    own = node_of(group, queries.leaves)
    node, first, last = 0, 0, index.leaves
    while last - first > 1:
        half = (last - first) // 2
        left = group < first + half
        if not alike:
            gap = 0.0
            for d in range(dims):
                center = queries.lower[own * dims + d] + queries.upper[own * dims + d]
                for child, sign in ((node + 1, 1.0), (node + 2 * half, -1.0)):
                    middle = index.lower[child * dims + d] + index.upper[child * dims + d]
                    gap += sign * abs(middle - center)
            left = not gap > 0
        low, high = (first, first + half) if left else (first + half, last)
        if start_of(index, high) - start_of(index, low) < records:
            break
        node = node + 1 if left else node + 2 * half
        first, last = low, high
    return first, last


@compiled()
def nearest_of_group(index, queries, group, alike, k, wanted, scratch, kth):
    """Find the `k`-th smallest measure for each wanted query of a group.

    With `alike` the queries are the records themselves, and none is its own neighbour. Afterwards
    the scratch lists every record within the `k`-th measure, except for crowded queries.
    """
    scratch.sizes[:] = 0
    scratch.crowded[:] = False
    kth[:] = np.inf
    first, last = _seed_leaves(index, queries, group, alike, k + 1)
    for leaf in range(first, last):
        _visit_leaf(index, leaf, queries, group, alike, k, wanted, scratch, kth)
    own = node_of(group, queries.leaves)
    # A crowded query gains nothing from records as far as its k-th: duplicates may be many.
    worst, listed = largest(kth, wanted), largest(kth, wanted & ~scratch.crowded)
    within = worst if listed == worst else max(listed, np.nextafter(worst, -np.inf))
    found = walk(index, queries, own, within, -1.0, scratch)
    for i in np.argsort(scratch.nears[:found], kind="mergesort"):
        leaf = scratch.firsts[i]
        if scratch.nears[i] > largest(kth, wanted):
            break
        if not first <= leaf < last:
            _visit_leaf(index, leaf, queries, group, alike, k, wanted, scratch, kth)
    best, where, sizes = scratch.best, scratch.where, scratch.sizes
    for q in range(queries.stride):
        if wanted[q] and sizes[q] > k:
            at = q * room_for(k)
            kth[q], sizes[q] = _shorten(best, where, at, sizes[q], k, scratch.crowded, q, kth[q])


@compiled(parallel=True)
def kth_measures(index, queries, alike, k, tasks):
    """Return the `k`-th smallest measure for each row of `queries`."""
    out = np.empty(queries.order.size)
    for task in prange(tasks):
        scratch = new_scratch(index, queries, k)
        kth = np.empty(queries.stride)
        for group in range(task, queries.leaves, tasks):
            start, size = start_of(queries, group), size_of(queries, group)
            wanted = np.arange(queries.stride) < size
            nearest_of_group(index, queries, group, alike, k, wanted, scratch, kth)
            for q in range(size):
                out[queries.order[start + q]] = kth[q]
    return out
