"""Degrees in many subspaces at once: sums of squares shared along a tree of subspaces.

The subspaces are nodes of a prefix tree in preorder: a child adds one later column to its parent,
so its sums of squared differences are the parent's plus one term, in the order of the columns. Node
``i`` adds column ``columns[i]`` at depth ``levels[i]``; the nodes below it end before ``ends[i]``.
Records come in blocks of near ones. A block that lies outside, or wholly inside, a record's ball in
a subspace is not compared there, nor is anything once the degree has reached the cap.
"""

import numpy as np
from numba import prange

from vicinage._kernels import compiled, inner

__all__ = ["family_degrees"]

_FEW_BELOW = 6  # subspaces below a prefix, for which leaving out far records does not pay


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
def _squares(coordinates, start, size, query, lows, highs, holes, out, near, far):
    """Write a record's squared gaps to a block's records, and to the block's box, by column."""
    for d in range(query.size):
        x, lane, values = query[d], out[d], coordinates[d, start : start + size]
        for b in range(size):
            gap = values[b] - x
            lane[b] = gap * gap
        if x != x or lows[d] != lows[d]:
            near[d] = far[d] = np.inf
            continue
        gap = max(lows[d] - x, x - highs[d], 0.0)
        reach = max(highs[d] - x, x - lows[d])
        near[d] = gap * gap
        far[d] = np.inf if holes[d] else reach * reach


@inner()
def _settle(columns, levels, members, bounds, cap, size, near, far, counts, wanted, path):
    """Settle a block without comparisons where its box tells; mark the nodes that need them."""
    nears, fars = path[0], path[1]
    nears[0] = fars[0] = 0.0
    for i in range(columns.size):
        level = levels[i]
        nears[level] = nears[level - 1] + near[columns[i]]
        fars[level] = fars[level - 1] + far[columns[i]]
        wanted[i] = False
        if members[i] >= 0 and counts[i] <= cap and nears[level] <= bounds[level]:
            if fars[level] <= bounds[level]:
                counts[i] += size
            else:
                wanted[i] = True


@inner()
def _needed(parents, wanted, needed):
    """Mark the nodes that are wanted or have a wanted node below them."""
    for i in range(parents.size):
        needed[i] = wanted[i]
    for i in range(parents.size - 1, -1, -1):
        if needed[i] and parents[i] >= 0:
            needed[parents[i]] = True


@inner()
def _keep(sums, size, limit, kept):
    """List the records whose sum is at most `limit`; return how many."""
    count = 0
    for b in range(size):
        kept[count] = b
        count += 1 if sums[b] <= limit else 0
    return count


@inner()
def _gather(sums, squares, kept, count, first, out):
    """Close the ranks of those that are kept, in the sums and the columns from `first` on."""
    for b in range(count):
        sums[b] = sums[kept[b]]
    for d in range(first, squares.shape[0]):
        source, target = squares[d], out[d]
        for b in range(count):
            target[b] = source[kept[b]]


@inner()
def _compare(tree, bounds, size, squares, sums, kept, wanted, needed, sizes, banks, counts):
    """Compare a record with a block in all wanted subspaces.

    Records that are too far in a prefix for every subspace below it are left out there: the
    children of a node at a level find ``sizes[level]`` records in ``squares[banks[level]]``.
    """
    columns, levels, ends, limits = tree[0], tree[1], tree[2], tree[5]
    sizes[0], banks[0] = size, 0
    i = 0
    while i < columns.size:
        if not needed[i]:
            i = ends[i]
            continue
        level, d = levels[i], columns[i]
        size, bank = sizes[level - 1], banks[level - 1]
        lane = squares[bank, d]
        if wanted[i]:
            if level == 1:
                counts[i] += _first_count(lane, size, bounds[1])
            else:
                counts[i] += _count(sums[level - 1], lane, size, bounds[level])
        below = ends[i] - i - 1
        if below > 0:
            own = sums[level]
            if level == 1:
                for b in range(size):
                    own[b] = lane[b]
            else:
                _add(sums[level - 1], lane, size, own)
            if below > _FEW_BELOW:
                count = _keep(own, size, bounds[limits[i]], kept)
                if count == 0:
                    i = ends[i]
                    continue
                if 4 * count < 3 * size:
                    _gather(own, squares[bank], kept, count, d + 1, squares[level])
                    size, bank = count, level
            sizes[level], banks[level] = size, bank
        i += 1


@compiled(parallel=True)
def family_degrees(coordinates, starts, lows, highs, holes, tree, bounds, cap, out, tasks):
    """Write into ``out[record, member]`` the capped degrees, null records counted as others.

    ``coordinates`` has a row a column; block ``j`` holds the records ``starts[j]`` to
    ``starts[j + 1]``, with the box ``lows[j]`` to ``highs[j]`` missing cells where ``holes[j]``.
    ``tree`` has the rows columns, levels, ends, parents, members (-1: a prefix only) and limits,
    the deepest level below a node; ``bounds[m]`` belongs to m columns.
    """
    columns, levels, parents, members = tree[0], tree[1], tree[3], tree[4]
    dims, n = coordinates.shape
    blocks, nodes, deepest = starts.size - 1, columns.size, bounds.size
    largest = 0
    for j in range(blocks):
        largest = max(largest, starts[j + 1] - starts[j])
    for task in prange(tasks):
        squares, sums = np.empty((deepest, dims, largest)), np.empty((deepest, largest))
        kept, sizes = np.empty(largest, np.int64), np.empty(deepest, np.int64)
        banks = np.empty(deepest, np.int64)
        near, far, path = np.empty(dims), np.empty(dims), np.empty((2, deepest))
        wanted, needed = np.empty(nodes, np.bool_), np.empty(nodes, np.bool_)
        counts, query = np.empty(nodes, np.int64), np.empty(dims)
        for i in range(task * n // tasks, (task + 1) * n // tasks):
            counts[:] = 0
            for d in range(dims):
                query[d] = coordinates[d, i]
            own = np.searchsorted(starts, i, side="right") - 1
            for step in range(blocks):
                j = (own + step) % blocks
                size = starts[j + 1] - starts[j]
                _squares(
                    coordinates, starts[j], size, query, lows[j], highs[j], holes[j],
                    squares[0], near, far,
                )  # fmt: skip
                _settle(
                    columns, levels, members, bounds, cap, size, near, far, counts, wanted, path
                )
                _needed(parents, wanted, needed)
                _compare(
                    tree, bounds, size, squares, sums, kept, wanted, needed, sizes, banks, counts
                )
            for node in range(nodes):
                if members[node] >= 0:
                    out[i, members[node]] = min(counts[node] - 1, cap)
