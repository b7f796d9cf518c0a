"""Degrees in two or three dimensions: records sorted by cell, and only near cells compared.

A cell is a little wider than a whole part, 1 / `parts`, of the ball's radius: neighbours lie at
most `parts` cells apart along every coordinate. The number of a cell is a monotone function of the
coordinate, so this holds in floating point (the width has a margin of 1e-6, rounding takes 1e-9 of
it). The last coordinate's cells follow one another, so the cells near one are a run in every row.
"""

import numpy as np
from numba import prange

from vicinage._kernels import compiled, inner

__all__ = ["arrange", "cell_degrees", "cell_keys"]

_BUFFER = 512  # records of near cells that are gathered before they are compared
_LANES = 32  # records compared at a time


@inner()
def _seek(keys, at, key):
    """Move forward to the first cell whose key is at least `key`."""
    while at < keys.size and keys[at] < key:
        at += 1
    return at


@inner()
def _within(x, y, z, xs, ys, zs, size, flat, bound):
    """Count the gathered records within the bound of a point."""
    inside = 0
    if flat:
        for b in range(size):
            v, w = ys[b] - y, zs[b] - z
            inside += 1 if v * v + w * w <= bound else 0
    else:
        for b in range(size):
            u, v, w = xs[b] - x, ys[b] - y, zs[b] - z
            inside += 1 if u * u + v * v + w * w <= bound else 0
    return inside


@inner()
def _compare(px, py, pz, xs, ys, zs, size, flat, bound, cap, pending, waiting, counts):
    """Compare the gathered records with those whose degree is unknown; return how many remain."""
    padded = (size + _LANES - 1) // _LANES * _LANES
    for b in range(size, padded):
        zs[b] = np.nan
    left = 0
    for i in range(waiting):
        q = pending[i]
        count = counts[i] + _within(px[q], py[q], pz[q], xs, ys, zs, padded, flat, bound)
        if count < cap:
            pending[left], counts[left] = q, count
            left += 1
    return left


@compiled()
def _rows(parts, inner, flat):
    """List the rows around a cell, the nearest first, and how far they lie inside every ball.

    A cell (a, b, c) away lies inside where ``(|a| + 1)^2 + (|b| + 1)^2 + (|c| + 1)^2 <= inner``.
    """
    wide = 0 if flat else parts
    rows = np.empty(((2 * wide + 1) * (2 * parts + 1), 3), np.int64)
    far = np.empty(len(rows), np.int64)
    i = 0
    for a in range(-wide, wide + 1):
        for b in range(-parts, parts + 1):
            used = (0 if flat else (abs(a) + 1) ** 2) + (abs(b) + 1) ** 2
            depth = -1
            while used + (depth + 2) ** 2 <= inner:
                depth += 1
            rows[i] = a, b, depth
            far[i] = a * a + b * b
            i += 1
    return rows[np.argsort(far, kind="mergesort")]


@inner()
def _inside(rows, ends, starts):
    """Count the records of the cells that lie inside the ball of every record of a cell."""
    count = 0
    for r in range(len(rows)):
        if rows[r, 2] >= 0:
            count += starts[ends[r, 2]] - starts[ends[r, 1]]
    return count


@inner()
def _scan_cell(
    px, py, pz, starts, rows, ends, flat, bound, cap, xs, ys, zs, pending, waiting, counts
):
    """Count the neighbours of pending records outside the cells known to be inside."""
    size = 0
    for r in range(len(rows)):
        for side in (0, 2):
            at, stop = starts[ends[r, side]], starts[ends[r, side + 1]]
            while at < stop:
                take = min(stop - at, _BUFFER - size)
                for j in range(take):
                    ys[size + j] = py[at + j]
                    zs[size + j] = pz[at + j]
                if not flat:
                    for j in range(take):
                        xs[size + j] = px[at + j]
                at, size = at + take, size + take
                if size == _BUFFER:
                    waiting = _compare(
                        px, py, pz, xs, ys, zs, size, flat, bound, cap, pending, waiting, counts
                    )
                    if waiting == 0:
                        return 0
                    size = 0
    return _compare(px, py, pz, xs, ys, zs, size, flat, bound, cap, pending, waiting, counts)


@inner()
def _find_rows(keys, key, strides, parts, rows, ends):
    """Move the ends of every row of near cells, and of its cells inside, forward to a cell."""
    for r in range(len(rows)):
        row = key + rows[r, 0] * strides[0] + rows[r, 1] * strides[1]
        depth = rows[r, 2]
        ends[r, 0] = _seek(keys, ends[r, 0], row - parts)
        if depth >= 0:
            ends[r, 1] = _seek(keys, max(ends[r, 0], ends[r, 1]), row - depth)
            ends[r, 2] = _seek(keys, max(ends[r, 1], ends[r, 2]), row + depth + 1)
            ends[r, 3] = _seek(keys, max(ends[r, 2], ends[r, 3]), row + parts + 1)
        else:
            ends[r, 3] = _seek(keys, max(ends[r, 0], ends[r, 3]), row + parts + 1)
            ends[r, 1] = ends[r, 2] = ends[r, 3]


@compiled(parallel=True)
def cell_degrees(points, keys, starts, strides, parts, inner, bound, cap, tasks):
    """Return the capped degrees of records sorted by cell, in 3 coordinates (or 2: a first of 0).

    Cell ``c``, with the key ``a * strides[0] + b * strides[1] + c``, holds the records
    ``starts[c]`` to ``starts[c + 1]``. Cells inside the ball of every record of a cell are told by
    `inner`, see :func:`_rows`; 0 for none.
    """
    degrees = np.empty(points.shape[1], np.int64)
    flat = strides[0] == 0
    largest = 0
    for c in range(keys.size):
        largest = max(largest, starts[c + 1] - starts[c])
    rows = _rows(parts, inner, flat)
    for task in prange(tasks):
        first, last = task * keys.size // tasks, (task + 1) * keys.size // tasks
        px, py, pz = points[0], points[1], points[2]
        xs, ys, zs = np.empty(_BUFFER), np.empty(_BUFFER), np.empty(_BUFFER)
        pending, counts = np.empty(largest, np.int64), np.empty(largest, np.int64)
        ends = np.zeros((len(rows), 4), np.int64)
        for r in range(len(rows) if first < last else 0):
            row = keys[first] + rows[r, 0] * strides[0] + rows[r, 1] * strides[1]
            ends[r, :] = np.searchsorted(keys, row - parts)
        for c in range(first, last):
            _find_rows(keys, keys[c], strides, parts, rows, ends)
            start, size = starts[c], starts[c + 1] - starts[c]
            inside = _inside(rows, ends, starts) if inner > 0 else 0
            for i in range(size):
                pending[i], counts[i] = start + i, inside - 1
                degrees[start + i] = cap
            if inside > cap:
                continue
            waiting = _scan_cell(
                px, py, pz, starts, rows, ends, flat, bound, cap, xs, ys, zs, pending, size, counts
            )
            for i in range(waiting):
                degrees[pending[i]] = counts[i]
    return degrees


@compiled()
def cell_keys(points, low, width, sizes, parts):
    """Return each record's cell: monotone in every coordinate, `parts` empty ones around all."""
    n, dims = points.shape
    keys = np.empty(n, np.int64)
    for i in range(n):
        key = 0
        for d in range(dims):
            key = key * sizes[d] + np.int64((points[i, d] - low[d]) / width[d]) + parts
        keys[i] = key
    return keys


@compiled()
def arrange(points, keys, order):
    """Sort records by cell: three rows of coordinates, the cells' keys, and where they start."""
    n, dims = points.shape
    arranged = np.zeros((3, n))
    cells, starts = np.empty(n, np.int64), np.empty(n + 1, np.int64)
    count = 0
    for j in range(n):
        i = order[j]
        for d in range(dims):
            arranged[3 - dims + d, j] = points[i, d]
        if count == 0 or cells[count - 1] != keys[i]:
            cells[count], starts[count] = keys[i], j
            count += 1
    starts[count] = n
    return arranged, cells[:count].copy(), starts[: count + 1].copy()
