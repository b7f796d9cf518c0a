"""Measures between a query and the records of a leaf, and their bounds from boxes.

Offsets into the lanes are unsigned: that spares the test for negative indices, without which the
loops over lanes do not vectorise. :func:`scan` is called for every pair of a query and a leaf, so
it takes bare arrays: handing over an :class:`Index` costs as much as measuring a leaf.
"""

import numpy as np
from numba import uint64

from vicinage._kernels import inner
from vicinage.neighbors._kernels.vector import (
    LANES,
    any_at_most,
    broadcast,
    load,
    plus_square,
    store,
)

__all__ = [
    "EVERY",
    "any_within",
    "box_to_box",
    "box_to_lanes",
    "count_within",
    "measure_pair",
    "scan",
]

EVERY = np.uint64(0xFFFFFFFFFFFFFFFF)  # marks of all lanes


@inner(inline="always")
def _square(x, q):
    gap = x - q
    return gap * gap


@inner()
def count_within(out, stride, bound):
    """Count the lanes whose measure is at most `bound`."""
    inside = 0
    for b in range(stride):
        inside += 1 if out[b] <= bound else 0
    return inside


@inner()
def any_within(out, stride, bound):
    """Tell whether the measure of a lane is at most `bound`."""
    found = False
    for b in range(stride):
        found |= out[b] <= bound
    return found


@inner()
def _scan_numeric(lanes, a, s, other, q, t, numeric, bound, marks, out):
    """Add up the numeric coordinates; stop early, with partial sums, once all exceed `bound`."""
    for b in range(uint64(0), s, uint64(LANES)):
        if not _marked(marks, b):
            store(out, b, broadcast(np.nan))
            continue
        total, j, k = broadcast(0.0), a + b, q
        for d in range(numeric):
            if d % 8 == 0 and d > 0 and not any_at_most(total, bound):
                break
            total = plus_square(total, load(lanes, j), other[k])
            j += s
            k += t
        store(out, b, total)


@inner()
def _scan_gower(lanes, a, s, other, q, t, weights, out):
    for b in range(s + s):
        out[b] = 0.0  # the second half counts the coordinates that both records have
    for d in range(weights.size):
        value = other[q + uint64(d) * t]
        if value != value:
            continue
        p = a + uint64(d) * s
        nominal = weights[d] > 0
        for b in range(s):
            x = lanes[p + uint64(b)]
            gap = (1.0 if x != value else 0.0) if nominal else abs(x - value)
            out[b] += gap if x == x else 0.0
            out[s + uint64(b)] += 1.0 if x == x else 0.0
    for b in range(s):
        shared = out[s + uint64(b)]
        out[b] = out[b] / shared if shared > 0 else np.inf


@inner()
def _marked(marks, b):
    """Tell whether the lanes from `b` on are marked: by one bit for each vector, modulo 64."""
    return (marks >> (b // uint64(LANES) % uint64(64))) & uint64(1) > 0


@inner()
def scan(lanes, a, s, size, other, q, t, weights, numeric, gower, bound, marks, out):
    """Write the measure of one query against each lane of a leaf; NaN where there is no record.

    The leaf's `size` records start at offset `a` and have `s` lanes; the query's coordinates lie
    `t` apart from offset `q`. Measures above `bound` may be reported too small, but never as small
    as `bound`, or as NaN where lanes are not marked.
    """
    if gower:
        _scan_gower(lanes, a, s, other, q, t, weights, out)
    else:
        _scan_numeric(lanes, a, s, other, q, t, numeric, bound, marks, out)
        for d in range(numeric, weights.size):
            value, weight = other[q + uint64(d) * t], weights[d]
            p = a + uint64(d) * s
            for b in range(s):
                out[b] += weight if lanes[p + uint64(b)] != value else 0.0
    for b in range(uint64(size), s):
        out[b] = np.nan


@inner()
def measure_pair(lanes, a, s, q, weights, gower):
    """Return the measure of the record at offset `a` against that at `q`, as :func:`scan` does."""
    total, shared = 0.0, 0
    for d in range(weights.size):
        step = uint64(d) * s
        x, y = lanes[a + step], lanes[q + step]
        if gower:
            if x == x and y == y:
                shared += 1
                total += abs(x - y) if weights[d] == 0 else (1.0 if x != y else 0.0)
        elif weights[d] == 0:
            total += _square(x, y)
        elif x != y:
            total += weights[d]
    if gower:
        return total / shared if shared > 0 else np.inf
    return total


@inner()
def box_to_box(index, node, queries, own):
    """Return the least and the greatest measure between records of two boxes."""
    dims = index.weights.size
    near, far = 0.0, 0.0
    for d in range(dims):
        low, high = index.lower[node * dims + d], index.upper[node * dims + d]
        own_low, own_high = queries.lower[own * dims + d], queries.upper[own * dims + d]
        gap = max(low - own_high, own_low - high, 0.0)
        reach = max(high - own_low, own_high - low)
        weight = index.weights[d]
        if weight > 0:
            gap = 1.0 if gap > 0 else 0.0
            reach = reach if reach == 0 or reach == np.inf else 1.0
        if index.gower:
            near += gap
            far += reach
        elif weight > 0:
            near += weight * gap
            far += weight * reach
        else:
            near += gap * gap
            far += reach * reach
    if index.gower:
        return near / dims, far / dims
    return near, far


@inner()
def _gower_box_to_lanes(low, high, nominal, lanes, a, t, out):
    for b in range(t):
        x = lanes[a + uint64(b)]
        gap = max(low - x, x - high)
        if nominal and gap > 0:
            gap = 1.0
        out[b] += gap if gap > 0 else 0.0
        out[t + uint64(b)] += 1.0 if x == x else 0.0


@inner()
def box_to_lanes(index, node, queries, group, out):
    """Write the least measure between each query of a group and the records of a box."""
    dims = index.weights.size
    lanes, t = queries.lanes, uint64(queries.stride)
    for b in range(t + t):
        out[b] = 0.0
    for d in range(dims):
        low, high = index.lower[node * dims + d], index.upper[node * dims + d]
        a = uint64(group * dims + d) * t
        weight = index.weights[d]
        if index.gower:
            _gower_box_to_lanes(low, high, weight > 0, lanes, a, t, out)
        elif weight > 0:
            for b in range(t):
                x = lanes[a + uint64(b)]
                out[b] += weight if (x < low) | (x > high) else 0.0
        else:
            for b in range(t):
                x = lanes[a + uint64(b)]
                left, right = low - x, x - high
                gap = left if left > right else right
                gap = gap if gap > 0.0 else 0.0
                out[b] += gap * gap
    if index.gower:
        for b in range(t):
            out[b] = out[b] / max(out[t + uint64(b)], 1.0)
