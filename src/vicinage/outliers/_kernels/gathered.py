"""Records near a leaf, to be compared with its own: in single precision, where that can tell.

Half as many instructions compare sixteen numbers in float32, unit u = 2^-24, as in float64. Of
every coordinate the least of the leaf's box is taken away, and the rest is multiplied by a power of
two, by which the root of the bound becomes R, from 1/2 to 1. Then each of the m coordinates of a
record of the leaf, or of one gathered near it, is within M = W + 1 of 0, W being the width of the
box where it is widest. So

- a rounded coordinate is off by little more than u M, and the gap of two by 4.1 u M, being rounded
  itself, and at most 2 M;
- the root of the sum of the m squared gaps is off by 4.1 m u M by that;
- and by half of (m + 1) u of itself, since products and sums are rounded, to first order. (Squares
  too small for float32 lose far less.)

All this is less than the *slack* u M (8 m + 8), while that is at most 1/8: a root of at most
R - slack is of a record within the ball, one above R + slack of a record outside, and so it is by
the rule in float64, whose own rounding is 2^29 times finer. Squared, the two roots are the *edges*,
moved by more than they are rounded. Sixteen records with one between the edges are compared by the
rule itself; and so are all where the box is so wide that the slack would be more.
"""

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import uint64

from vicinage._kernels import compiled, inner
from vicinage.neighbors._kernels.index import node_of
from vicinage.neighbors._kernels.vector import (
    LANES,
    any_at_most,
    broadcast,
    count_at_most,
    list_at_most,
    load,
    plus_square,
)

__all__ = ["Gathered", "append", "count_for_four", "edges_of", "new_gathered", "round_queries"]

_UNIT, _EDGE = 2.0**-24, 2.0**-22


class Gathered(NamedTuple):
    """Working memory of one thread: some records, coordinate by coordinate, in both precisions.

    ``queries`` holds the records of the leaf in single precision, ``listed`` lanes that are added.
    """

    values: npt.NDArray[np.float64]
    rounded: npt.NDArray[np.float32]
    queries: npt.NDArray[np.float32]
    listed: npt.NDArray[np.uint32]


@compiled()
def new_gathered(index, room):
    """Allocate memory for `room` records, a multiple of sixteen."""
    dims, stride = index.weights.size, index.stride
    return Gathered(
        np.empty(dims * room),
        np.empty(dims * room, np.float32),
        np.empty(dims * stride, np.float32),
        np.empty(stride, np.uint32),
    )


@inner()
def edges_of(index, group, bound):
    """Return the scale, and the edges within and beyond which single precision can tell."""
    dims, own, width = index.weights.size, node_of(group, index.leaves), 0.0
    for d in range(dims):
        width = max(width, index.upper[own * dims + d] - index.lower[own * dims + d])
    reach, exponent = math.frexp(math.sqrt(bound))
    scale = math.ldexp(1.0, -exponent)
    slack = _UNIT * (width * scale + 1.0) * (8 * dims + 8)
    if slack <= 0.125:
        low, high = reach - slack, reach + slack
        return scale, np.float32(low * low * (1 - _EDGE)), np.float32(high * high * (1 + _EDGE))
    return 0.0, np.float32(-1.0), np.float32(np.inf)  # all are 0, and between the edges


@inner()
def _rounded(value, least, scale):
    return np.float32((value - least) * scale) if scale > 0.0 else np.float32(0.0)


@inner()
def round_queries(index, group, scale, gathered):
    """Write the records of a leaf in single precision."""
    dims, t, own = index.weights.size, index.stride, node_of(group, index.leaves)
    for d in range(dims):
        least = index.lower[own * dims + d]
        for q in range(t):
            value = index.lanes[(group * dims + d) * t + q]
            gathered.queries[d * t + q] = _rounded(value, least, scale)


@inner()
def append(index, group, leaf, measures, bound, scale, gathered, size):
    """Add the records of a leaf whose measure is within the bound; return how many there are.

    Lanes without a record, whose measure is 0, come along; their coordinates are near to nothing.
    """
    dims, t, own = index.weights.size, uint64(index.stride), node_of(group, index.leaves)
    room, count = uint64(gathered.values.size // dims), uint64(0)
    for b in range(uint64(0), t, uint64(LANES)):
        count += uint64(list_at_most(gathered.listed, count, b, load(measures, b), bound))
    for d in range(uint64(dims)):
        first, out = (uint64(leaf * dims) + d) * t, d * room + uint64(size)
        least = index.lower[own * dims + d]
        for i in range(count):
            value = index.lanes[first + uint64(gathered.listed[i])]
            gathered.values[out + i] = value
            gathered.rounded[out + i] = _rounded(value, least, scale)
    return size + count


@inner()
def _count_exactly(values, b, room, lanes, place, t, dims, bound):
    """Count those of sixteen records that are within the bound of the query at a place."""
    total = broadcast(0.0)
    j, k = b, place
    for _ in range(dims):
        total = plus_square(total, load(values, j), lanes[k])
        j += room
        k += t
    return count_at_most(total, bound)


@inner()
def count_for_four(index, group, asked, gathered, size, bound, low, high):
    """Count the gathered records within the bound of each of four records of the leaf."""
    dims, t = index.weights.size, uint64(index.stride)
    room, first = uint64(gathered.values.size // dims), uint64(group * dims) * t
    queries, q0, q1, q2, q3 = gathered.queries, asked[0], asked[1], asked[2], asked[3]
    n0 = n1 = n2 = n3 = 0
    for b in range(uint64(0), uint64(size), uint64(LANES)):
        s0 = s1 = s2 = s3 = broadcast(np.float32(0.0))
        j, k = b, uint64(0)
        for d in range(dims):
            if d % 8 == 0 and d > 0:
                near = any_at_most(s0, high) or any_at_most(s1, high)
                if not (near or any_at_most(s2, high) or any_at_most(s3, high)):
                    break
            x = load(gathered.rounded, j)
            s0, s1 = plus_square(s0, x, queries[k + q0]), plus_square(s1, x, queries[k + q1])
            s2, s3 = plus_square(s2, x, queries[k + q2]), plus_square(s3, x, queries[k + q3])
            j += room
            k += t
        exactly = (gathered.values, b, room, index.lanes)
        rule = (t, dims, bound)
        n0 += _count(s0, low, high, exactly, first + q0, rule)
        n1 += _count(s1, low, high, exactly, first + q1, rule)
        n2 += _count(s2, low, high, exactly, first + q2, rule)
        n3 += _count(s3, low, high, exactly, first + q3, rule)
    return n0, n1, n2, n3


@inner()
def _count(sums, low, high, sixteen, place, rule):
    count = count_at_most(sums, low)
    if count_at_most(sums, high) > count:
        return _count_exactly(*sixteen, place, *rule)
    return count
