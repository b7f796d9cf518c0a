"""Which queries a leaf may matter to, as single precision shows; the others need no measuring.

Squared differences are taken apart: with H = |x|^2 / 2 the measure of a record x and a query y is
2 (H_x + H_y - x y), and the numeric coordinates give all of it or less. So a record within `bound`
has H_x - x y <= bound / 2 - H_y. Here the left side is summed in float32, unit u = 2^-24, over d
coordinates. By |x y| <= H_x + H_y it is off by at most

- (2 + u) u (H_x + H_y), since the coordinates are rounded to float32,
- (d + 1) u (2 H_x + H_y), to first order, since each product and each difference is rounded.

The stored *heights* are H (1 - 2 (d + 8) u): too small by 11 u H more than these add up to, which
leaves room for their own rounding, that of the edge and, for d up to 8,000, terms of second order.

Below its normal range float32 rounds by up to 2^-150. Of a product or a difference that is far less
than the constant that is added to the edge. A coordinate's rounding is multiplied by the coordinate
z of the other record: where z is above 2^-125 that is less than u z^2 / 2, in all u H, for which
there is room too; where it is not, the constant is far more.
"""

import numpy as np
from numba import uint64

from vicinage._kernels import inner
from vicinage.neighbors._kernels.vector import LANES, any_at_most, load, minus_product

__all__ = ["screen"]

_SLACK = 2.0**-20  # relative, for the rounding of the measure and of the edge
_LOST = 2.0**-120
_TRIAL = 4096  # queries that are screened before it is asked whether that pays


@inner()
def _edge(bound, height):
    """Return what the sum of a record within `bound` of a query of that height does not exceed."""
    return np.float32(0.5 * bound * (1.0 + _SLACK) + _LOST - height)


@inner()
def _mark(sums, b, edge):
    """Return the mark of the lanes from `b` on, if one of their sums is at most `edge`."""
    return uint64(any_at_most(sums, edge)) << (b // uint64(LANES) % uint64(64))


@inner()
def _screen_four(rough, heights, a, h, s, other, places, t, numeric, edges):
    """Mark, for four queries at these places, the lanes of a leaf with a sum within their edge.

    Two vectors at a time, for sums to wait less for one another; an odd last one is done twice.
    """
    p0, p1, p2, p3 = places
    m0 = m1 = m2 = m3 = uint64(0)
    for b in range(uint64(0), s, uint64(2 * LANES)):
        c = min(b + uint64(LANES), s - uint64(LANES))
        s0 = s1 = s2 = s3 = load(heights, h + b)
        r0 = r1 = r2 = r3 = load(heights, h + c)
        i, j, k = a + b, a + c, uint64(0)
        for _ in range(numeric):
            x, y = load(rough, i), load(rough, j)
            q0, q1, q2, q3 = other[p0 + k], other[p1 + k], other[p2 + k], other[p3 + k]
            s0, r0 = minus_product(s0, x, q0), minus_product(r0, y, q0)
            s1, r1 = minus_product(s1, x, q1), minus_product(r1, y, q1)
            s2, r2 = minus_product(s2, x, q2), minus_product(r2, y, q2)
            s3, r3 = minus_product(s3, x, q3), minus_product(r3, y, q3)
            i += s
            j += s
            k += t
        m0 |= _mark(s0, b, edges[0]) | _mark(r0, c, edges[0])
        m1 |= _mark(s1, b, edges[1]) | _mark(r1, c, edges[1])
        m2 |= _mark(s2, b, edges[2]) | _mark(r2, c, edges[2])
        m3 |= _mark(s3, b, edges[3]) | _mark(r3, c, edges[3])
    return m0, m1, m2, m3


@inner()
def screen(index, leaf, queries, group, bounds, marks, scratch):
    """Keep, of the marked lanes of a leaf, those that may hold a record within a query's bound.

    There is one word of marks for each query of a group, nothing for a query that need not measure
    the leaf. Queries without a bound keep all marks, and so do all where screening does not pay:
    because few would lose them, or because there is nothing in float32.
    """
    asked, tally = scratch.asked, scratch.tally
    if index.rough.size == 0 or queries.rough.size == 0 or 2 * tally[1] > tally[0] + _TRIAL:
        return
    dims, count = index.weights.size, 0
    for q in range(queries.stride):
        asked[count] = q
        count += 1 if marks[q] > 0 and bounds[q] < np.inf else 0
    s, t = uint64(index.stride), uint64(queries.stride)
    a, first, height = uint64(leaf * dims) * s, uint64(group * dims) * t, uint64(group) * t
    for i in range(0, count, 4):
        # Where fewer than four remain, the last one is asked about again.
        q0, q1 = uint64(asked[i]), uint64(asked[min(i + 1, count - 1)])
        q2, q3 = uint64(asked[min(i + 2, count - 1)]), uint64(asked[min(i + 3, count - 1)])
        edges = (
            _edge(bounds[q0], queries.heights[height + q0]),
            _edge(bounds[q1], queries.heights[height + q1]),
            _edge(bounds[q2], queries.heights[height + q2]),
            _edge(bounds[q3], queries.heights[height + q3]),
        )
        places = (first + q0, first + q1, first + q2, first + q3)
        marks[q0], marks[q1], marks[q2], marks[q3] = _screen_four(
            index.rough, index.heights, a, uint64(leaf) * s, s, queries.rough, places, t,
            index.numeric, edges,
        )  # fmt: skip
    for i in range(count):
        tally[1] += marks[asked[i]] > 0
    tally[0] += count
