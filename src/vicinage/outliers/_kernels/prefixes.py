"""Comparing a record with others in many subspaces: a walk of the tree of their prefixes.

With u the square of the radius, two records are near in a subspace of m columns where their squared
differences s sum to at most m u. So every prefix makes at most 0 of ``s - u`` once those of later
columns that are below 0 are added: where it makes more, the two are left out below the prefix. A
margin of 1e-9 u is for rounding, which takes 1e-14 u; what is left is counted by the one rule.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from vicinage._kernels import compiled, inner

__all__ = ["MARGIN", "Scratch", "compare", "keep", "negative", "new_scratch", "take"]

MARGIN = 1e-9  # of the squared radius, for rounding

_FEW_BELOW = 14  # subspaces below a prefix, for which leaving out far records does not pay


class Scratch(NamedTuple):
    """Working memory of one task.

    The children of a node at a level find ``sizes[level]`` records, with their squared differences
    in ``squares[banks[level]]``, column by column, and their sums so far in ``sums[level]``.
    ``wanted`` marks the nodes that are compared, ``needed`` also those on the way to them.
    """

    squares: npt.NDArray[np.float64]
    sums: npt.NDArray[np.float64]
    least: npt.NDArray[np.float64]
    kept: npt.NDArray[np.uint32]
    sizes: npt.NDArray[np.int64]
    banks: npt.NDArray[np.int64]
    near: npt.NDArray[np.float64]
    far: npt.NDArray[np.float64]
    path: npt.NDArray[np.float64]
    wanted: npt.NDArray[np.bool_]
    needed: npt.NDArray[np.bool_]


@compiled()
def new_scratch(dims, deepest, nodes, room):
    """Allocate for prefixes of less than `deepest` columns, and `room` records at a time."""
    return Scratch(
        np.empty((deepest, dims, room)),
        np.empty((deepest, room)),
        np.empty(room),
        np.empty(room + 1, np.uint32),
        np.empty(deepest, np.int64),
        np.empty(deepest, np.int64),
        np.empty(dims),
        np.empty(dims),
        np.empty((2, deepest)),
        np.empty(nodes, np.bool_),
        np.empty(nodes, np.bool_),
    )


@inner(inline="always")
def negative(x):
    """Return a negative number as it is, and 0 for others and for a missing cell's NaN."""
    return x if x < 0.0 else 0.0


@inner()
def _first_count(squares, size, bound):
    inside = 0
    for b in range(size):
        inside += 1 if squares[b] <= bound else 0
    return inside


@inner()
def _count(sums, squares, size, bound):
    """Count where a sum of two terms is at most the bound."""
    inside = 0
    for b in range(size):
        inside += 1 if sums[b] + squares[b] <= bound else 0
    return inside


@inner()
def _add(sums, squares, size, out):
    for b in range(size):
        out[b] = sums[b] + squares[b]


@inner()
def _needed(parents, wanted, needed):
    """Mark the nodes that are wanted or have a wanted node below them."""
    for i in range(parents.size):
        needed[i] = wanted[i]
    for i in range(parents.size - 1, -1, -1):
        if needed[i] and parents[i] >= 0:
            needed[parents[i]] = True


@inner()
def keep(sums, size, limit, kept):
    """List the records whose sum is at most `limit`; return how many."""
    count = np.uint64(0)
    for b in range(np.uint32(size)):
        kept[count] = b
        count += np.uint64(sums[b] <= limit)
    return np.int64(count)


@inner()
def take(source, kept, count, target):
    """Close the ranks of those that are kept."""
    for b in range(count):
        target[b] = source[kept[b]]


@inner()
def _least(sums, squares, first, size, unit, most, out):
    """Write the least that sums can come to, over units, with up to `most` of later columns."""
    later = squares.shape[0] - first
    if later % 2 == 0:
        for b in range(size):
            out[b] = sums[b]
    else:
        lane = squares[first]
        for b in range(size):
            out[b] = sums[b] + negative(lane[b] - unit)
    for d in range(first + later % 2, squares.shape[0], 2):
        lane, other = squares[d], squares[d + 1]
        for b in range(size):
            out[b] += negative(lane[b] - unit) + negative(other[b] - unit)
    if most < later:
        for b in range(size):
            out[b] = max(out[b], sums[b] - most * unit)


@inner()
def compare(tree, bounds, size, counts, scratch):
    """Compare a record with those in the first bank, in all wanted subspaces.

    Records that are too far in a prefix for every subspace below it are left out there.
    """
    columns, levels, ends, limits = tree[0], tree[1], tree[2], tree[5]
    squares, sums, sizes, banks = scratch.squares, scratch.sums, scratch.sizes, scratch.banks
    _needed(tree[3], scratch.wanted, scratch.needed)
    sizes[0], banks[0] = size, 0
    i = 0
    while i < columns.size:
        if not scratch.needed[i]:
            i = ends[i]
            continue
        level, d = levels[i], columns[i]
        size, bank = sizes[level - 1], banks[level - 1]
        lane, own = squares[bank, d], sums[level]
        if scratch.wanted[i]:
            if level == 1:
                counts[i] += _first_count(lane, size, bounds[1])
            else:
                counts[i] += _count(sums[level - 1], lane, size, bounds[level])
        below = ends[i] - i - 1
        if below > 0:
            if level == 1:
                for b in range(size):
                    own[b] = lane[b]
            else:
                _add(sums[level - 1], lane, size, own)
            if below > _FEW_BELOW:
                most, edge = limits[i] - level, bounds[level] + MARGIN * bounds[1]
                _least(own, squares[bank], d + 1, size, bounds[1], most, scratch.least)
                count = keep(scratch.least, size, edge, scratch.kept)
                if count == 0:
                    i = ends[i]
                    continue
                if 4 * count < 3 * size:
                    take(own, scratch.kept, count, own)
                    for later in range(d + 1, squares.shape[1]):
                        take(squares[bank, later], scratch.kept, count, squares[level, later])
                    size, bank = count, level
            sizes[level], banks[level] = size, bank
        i += 1
