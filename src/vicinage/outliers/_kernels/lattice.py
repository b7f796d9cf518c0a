"""Depth in several dimensions: the fullest cell of a lattice, each cell widened by a reach.

Coordinates are in units of the cell. A record touches a cell when the sum of its squared gaps to
the cell's edges, added in the order of the coordinates, is at most the squared reach: that depends
on the record and the cell alone. Boxes of cells are halved down to single cells, the fuller half
first, and dropped once no cell inside can matter.
"""

import numpy as np

from vicinage._kernels import compiled, inner

__all__ = ["lattice_depths"]

_NEVER = np.iinfo(np.int64).max


@inner()
def _square(u, low, size):
    """Return the squared gap of a coordinate to the interval from `low` to ``low + size``."""
    gap = max(low - u, u - (low + size), 0.0)
    return gap * gap


@inner()
def _set_needs(depths, floors, ceilings, needs):
    """Write how many records that count at t a cell must exceed to matter; increasing."""
    for t in range(needs.size):
        needs[t] = max(depths[t], floors[t]) if depths[t] < ceilings[t] else _NEVER


@inner()
def _mattering(records, entries, needs):
    """Return how many of a box's records, taken in order, a cell inside can need to matter.

    The record at place j, from 0, makes a cell matter that all up to it touch where j is at least
    the need. Where it is not, no record before that place is either, for needs increase.
    """
    j, last = 0, records.size - 1
    while j <= last and j < needs[entries[records[j]]]:
        j = needs[entries[records[j]]]
    if j > last:
        return 0
    while last < needs[entries[records[last]]]:
        last -= 1
    return last + 1


@inner()
def _halve(units, records, low, size, d, reach, halves):
    """Write the records that touch each half of a box, cut across `d`; return how many."""
    first, second = np.uint64(0), np.uint64(0)
    half = size[d] / 2.0
    for k in range(np.uint64(records.size)):
        i = np.uint64(records[k])  # unsigned offsets spare the test for negative ones
        one = other = 0.0
        for e in range(np.uint64(low.size)):
            if e == d:
                one += _square(units[i, e], low[e], half)
                other += _square(units[i, e], low[e] + half, half)
            else:
                square = _square(units[i, e], low[e], size[e])
                one += square
                other += square
        halves[0, first], halves[1, second] = records[k], records[k]
        first += np.uint64(one <= reach)
        second += np.uint64(other <= reach)
    return np.int64(first), np.int64(second)


@compiled()
def _root(units, reach):
    """Return a box, its sides powers of two, that holds every cell that is touched."""
    dims = units.shape[1]
    low, size = np.empty(dims), np.ones(dims)
    edge = np.ceil(np.sqrt(reach)) + 2.0
    for d in range(dims):
        low[d] = np.floor(units[:, d].min()) - edge
        while low[d] + size[d] <= units[:, d].max() + edge:
            size[d] *= 2.0
    return low, size


@inner()
def _raise(depths, records, entries):
    """Raise the depths to those of a cell, which these records touch."""
    for j in range(records.size):
        t = entries[records[j]]
        depths[t] = max(depths[t], j + 1)
    for t in range(1, depths.size):
        depths[t] = max(depths[t], depths[t - 1])


@compiled()
def lattice_depths(units, entries, reach, floors, ceilings):
    """Return for each t the most records that entered by t and touch one cell.

    ``units`` has a row a record, in the order of increasing ``entries``; `reach` is squared. Floors
    increase with t and ceilings decrease. A depth above its ceiling may come back as any number
    from the ceiling on, and one below its floor as any smaller number.
    """
    n = len(units)
    depths, needs = np.zeros(floors.size, np.int64), np.empty(floors.size, np.int64)
    _set_needs(depths, floors, ceilings, needs)
    halves = np.empty((2, n + 1), np.int32)
    low, size = _root(units, reach)
    room = np.int64(np.rint(np.log2(size).sum())) + 1  # waiting: a box for each halving, and one
    lows, sizes = np.empty((room, low.size)), np.empty((room, low.size))
    starts, lists = np.zeros(room + 1, np.int64), np.arange(n, dtype=np.int32)
    lows[0], sizes[0], starts[1], waiting = low, size, n, 1
    while waiting > 0:
        waiting -= 1
        low[:], size[:] = lows[waiting], sizes[waiting]
        start, stop = starts[waiting], starts[waiting + 1]
        records = lists[start : start + _mattering(lists[start:stop], entries, needs)]
        if records.size == 0:
            continue
        d = np.argmax(size)
        if size[d] == 1.0:
            _raise(depths, records, entries)
            _set_needs(depths, floors, ceilings, needs)
            continue
        counts = _halve(units, records, low, size, d, reach, halves)
        size[d] /= 2.0
        while start + counts[0] + counts[1] > lists.size:
            lists = np.concatenate((lists, np.empty_like(lists)))
        # The fuller half comes next, so that the depths rise soon.
        for half in (0, 1) if counts[0] < counts[1] else (1, 0):
            lists[start : start + counts[half]] = halves[half, : counts[half]]
            start += counts[half]
            lows[waiting], sizes[waiting] = low, size
            lows[waiting, d] += half * size[d]
            waiting += 1
            starts[waiting] = start
    return depths
