"""Building the k-d tree: balanced halves along the coordinate that separates most."""

import numpy as np
from numba import prange

from vicinage._kernels import compiled, inner
from vicinage.neighbors._kernels.index import node_of
from vicinage.neighbors._kernels.partition import partition

__all__ = ["fill_leaves", "split_nodes", "spread_dimension"]


@inner()
def spread_dimension(points, order, start, stop, weights):
    """Return the coordinate that adds most to the distance between records far apart in `order`."""
    best, chosen = -1.0, 0
    half = (stop - start) // 2
    step = max(1, half // 256)
    for d in range(weights.size):
        total = 0.0
        for i in range(start, start + half, step):
            x, y = points[order[i], d], points[order[i + half], d]
            if weights[d] > 0:
                total += weights[d] * (x != y)
            elif x == x and y == y:
                total += (x - y) * (x - y)
        if total > best:
            best, chosen = total, d
    return chosen


@inner()
def _select(values, order, start, stop, middle):
    """Reorder so that the positions before `middle` hold the smaller values (quickselect)."""
    low, high = start, stop - 1
    while low < high:
        a, b, c = values[low], values[(low + high) // 2], values[high]
        pivot = max(min(a, b), min(max(a, b), c))
        i, j = partition(values, order, low, high, pivot)
        if middle <= j:
            high = j
        elif middle >= i:
            low = i
        else:
            return


@inner()
def _halve(points, order, values, first, last, leaves, weights):
    """Halve one node, over the leaves `first` up to `last`; return the leaf where it is cut."""
    n, cut = order.size, first + (last - first) // 2
    start, stop = first * n // leaves, last * n // leaves
    d = spread_dimension(points, order, start, stop, weights)
    for j in range(start, stop):
        x = points[order[j], d]
        values[j] = x if x == x else -np.inf
    _select(values, order, start, stop, cut * n // leaves)
    return cut


@compiled(parallel=True)
def split_nodes(points, order, values, firsts, lasts, leaves, weights, whole):
    """Halve each node (leaves ``firsts[i]`` up to ``lasts[i]``); with `whole`, down to leaves."""
    for i in prange(firsts.size):
        stack = np.empty((64, 2), np.int64)
        stack[0, 0], stack[0, 1], top = firsts[i], lasts[i], 1
        while top > 0:
            top -= 1
            first, last = stack[top, 0], stack[top, 1]
            if last - first > 1:
                cut = _halve(points, order, values, first, last, leaves, weights)
                if whole:
                    stack[top, 0], stack[top, 1] = first, cut
                    stack[top + 1, 0], stack[top + 1, 1] = cut, last
                    top += 2


@compiled()
def _merge_boxes(lower, upper, dims, leaves):
    """Make the box of every inner node from those of its two children."""
    sizes = np.empty(2 * leaves - 1, np.int64)
    sizes[0] = leaves
    for node in range(2 * leaves - 1):
        half = sizes[node] // 2
        if half > 0:
            sizes[node + 1], sizes[node + 2 * half] = half, sizes[node] - half
    for node in range(2 * leaves - 2, -1, -1):  # children come after their parent
        half = sizes[node] // 2
        if half > 0:
            for d in range(dims):
                left, right = (node + 1) * dims + d, (node + 2 * half) * dims + d
                lower[node * dims + d] = min(lower[left], lower[right])
                upper[node * dims + d] = max(upper[left], upper[right])


@compiled(parallel=True)
def fill_leaves(points, order, starts, lanes, lower, upper, stride):
    """Copy the records into their lanes, and find the box of every node."""
    dims, leaves = points.shape[1], starts.size - 1
    for leaf in prange(leaves):
        node = node_of(leaf, leaves)
        start, stop = starts[leaf], starts[leaf + 1]
        for d in range(dims):
            low, high = np.inf, -np.inf
            at = (leaf * dims + d) * stride
            for i in range(start, stop):
                x = points[order[i], d]
                lanes[at + i - start] = x
                if x != x:  # a missing cell may lie anywhere
                    low, high = -np.inf, np.inf
                else:
                    low, high = min(low, x), max(high, x)
            for i in range(stop - start, stride):
                lanes[at + i] = np.nan
            lower[node * dims + d], upper[node * dims + d] = low, high
    _merge_boxes(lower, upper, dims, leaves)
