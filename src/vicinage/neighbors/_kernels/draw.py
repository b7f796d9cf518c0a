"""Drawing members of balls without ever listing a ball.

Three ways give the same law, uniform on the members, and are chosen by the data alone:

- the nearest records, where they were listed to find the k-th;
- by rejection: a slot uniform among those of the pieces that the ball may meet, until it holds a
  member. Giving up after a number of tries is unbiased: how long it takes to accept says nothing
  about which member is accepted;
- by rank: the members are counted piece by piece, a rank is drawn and its piece measured again.
"""

import numpy as np
from numba import prange, uint64

from vicinage._kernels import compiled, inner
from vicinage.neighbors._kernels.index import size_of, start_of
from vicinage.neighbors._kernels.measure import EVERY, measure_pair, scan
from vicinage.neighbors._kernels.members import count_pieces, count_slots, leaf_members, walk_balls
from vicinage.neighbors._kernels.nearest import nearest_of_group
from vicinage.neighbors._kernels.search import limit_leaves, new_scratch, room_for
from vicinage.privacy._kernels import siphash, siphashes

__all__ = ["draw_members"]

_TRIES = 4  # tries that cost about as much as measuring a leaf


@inner()
def _below(k0, k1, record, column, attempt, m):
    """Draw a whole number uniform on 0 .. m - 1 (Lemire's multiplication, exact by rejection)."""
    mask, size = uint64(0xFFFFFFFF), uint64(m)
    floor = (uint64(0x100000000) - size) % size
    while True:
        product = (siphash(k0, k1, record, column, attempt) >> uint64(32)) * size
        attempt += uint64(1)
        if product & mask >= floor:
            return np.int64(product >> uint64(32)), attempt


@inner()
def _piece_of(row, found, rank):
    """Return the piece that holds the rank, and the rank within it."""
    low, high = 0, found - 1
    while low < high:
        middle = (low + high) // 2
        if row[middle] > rank:
            high = middle
        else:
            low = middle + 1
    return low, rank - (row[low - 1] if low > 0 else 0)


@inner()
def _change_or_keep(columns, change, k0, k1, record, own, out):
    """Mark with -2 the columns to be changed; the record itself is the donor of the others."""
    threshold = np.int64(change * 2.0**53)
    for c in range(columns.size):
        out[c, own] = -2
        if change < 1.0:
            coin = np.int64(siphash(k0, k1, record, columns[c], uint64(0)) >> uint64(11))
            if coin >= threshold:
                out[c, own] = own


@inner()
def _draw_listed(order, where, at, size, columns, k0, k1, record, own, out):
    for c in range(columns.size):
        if out[c, own] == -2:
            rank, _ = _below(k0, k1, record, columns[c], uint64(1), size)
            out[c, own] = order[where[at + rank]]


@inner()
def _draw_by_rejection(
    index, group, lane, bound, found, row, tries, columns, attempts, k0, k1, record, scratch, out
):
    """Try to draw each column; leave -2, and the number of attempts, where its tries run out."""
    order, lanes, weights, gower = index.order, index.lanes, index.weights, index.gower
    firsts, nears, starts = scratch.firsts, scratch.nears, index.starts
    dims, s = uint64(weights.size), uint64(index.stride)
    position = start_of(index, group) + lane
    q = uint64(group) * dims * s + uint64(lane)
    own, slots = order[position], row[found - 1]
    mask, size, words = uint64(0xFFFFFFFF), uint64(slots), scratch.words
    floor = (uint64(0x100000000) - size) % size
    for c in range(columns.size):
        if out[c, own] != -2:
            continue
        attempt, tried, held = uint64(1), 0, words.size
        while tried < tries:
            if held == words.size:
                siphashes(k0, k1, record, columns[c], attempt, words)
                held = 0
            product = (words[held] >> uint64(32)) * size
            held += 1
            attempt += uint64(1)
            if product & mask < floor:
                continue
            tried += 1
            piece, rank = _piece_of(row, found, np.int64(product >> uint64(32)))
            first = firsts[piece]
            chosen = starts[first] + rank
            if chosen == position:
                continue
            a = uint64(first) * dims * s + uint64(rank)
            whole = nears[piece] != nears[piece]
            if whole or measure_pair(lanes, a, s, q, weights, gower) <= bound:
                out[c, own] = order[chosen]
                break
        attempts[c] = attempt


@inner()
def _draw_by_rank(
    index, group, lane, bound, found, row, columns, attempts, k0, k1, record, scratch, out
):
    position = start_of(index, group) + lane
    own = index.order[position]
    dims, s, held = index.weights.size, uint64(index.stride), -1
    members = row[found - 1] if found else 0
    for c in range(columns.size):
        if out[c, own] != -2:
            continue
        if members == 0:
            out[c, own] = -1
            continue
        rank, _ = _below(k0, k1, record, columns[c], attempts[c], members)
        piece, rank = _piece_of(row, found, rank)
        first, last = scratch.firsts[piece], scratch.lasts[piece]
        start = start_of(index, first)
        if scratch.nears[piece] != scratch.nears[piece]:
            passed = start <= position < start_of(index, last) and rank >= position - start
            out[c, own] = index.order[start + rank + (1 if passed else 0)]
            continue
        if held != first:
            scan(
                index.lanes, uint64(first * dims) * s, s, size_of(index, first), index.lanes,
                uint64(group * dims) * s + uint64(lane), s, index.weights, index.numeric,
                index.gower, bound, EVERY, scratch.measures,
            )  # fmt: skip
            held = first
            if first == group:
                scratch.measures[lane] = np.nan
        b = -1
        while rank >= 0:
            b += 1
            rank -= 1 if scratch.measures[b] <= bound else 0
        out[c, own] = index.order[start + b]


@compiled()
def _draw_wide(
    index, group, bound, k, wanted, limited, columns, key, records, scratch, totals, out
):
    """Draw for those wanted records of a leaf whose ball of fixed `bound` holds `k` members."""
    stride, start = index.stride, start_of(index, group)
    order, k0, k1 = index.order, key[0], key[1]
    bounds = np.full(stride, bound)
    found, totals = walk_balls(index, index, group, wanted, bounds, limited, scratch, totals)
    attempts = np.ones((stride, columns.size), np.uint64)
    # Rejection pays where the ball is large: then the record's own leaf is well filled by it.
    inside = np.zeros((stride, 1), np.int64)
    leaf_members(index, group, index, group, True, wanted, bounds, scratch, inside, 0)
    large = wanted & (4 * inside[:, 0] >= size_of(index, group)) & (inside[:, 0] >= k)
    if large.any():
        count_slots(index, group, bounds, found, scratch, totals)
        for q in range(stride):
            if large[q]:
                own = order[start + q]
                slots = totals[q, found - 1]
                tries = _TRIES * (1 + slots // stride)
                _draw_by_rejection(
                    index, group, q, bound, found, totals[q], tries, columns, attempts[q],
                    k0, k1, records[own], scratch, out,
                )  # fmt: skip
                wanted[q] = (out[:, own] == -2).any()
    if wanted.any():
        count_pieces(index, index, group, True, wanted, bounds, found, scratch, totals)
    for q in range(stride):
        if wanted[q] and (k == 0 or (found > 0 and totals[q, found - 1] >= k)):
            wanted[q] = False
            _draw_by_rank(
                index, group, q, bound, found, totals[q], columns, attempts[q],
                k0, k1, records[order[start + q]], scratch, out,
            )  # fmt: skip
    return totals


@compiled()
def _draw_nearest(index, group, k, wanted, limited, columns, key, records, scratch, totals, out):
    """Draw for the wanted records of a leaf among their `k` nearest, ties included."""
    stride, start = index.stride, start_of(index, group)
    order, k0, k1 = index.order, key[0], key[1]
    kth = np.empty(stride)
    nearest_of_group(index, index, group, True, k, wanted, scratch, kth)
    for q in range(stride):
        if wanted[q] and not scratch.crowded[q]:
            wanted[q] = False
            own = order[start + q]
            at, size = q * room_for(k), scratch.sizes[q]
            if limited:  # the order of the list must not depend on which other leaves are there
                scratch.where[at : at + size].sort()
            _draw_listed(order, scratch.where, at, size, columns, k0, k1, records[own], own, out)
    if wanted.any():
        found, totals = walk_balls(index, index, group, wanted, kth, limited, scratch, totals)
        count_pieces(index, index, group, True, wanted, kth, found, scratch, totals)
        attempts = np.ones(columns.size, np.uint64)
        for q in range(stride):
            if wanted[q]:
                _draw_by_rank(
                    index, group, q, kth[q], found, totals[q], columns, attempts,
                    k0, k1, records[order[start + q]], scratch, out,
                )  # fmt: skip
    return totals


@compiled(parallel=True)
def draw_members(index, bound, k, nearest, groups, columns, change, key, records, tasks):
    """Draw, for each record and column, a member of its ball, or the record itself.

    The ball of a record reaches as far as `bound` or its `k`-th neighbour, whichever is farther,
    within its own leaf and the `nearest` others, or in all leaves where `nearest` is negative. With
    probability ``1 - change`` the record itself is the donor; -1 stands for an empty ball. Only the
    records of the leaves ``groups[0]`` up to ``groups[1]`` draw.
    """
    out = np.empty((columns.size, index.order.size), np.int32)
    limited = nearest >= 0
    for task in prange(tasks):
        scratch = new_scratch(index, index, k)
        totals = np.empty((index.stride, 64), np.int64)
        for group in range(groups[0] + task, groups[1], tasks):
            start, size = start_of(index, group), size_of(index, group)
            wanted = np.arange(index.stride) < size
            if limited:
                limit_leaves(index, group, nearest, scratch)
            for q in range(size):
                own = index.order[start + q]
                _change_or_keep(columns, change, key[0], key[1], records[own], own, out)
            if bound > 0 or k == 0:
                totals = _draw_wide(
                    index, group, bound, k, wanted, limited, columns, key, records, scratch,
                    totals, out,
                )  # fmt: skip
            if k > 0 and wanted.any():
                totals = _draw_nearest(
                    index, group, k, wanted, limited, columns, key, records, scratch, totals, out
                )
    return out
