"""Walking the tree: which leaves may hold neighbours of a group of queries."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import uint64

from vicinage._kernels import compiled, inner
from vicinage.neighbors._kernels.index import node_of, size_of
from vicinage.neighbors._kernels.measure import box_to_box, box_to_lanes

__all__ = [
    "TIES",
    "Scratch",
    "allowed",
    "largest",
    "limit_leaves",
    "new_scratch",
    "room_for",
    "walk",
]

TIES = 32  # how many neighbours as far as the k-th are listed before they are only counted


class Scratch(NamedTuple):
    """Working memory of one thread, for one group of queries at a time.

    ``firsts``, ``lasts`` and ``nears`` list pieces of the tree: ranges of leaves, with their least
    measure from the group's box, NaN when every record of the piece is known to be a member.
    ``marks`` says which lanes of a leaf each query measures. ``asked`` lists queries that are
    screened, and ``tally`` counts them and those that passed: where most pass, screening stops,
    for it would not pay. Besides its own leaf, a query searches those up to its ``limit``, and at
    that measure those up to ``limit_leaf``. ``best`` and ``where`` hold the measures and positions
    of its ``sizes`` nearest records; ``crowded`` says that more records than fit are exactly as far
    as the k-th. ``words`` are the next words of the random stream.
    """

    near: npt.NDArray[np.float64]
    minima: npt.NDArray[np.float64]
    measures: npt.NDArray[np.float64]
    marks: npt.NDArray[np.uint64]
    asked: npt.NDArray[np.int64]
    tally: npt.NDArray[np.int64]
    best: npt.NDArray[np.float64]
    where: npt.NDArray[np.int32]
    sizes: npt.NDArray[np.int64]
    crowded: npt.NDArray[np.bool_]
    limit: npt.NDArray[np.float64]
    limit_leaf: npt.NDArray[np.int64]
    stack: npt.NDArray[np.int64]
    firsts: npt.NDArray[np.int64]
    lasts: npt.NDArray[np.int64]
    nears: npt.NDArray[np.float64]
    words: npt.NDArray[np.uint64]
    spare: npt.NDArray[np.int32]


@inner()
def room_for(k):
    """Return how many records a list of the `k` nearest may hold before it is shortened."""
    return k + TIES + 96


@compiled()
def new_scratch(index, queries, k):
    """Allocate the working memory for searches of up to `k` neighbours."""
    lanes = queries.stride
    room = lanes * room_for(k)
    return Scratch(
        np.empty(2 * lanes),
        np.empty(16),
        np.empty(2 * index.stride),
        np.empty(lanes, np.uint64),
        np.empty(lanes + 1, np.int64),
        np.zeros(2, np.int64),
        np.empty(room),
        np.empty(room, np.int32),
        np.empty(lanes, np.int64),
        np.empty(lanes, np.bool_),
        np.full(lanes, np.inf),
        np.empty(lanes, np.int64),
        np.empty(3 * 64, np.int64),
        np.empty(index.leaves, np.int64),
        np.empty(index.leaves, np.int64),
        np.empty(index.leaves),
        np.empty(8, np.uint64),
        np.empty(16, np.int32),
    )


@inner(inline="always")
def allowed(near, limit, leaf, limit_leaf, group):
    """Tell whether a query may search a leaf at measure `near` (bare numbers: called for each)."""
    return near < limit or leaf == group or (near == limit and leaf <= limit_leaf)


@inner()
def largest(values, wanted):
    """Return the largest of the wanted values, -1 without any."""
    worst = -1.0
    for q in range(wanted.size):
        if wanted[q] and values[q] > worst:
            worst = values[q]
    return worst


@inner()
def walk(index, queries, own, within, whole, scratch):
    """List, in leaf order, the pieces that may hold records within `within` of the box `own`.

    A node whose records all lie within `whole` is one piece; any other piece is a leaf.
    """
    stack, firsts, lasts, nears = scratch.stack, scratch.firsts, scratch.lasts, scratch.nears
    found, top = 0, 1
    stack[0], stack[1], stack[2] = 0, 0, index.leaves
    while top > 0:
        top -= 1
        node, first, last = stack[3 * top], stack[3 * top + 1], stack[3 * top + 2]
        near, far = box_to_box(index, node, queries, own)
        if near > within:
            continue
        if far <= whole or last - first == 1:
            firsts[found], lasts[found] = first, last
            nears[found] = np.nan if far <= whole else near
            found += 1
            continue
        half = (last - first) // 2
        stack[3 * top], stack[3 * top + 1], stack[3 * top + 2] = node + 2 * half, first + half, last
        top += 1
        stack[3 * top], stack[3 * top + 1], stack[3 * top + 2] = node + 1, first, first + half
        top += 1
    return found


@inner()
def _offer_leaf(index, leaf, group, near, nearest, leaves, farthest):
    """Let a leaf be one of the nearest to the records of another, which are kept in order."""
    last = uint64(nearest.shape[1] - 1)
    box_to_lanes(index, node_of(leaf, index.leaves), index, group, near)
    for q in range(uint64(index.stride)):
        x = near[q]
        if x > farthest[q] or (x == farthest[q] and leaf > leaves[q, last]):
            continue
        j = last
        while j > 0:
            before = j - uint64(1)
            y, other = nearest[q, before], leaves[q, before]
            if y < x or (y == x and other < leaf):
                break
            nearest[q, j], leaves[q, j] = y, other
            j = before
        nearest[q, j], leaves[q, j] = x, leaf
        farthest[q] = nearest[q, last]


@compiled()
def limit_leaves(index, group, count, scratch):
    """Restrict each record of a leaf to this leaf and the `count` nearest others (ties: lower)."""
    if count == 0:
        scratch.limit[:] = -1.0
        return
    lanes, near = index.stride, scratch.near
    nearest = np.full((lanes, count), np.inf)
    leaves = np.full((lanes, count), index.leaves)
    farthest = np.full(lanes, np.inf)
    everyone = np.arange(lanes) < size_of(index, group)
    # Leaves that follow one another lie near one another: they bound the search for the others.
    first, last = max(0, group - count), min(index.leaves, group + count + 1)
    for leaf in range(first, last):
        if leaf != group:
            _offer_leaf(index, leaf, group, near, nearest, leaves, farthest)
    within = largest(farthest, everyone)
    found = walk(index, index, node_of(group, index.leaves), within, -1.0, scratch)
    for i in np.argsort(scratch.nears[:found], kind="mergesort"):
        leaf = scratch.firsts[i]
        if scratch.nears[i] > largest(farthest, everyone):
            break
        if not first <= leaf < last:
            _offer_leaf(index, leaf, group, near, nearest, leaves, farthest)
    for q in range(lanes):
        scratch.limit[q], scratch.limit_leaf[q] = farthest[q], leaves[q, count - 1]
