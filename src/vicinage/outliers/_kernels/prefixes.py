"""Comparing a record with others in many subspaces: a walk of the tree of their prefixes.

With u the square of the radius, two records are near in a subspace of m columns where their squared
differences s sum to at most m u. So every prefix makes at most 0 of ``s - u`` once those of later
columns that are below 0 are added: where it makes more, the two are left out below the prefix. A
margin of 1e-9 u is for rounding, which takes 1e-14 u; what is left is counted by the one rule.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import uint64

from vicinage._kernels import compiled, inner
from vicinage.neighbors._kernels.vector import (
    LANES,
    broadcast,
    count_at_most,
    list_at_most,
    load,
    no_less,
    plus,
    plus_negative,
    store,
)

__all__ = ["MARGIN", "Scratch", "compare", "new_scratch"]

MARGIN = 1e-9  # of the squared radius, for rounding

_FEW_BELOW = 14  # subspaces below a prefix, for which leaving out far records does not pay
_FEW_WANTED = 5  # of all subspaces of four columns, for which counting them together does not pay


class Scratch(NamedTuple):
    """Working memory of one task.

    The children of a node at a level find ``sizes[level]`` records, with their squared differences
    in ``squares[banks[level]]``, column by column, and their sums so far in ``sums[level]``, where
    infinity fills up the last vector. ``wanted`` marks the nodes that are compared, ``needed``
    tells how many of them there are at a node and below it.
    """

    squares: npt.NDArray[np.float64]
    sums: npt.NDArray[np.float64]
    kept: npt.NDArray[np.uint32]
    sizes: npt.NDArray[np.int64]
    banks: npt.NDArray[np.int64]
    near: npt.NDArray[np.float64]
    far: npt.NDArray[np.float64]
    path: npt.NDArray[np.float64]
    wanted: npt.NDArray[np.bool_]
    needed: npt.NDArray[np.int64]
    found: npt.NDArray[np.int64]


@compiled()
def new_scratch(dims, deepest, nodes, room):
    """Allocate for prefixes of less than `deepest` columns, and `room` records at a time."""
    return Scratch(
        np.empty((deepest, dims, room)),
        np.empty((deepest, room)),
        np.empty(room, np.uint32),
        np.empty(deepest, np.int64),
        np.empty(deepest, np.int64),
        np.empty(dims),
        np.empty(dims),
        np.empty((2, deepest)),
        np.empty(nodes, np.bool_),
        np.empty(nodes, np.int64),
        np.empty(15, np.int64),
    )


@inner()
def _whole(size):
    """Return the lanes of so many records, in whole vectors."""
    return (uint64(size) + uint64(LANES - 1)) // uint64(LANES) * uint64(LANES)


@inner()
def _count(sums, s, squares, q, size, bound):
    """Count where a sum, from place `s` on, and a square, from `q` on, make at most the bound."""
    inside = 0
    for b in range(uint64(0), _whole(size), uint64(LANES)):
        inside += count_at_most(plus(load(sums, s + b), load(squares, q + b)), bound)
    return inside


@inner()
def _add(sums, s, squares, q, size, bound, out):
    """Count them, and write the sums from place `out` on."""
    inside = 0
    for b in range(uint64(0), _whole(size), uint64(LANES)):
        total = plus(load(sums, s + b), load(squares, q + b))
        inside += count_at_most(total, bound)
        store(sums, out + b, total)
    return inside


@inner()
def _keep(sums, s, squares, q, later, size, unit, most, limit, kept):
    """List the records whose sums can come to at most `limit`; return how many there are.

    Of `later` columns, whose squares are from place `q` on, up to `most` may be added; each makes
    a `unit` less of room.
    """
    room, floor = uint64(squares.shape[2]), -most * unit
    count = 0
    for b in range(uint64(0), _whole(size), uint64(LANES)):
        least, j = broadcast(0.0), q + b
        for _ in range(later):
            least = plus_negative(least, load(squares, j), unit)
            j += room
        least = plus(load(sums, s + b), no_less(least, floor))
        count += list_at_most(kept, uint64(count), b, least, limit)
    return count


@inner()
def _take(source, kept, count, target):
    """Close the ranks of those that are kept."""
    for b in range(count):
        target[b] = source[kept[b]]


@inner(inline="always")
def _count_two(total, one, two, bounds, m, found, i):
    """Count for the sums with one, both, and the other of two more squares."""
    longer = plus(total, one)
    found[i] += count_at_most(longer, bounds[m])
    found[i + 1] += count_at_most(plus(longer, two), bounds[m + 1])
    found[i + 2] += count_at_most(plus(total, two), bounds[m])


@inner(inline="always")
def _count_three(total, one, two, three, bounds, m, found, i):
    """Count for the sums with some of three more squares, in preorder."""
    longer = plus(total, one)
    found[i] += count_at_most(longer, bounds[m])
    _count_two(longer, two, three, bounds, m + 1, found, i + 1)
    _count_two(total, two, three, bounds, m, found, i + 4)


@inner()
def _count_whole(columns, i, level, size, bank, bounds, counts, scratch):
    """Count in all subspaces below node `i`: those that add some of four columns."""
    sums, squares, found = scratch.sums, scratch.squares, scratch.found
    dims, room = uint64(squares.shape[1]), uint64(squares.shape[2])
    own, base = uint64(level) * room, uint64(bank) * dims
    p, q = (base + uint64(columns[i + 1])) * room, (base + uint64(columns[i + 2])) * room
    r, s = (base + uint64(columns[i + 3])) * room, (base + uint64(columns[i + 4])) * room
    found[:] = 0
    for b in range(uint64(0), _whole(size), uint64(LANES)):
        total, one, two = load(sums, own + b), load(squares, p + b), load(squares, q + b)
        three, four = load(squares, r + b), load(squares, s + b)
        longer = plus(total, one)
        found[0] += count_at_most(longer, bounds[level + 1])
        _count_three(longer, two, three, four, bounds, level + 2, found, 1)
        _count_three(total, two, three, four, bounds, level + 1, found, 8)
    for j in range(found.size):
        if scratch.wanted[i + 1 + j]:
            counts[i + 1 + j] += found[j]


@inner()
def _needed(parents, wanted, needed):
    """Count the nodes that are wanted at a node and below it."""
    for i in range(parents.size):
        needed[i] = wanted[i]
    for i in range(parents.size - 1, -1, -1):
        if parents[i] >= 0:
            needed[parents[i]] += needed[i]


@inner()
def _pad(sums, size):
    """Fill up the last vector of sums with infinity, which is in no ball."""
    for b in range(size, _whole(size)):
        sums[b] = np.inf


@inner()
def compare(tree, bounds, size, counts, scratch):
    """Compare a record with those in the first bank, in all wanted subspaces.

    Records that are too far in a prefix for every subspace below it are left out there.
    """
    columns, levels, ends, limits = tree[0], tree[1], tree[2], tree[5]
    squares, sums, sizes, banks = scratch.squares, scratch.sums, scratch.sizes, scratch.banks
    dims, room = uint64(squares.shape[1]), uint64(squares.shape[2])
    _needed(tree[3], scratch.wanted, scratch.needed)
    sizes[0], banks[0] = size, 0
    sums[0, :size] = 0.0
    _pad(sums[0], size)
    i = 0
    while i < columns.size:
        if scratch.needed[i] == 0:
            i = ends[i]
            continue
        level, d = levels[i], columns[i]
        size, bank = sizes[level - 1], banks[level - 1]
        lane = (uint64(bank) * dims + uint64(d)) * room
        before, own = uint64(level - 1) * room, uint64(level) * room
        below = ends[i] - i - 1
        if below == 0:
            counts[i] += _count(sums, before, squares, lane, size, bounds[level])
        else:
            found = _add(sums, before, squares, lane, size, bounds[level], own)
            if scratch.wanted[i]:
                counts[i] += found
            if below > _FEW_BELOW:
                most, edge = limits[i] - level, bounds[level] + MARGIN * bounds[1]
                later = squares.shape[1] - d - 1
                count = _keep(
                    sums, own, squares, lane + room, later, size, bounds[1], most, edge,
                    scratch.kept,
                )  # fmt: skip
                if count == 0:
                    i = ends[i]
                    continue
                if 4 * count < 3 * size:
                    _take(sums[level], scratch.kept, count, sums[level])
                    _pad(sums[level], count)
                    for column in range(d + 1, squares.shape[1]):
                        _take(squares[bank, column], scratch.kept, count, squares[level, column])
                    size, bank = count, level
                if tree[6, i] and scratch.needed[i] > _FEW_WANTED:
                    _count_whole(columns, i, level, size, bank, bounds, counts, scratch)
                    i = ends[i]
                    continue
            sizes[level], banks[level] = size, bank
        i += 1
