"""Degrees in many subspaces at once: sums of squares shared along a tree of subspaces.

The subspaces are nodes of a prefix tree in preorder: a child adds one later column to its parent,
so its sums of squared differences are the parent's plus one term, in the order of the columns. Node
``i`` adds column ``columns[i]`` at depth ``levels[i]``; the nodes below it end before ``ends[i]``.

Records come in blocks of near ones. A block whose box lies outside, or wholly inside, a record's
ball in a subspace is not compared there, nor is anything once the degree has reached the cap. Of
other blocks, the records that may be near in some subspace are compared together.

Which may be: with u the square of the radius, two records are near in a subspace of q columns or
more only if their q smallest squared differences s sum to at most q u. So the ``s - q u`` below 0,
of all columns, sum to at most ``-q (q - 1) u``.
"""

import numpy as np
from numba import prange, uint64

from vicinage._kernels import compiled, inner
from vicinage.neighbors._kernels.vector import (
    LANES,
    broadcast,
    list_at_most,
    load,
    plus_negative,
    plus_square,
)
from vicinage.outliers._kernels.prefixes import MARGIN, compare, new_scratch

__all__ = ["family_degrees"]


@inner()
def _gaps(query, lows, highs, holes, near, far):
    """Write a record's least and greatest squared gap to a block's box, by column."""
    for d in range(query.size):
        x = query[d]
        if x != x or lows[d] != lows[d]:
            near[d] = far[d] = np.inf
            continue
        gap = max(lows[d] - x, x - highs[d], 0.0)
        reach = max(highs[d] - x, x - lows[d])
        near[d] = gap * gap
        far[d] = np.inf if holes[d] else reach * reach


@inner()
def _below(squares, wide):
    """Sum how far squared gaps are below `wide`, as a number that is not positive."""
    total = 0.0
    for d in range(squares.size):
        total += min(squares[d] - wide, 0.0)
    return total


@inner()
def _want(members, counts, cap, wanted):
    """Mark the subspaces whose degree has not reached the cap; tell whether there are any."""
    some = False
    for i in range(members.size):
        wanted[i] = members[i] >= 0 and counts[i] <= cap
        some |= wanted[i]
    return some


@inner()
def _settle(tree, bounds, size, counts, scratch):
    """Settle a block where its box tells: count it, or leave it out, and want it no more."""
    columns, levels, wanted = tree[0], tree[1], scratch.wanted
    nears, fars = scratch.path[0], scratch.path[1]
    nears[0] = fars[0] = 0.0
    for i in range(columns.size):
        level = levels[i]
        nears[level] = nears[level - 1] + scratch.near[columns[i]]
        fars[level] = fars[level - 1] + scratch.far[columns[i]]
        if wanted[i] and fars[level] <= bounds[level]:
            counts[i] += size
            wanted[i] = False
        elif nears[level] > bounds[level]:
            wanted[i] = False


@inner()
def _append(block, query, wide, enough, filled, scratch):
    """Add a block's records, those that may be near in a subspace; return how many."""
    kept, count, stride = scratch.kept, 0, uint64(block.shape[1])
    for b in range(uint64(0), stride, uint64(LANES)):
        least, j = broadcast(0.0), b
        for d in range(query.size):
            square = plus_square(broadcast(0.0), load(block, j), query[d])
            least = plus_negative(least, square, wide)
            j += stride
        count += list_at_most(kept, uint64(count), b, least, enough)
    for d in range(query.size):
        x, values = query[d], block[d]
        lane = scratch.squares[0, d, filled : filled + count]
        for b in range(count):
            gap = values[kept[b]] - x
            lane[b] = gap * gap
    return count


@compiled(parallel=True)
def family_degrees(lanes, starts, lows, highs, holes, tree, bounds, cap, out, tasks):
    """Write into ``out[record, member]`` the capped degrees, null records counted as others.

    Block ``j`` holds the records ``starts[j]`` to ``starts[j + 1]``; ``lanes[j]`` has a row a
    column, padded with NaN to whole vectors. Its box is ``lows[j]`` to ``highs[j]``, with missing
    cells where ``holes[j]``.

    ``tree`` has the rows columns, levels, ends, parents, members (-1: a prefix only), limits, the
    deepest level below a node, and whether below it are all subspaces of just four more columns;
    ``bounds[m]`` belongs to m columns.
    """
    levels, members = tree[1], tree[4]
    dims, n = lanes.shape[1], starts[-1]
    blocks, nodes = starts.size - 1, members.size
    largest, smallest = 0, bounds.size
    for j in range(blocks):
        largest = max(largest, starts[j + 1] - starts[j])
    for i in range(nodes):
        if members[i] >= 0:
            smallest = min(smallest, levels[i])
    wide = smallest * bounds[1]
    enough = MARGIN * bounds[1] - (smallest - 1) * wide
    for task in prange(tasks):
        scratch = new_scratch(dims, bounds.size, nodes, 2 * lanes.shape[2])
        counts, query = np.empty(nodes, np.int64), np.empty(dims)
        for i in range(task * n // tasks, (task + 1) * n // tasks):
            counts[:] = 0
            own = np.searchsorted(starts, i, side="right") - 1
            for d in range(dims):
                query[d] = lanes[own, d, i - starts[own]]
            filled = 0
            for step in range(blocks):
                j = (own + step) % blocks
                size = starts[j + 1] - starts[j]
                _gaps(query, lows[j], highs[j], holes[j], scratch.near, scratch.far)
                if _below(scratch.near, wide) > enough:
                    continue  # outside in every subspace
                inside = _below(scratch.far, wide) <= enough  # perhaps, in a subspace
                if inside and filled > 0:
                    compare(tree, bounds, filled, counts, scratch)
                    filled = 0
                if not _want(members, counts, cap, scratch.wanted):
                    break
                if filled == 0:
                    _settle(tree, bounds, size, counts, scratch)
                filled += _append(lanes[j], query, wide, enough, filled, scratch)
                if inside or 2 * filled > largest:
                    compare(tree, bounds, filled, counts, scratch)
                    filled = 0
            compare(tree, bounds, filled, counts, scratch)
            for node in range(nodes):
                if members[node] >= 0:
                    out[i, members[node]] = min(counts[node] - 1, cap)
