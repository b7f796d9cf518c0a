"""Depth in several dimensions: the fullest cell of a lattice, each cell widened by a reach.

Coordinates are in units of the cell. A record touches a cell when the sum of its squared gaps to
the cell's edges, added in the order of the coordinates, is at most the squared reach: that depends
on the record and the cell alone. Boxes of cells are halved, the fuller half first, and dropped once
no cell inside can matter; small boxes (*tiles*) are counted cell by cell.
"""

import numpy as np

from vicinage._kernels import compiled, inner

__all__ = ["lattice_depths"]

_TILE_CELLS = 4096


@inner()
def _gap(u, low, size):
    """Return how far a coordinate is from the interval from `low` to ``low + size``."""
    return max(low - u, u - (low + size), 0.0)


@inner()
def _matters(records, entries, depths, floors, ceilings):
    """Tell whether a cell touched by all these records would raise a depth that matters."""
    for j in range(records.size):
        t = entries[records[j]]
        if j >= depths[t] and j >= floors[t] and depths[t] < ceilings[t]:
            return True
    return False


@inner()
def _touching(units, records, low, size, reach, out):
    """Copy to `out` the records that touch a box; return how many."""
    count = 0
    for i in records:
        total = 0.0
        for d in range(low.size):
            gap = _gap(units[i, d], low[d], size[d])
            total += gap * gap
        if total <= reach:
            out[count] = i
            count += 1
    return count


@compiled()
def _count_tile(units, entries, records, low, side, reach, cells, depths):
    """Let the records touch the cells of a tile one after another, and raise the depths."""
    dims = low.size
    cells[:] = 0
    squares = np.empty((dims, side))
    partial, row = np.zeros(dims), np.zeros(dims, np.int64)
    place = np.empty(dims, np.int64)
    best = np.int32(0)
    for i in records:
        for d in range(dims):
            for j in range(side):
                gap = _gap(units[i, d], low[d] + j, 1.0)
                squares[d, j] = gap * gap
        d, place[0] = 0, -1
        while d >= 0:
            place[d] += 1
            if place[d] == side:
                d -= 1
                continue
            total = partial[d] + squares[d, place[d]]
            if total > reach:
                continue
            start = (row[d] + place[d]) * side
            if d < dims - 2:
                d += 1
                partial[d], row[d], place[d] = total, start, -1
                continue
            for j in range(side):
                count = cells[start + j] + np.int32(total + squares[dims - 1, j] <= reach)
                cells[start + j] = count
                best = max(best, count)
        t = entries[i]
        depths[t] = max(depths[t], best)
    for t in range(1, depths.size):
        depths[t] = max(depths[t], depths[t - 1])


@compiled()
def _root(units, reach, side):
    """Return a box of whole tiles, in powers of two, that holds every cell that is touched."""
    dims = units.shape[1]
    low, size = np.empty(dims), np.empty(dims)
    edge = np.ceil(np.sqrt(reach)) + 2.0
    for d in range(dims):
        low[d] = np.floor(units[:, d].min()) - edge
        size[d] = side
        while low[d] + size[d] <= units[:, d].max() + edge:
            size[d] *= 2.0
    return low, size


@compiled()
def lattice_depths(units, entries, reach, floors, ceilings):
    """Return for each t the most records that entered by t and touch one cell.

    ``units`` has a row a record, in the order of increasing ``entries``, and at least two columns;
    `reach` is squared. Floors increase with t and ceilings decrease. A depth above its ceiling may
    come back as any number from the ceiling on, and one below its floor as any smaller number.
    """
    depths = np.zeros(floors.size, np.int64)
    n, dims = units.shape
    side = 2
    while (2 * side) ** dims <= _TILE_CELLS:
        side *= 2
    cells = np.empty(side**dims, np.int32)
    low, size = _root(units, reach, side)
    lows, sizes = [low], [size]
    starts, lists = [0, n], np.empty(4 * n, np.int32)
    lists[:n] = np.arange(n)
    while len(lows) > 0:
        low, size = lows.pop(), sizes.pop()
        stop = starts.pop()
        start = starts[-1]
        records = lists[start:stop]
        if not _matters(records, entries, depths, floors, ceilings):
            continue
        d = np.argmax(size)
        if size[d] == side:
            _count_tile(units, entries, records, low, side, reach, cells, depths)
            continue
        records = records.copy()
        while start + 2 * records.size > lists.size:
            lists = np.concatenate((lists, np.empty_like(lists)))
        size[d] /= 2.0
        other = low.copy()
        other[d] += size[d]
        first = _touching(units, records, low, size, reach, lists[start:])
        second = _touching(units, records, other, size, reach, lists[start + first :])
        if first > second:  # the fuller half comes next, so that the depths rise soon
            second = _touching(units, records, other, size, reach, lists[start:])
            first = _touching(units, records, low, size, reach, lists[start + second :])
            low, other, first, second = other, low, second, first
        lows += [low, other]
        sizes += [size, size.copy()]
        starts += [start + first, start + first + second]
    return depths
