"""Depth on a line: the fullest window among records that are added one by one."""

import numpy as np

from vicinage._kernels import compiled, inner

__all__ = ["window_depths"]


@compiled()
def _first_starts(values, width):
    """Return, for each of the sorted values, the first one whose window of `width` holds it."""
    firsts = np.empty(values.size, np.int64)
    first = 0
    for i in range(values.size):
        while values[i] - values[first] > width:
            first += 1
        firsts[i] = first
    return firsts


@inner()
def _add_one(most, added, first, last):
    """Add 1 to the windows `first` to `last` of a tree whose inner nodes keep the maximum."""
    leaves = added.size
    left, right = first + leaves, last + leaves + 1
    while left < right:
        if left & 1:
            most[left] += 1
            if left < leaves:
                added[left] += 1
            left += 1
        if right & 1:
            right -= 1
            most[right] += 1
            if right < leaves:
                added[right] += 1
        left //= 2
        right //= 2
    for end in (first + leaves, last + leaves):
        node = end // 2
        while node >= 1:
            most[node] = max(most[2 * node], most[2 * node + 1]) + added[node]
            node //= 2


@compiled()
def window_depths(values, width, order, entries, size):
    """Return for each t below `size` the most records that entered by t in a window of `width`.

    `values` are sorted; `order` lists their positions by increasing ``entries``. A window starts
    at a record: those that start elsewhere hold no more.
    """
    depths = np.zeros(size, np.int64)
    firsts = _first_starts(values, width)
    leaves = 1
    while leaves < values.size:
        leaves *= 2
    most, added = np.zeros(2 * leaves, np.int32), np.zeros(leaves, np.int32)
    for i in range(order.size):
        _add_one(most, added, firsts[order[i]], order[i])
        t = entries[i]
        depths[t] = max(depths[t], most[1])
    for t in range(1, depths.size):
        depths[t] = max(depths[t], depths[t - 1])
    return depths
