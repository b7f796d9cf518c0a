"""A k-d tree that loses records, and the searches in it."""

from typing import NamedTuple

import numpy as np

from vicinage._kernels import compiled

__all__ = ["grow", "remove", "search"]

_LEAF = 32  # records in a leaf: few enough to stay in the first cache, enough to fill vectors
_DEPTH = 64  # no tree is deeper, and a search keeps at most one waiting node for each level


class _Tree(NamedTuple):
    """A balanced k-d tree that loses records; node 1 is the root, 2i and 2i + 1 are i's children.

    Boxes always fit the records that remain, so a bound is as tight as a box can make it. The
    record number is one more coordinate of a box: it decides ties, and without it every
    duplicate of a record would have to be looked at. An empty box has lower > upper.
    """

    weights: np.ndarray  # (d,) of the squared differences
    blocks: np.ndarray  # (leaves, d, _LEAF) coordinates
    members: np.ndarray  # (leaves, _LEAF) record numbers
    sizes: np.ndarray  # (leaves,) records that remain
    places: np.ndarray  # (n, 2) leaf and slot of each record
    lower: np.ndarray  # (2 * leaves, d + 1) boxes; the last column is of record numbers
    upper: np.ndarray
    waiting: np.ndarray  # room of the search: nodes, their bounds, squared distances
    bounds: np.ndarray
    distances: np.ndarray


@compiled()
def _widest(values, weights, part):
    """Find the column in which the records of a node lie farthest apart."""
    widest, most = 0, -1.0
    for c in range(weights.size):
        low, high = np.inf, -np.inf
        for i in part:
            low = min(low, values[i, c])
            high = max(high, values[i, c])
        spread = (high - low) * (high - low) * weights[c]
        if spread > most:
            widest, most = c, spread
    return widest


@compiled()
def _split(values, weights, records, leaves):
    """Order the records so that each leaf is one slice of the order, by splits at medians."""
    order = records.copy()
    starts = np.zeros(2 * leaves, dtype=np.int64)
    stops = np.zeros(2 * leaves, dtype=np.int64)
    stops[1] = order.size
    for node in range(1, leaves):
        start, stop = starts[node], stops[node]
        part = order[start:stop].copy()
        column = _widest(values, weights, part)
        keys = np.empty(part.size)
        for j in range(part.size):
            keys[j] = values[part[j], column]
        order[start:stop] = part[np.argsort(keys)]
        middle = (start + stop) // 2
        starts[2 * node], stops[2 * node] = start, middle
        starts[2 * node + 1], stops[2 * node + 1] = middle, stop
    return order, starts[leaves:], stops[leaves:]


@compiled()
def grow(values, weights, records):
    """Build the tree of some records; they keep their numbers."""
    n, d = values.shape
    leaves = 1
    while leaves * _LEAF < records.size:
        leaves *= 2
    order, starts, stops = _split(values, weights, records, leaves)
    tree = _Tree(
        weights,
        np.zeros((leaves, d, _LEAF)),
        np.empty((leaves, _LEAF), dtype=np.int64),
        stops - starts,
        np.empty((n, 2), dtype=np.int64),
        np.full((2 * leaves, d + 1), np.inf),
        np.full((2 * leaves, d + 1), -np.inf),
        np.empty(_DEPTH, dtype=np.int64),
        np.empty(_DEPTH),
        np.empty(_LEAF),
    )
    for leaf in range(leaves):
        for slot in range(tree.sizes[leaf]):
            i = order[starts[leaf] + slot]
            tree.members[leaf, slot] = i
            tree.places[i, 0], tree.places[i, 1] = leaf, slot
            for c in range(d):
                tree.blocks[leaf, c, slot] = values[i, c]
    for node in range(2 * leaves - 1, 0, -1):
        _fit(tree, node)
    return tree


@compiled()
def _fit(tree, node):
    """Fit a box to its records or to its children's boxes; say whether it changed."""
    d, leaf = tree.weights.size, node - tree.sizes.size
    changed = False
    for c in range(d + 1):
        if leaf >= 0:
            low, high = np.inf, -np.inf
            for slot in range(tree.sizes[leaf]):
                value = (
                    tree.blocks[leaf, c, slot] if c < d else np.float64(tree.members[leaf, slot])
                )
                low = min(low, value)
                high = max(high, value)
        else:
            low = min(tree.lower[2 * node, c], tree.lower[2 * node + 1, c])
            high = max(tree.upper[2 * node, c], tree.upper[2 * node + 1, c])
        changed |= low != tree.lower[node, c] or high != tree.upper[node, c]
        tree.lower[node, c], tree.upper[node, c] = low, high
    return changed


@compiled()
def remove(tree, i):
    """Take a record out of its leaf and tighten the boxes above it."""
    leaf, slot = tree.places[i]
    last = tree.sizes[leaf] - 1
    moved = tree.members[leaf, last]
    tree.members[leaf, slot] = moved
    tree.places[moved, 1] = slot
    for c in range(tree.weights.size):
        tree.blocks[leaf, c, slot] = tree.blocks[leaf, c, last]
    tree.sizes[leaf] = last
    node = tree.sizes.size + leaf
    while node > 0 and _fit(tree, node):
        node //= 2


@compiled()
def _bound(tree, node, point, sign):
    """No record in the box has a smaller sign * squared distance; infinite for an empty box.

    Exact in floating point, without slack: rounding is monotone, and the columns are added in
    the same order as in the distances.
    """
    if tree.lower[node, 0] > tree.upper[node, 0]:
        return np.inf
    total = 0.0
    for c in range(point.size - 1, -1, -1):
        below, above = tree.lower[node, c] - point[c], point[c] - tree.upper[node, c]
        gap = max(0.0, below, above) if sign > 0 else min(below, above)
        total += gap * gap * tree.weights[c]
    return sign * total


@compiled()
def _measure(tree, leaf, point):
    """Squared distances of the leaf's records, summed from the last column to the first."""
    size, distances = tree.sizes[leaf], tree.distances
    distances[:size] = 0.0
    for c in range(point.size - 1, -1, -1):
        p, weight, column = point[c], tree.weights[c], tree.blocks[leaf, c]
        for slot in range(size):  # the inner loop runs over records, so that it is vectorised
            gap = column[slot] - p
            distances[slot] += gap * gap * weight


@compiled()
def _offer(found, scores, score, i, sign):
    """Insert a record into the sorted list of the best, if it belongs there."""
    at = found.size
    while at > 0 and (
        score < scores[at - 1] or (score == scores[at - 1] and sign * i > sign * found[at - 1])
    ):
        at -= 1
        if at + 1 < found.size:
            scores[at + 1], found[at + 1] = scores[at], found[at]
    if at < found.size:
        scores[at], found[at] = score, i


@compiled()
def _precedence(tree, node, sign):
    """Largest sign * record number in the box: who comes first among equals."""
    d = tree.weights.size
    return tree.upper[node, d] if sign > 0 else -tree.lower[node, d]


@compiled()
def search(tree, point, sign, found, scores):
    """Fill `found` with the nearest records (sign 1) or the farthest (sign -1).

    Among equally near the later record comes first, among equally far the earlier one.
    """
    leaves, worst = tree.sizes.size, found.size - 1
    scores[:] = np.inf
    found[:] = -sign
    tree.waiting[0], tree.bounds[0], height = 1, -np.inf, 1
    while height:
        height -= 1
        node, bound = tree.waiting[height], tree.bounds[height]
        if bound > scores[worst] or (
            bound == scores[worst] and _precedence(tree, node, sign) <= sign * found[worst]
        ):
            continue
        if node >= leaves:
            _measure(tree, node - leaves, point)
            for slot in range(tree.sizes[node - leaves]):
                score = sign * tree.distances[slot]
                if score <= scores[worst]:
                    _offer(found, scores, score, tree.members[node - leaves, slot], sign)
            continue
        left = _bound(tree, 2 * node, point, sign)
        right = _bound(tree, 2 * node + 1, point, sign)
        promising = right < left or (
            right == left
            and _precedence(tree, 2 * node + 1, sign) > _precedence(tree, 2 * node, sign)
        )
        for side in (0, 1) if promising else (1, 0):  # the more promising child waits on top
            bound = right if side else left
            if bound <= scores[worst] and bound < np.inf:
                tree.waiting[height], tree.bounds[height] = 2 * node + side, bound
                height += 1
