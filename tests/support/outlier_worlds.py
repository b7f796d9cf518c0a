"""Every table of a small world, counted and profiled in the plainest way: the oracle of outliers.

One column (m = 1), whole numbers from 0 to `n_places` - 1, closed balls of radius `radius`.
"""

from itertools import combinations_with_replacement

from vicinage.mechanisms import SensitivityProfile


def tables(n_rows, n_places):
    """Every table, as a sorted tuple."""
    return list(combinations_with_replacement(range(n_places), n_rows))


def neighbours(table, n_places):
    """Every table with one record replaced, without `table` itself."""
    rests = {table[:i] + table[i + 1 :] for i in range(len(table))}
    near = {tuple(sorted((*rest, place))) for rest in rests for place in range(n_places)}
    return near - {table}


def pairs(n_rows, n_places):
    """Every pair of neighbouring tables, once."""
    return [
        (table, other)
        for table in tables(n_rows, n_places)
        for other in neighbours(table, n_places)
        if table < other
    ]


def degrees(table, radius):
    return [sum(abs(z - other) <= radius for other in table) - 1 for z in table]


def count(table, radius, k):
    return sum(degree < k for degree in degrees(table, radius))


def depth(points, radius):
    """Most points in any closed ball: one that is full can be moved until its left end is one."""
    return max((sum(0 <= z - left <= 2 * radius for z in points) for left in points), default=0)


def depth_of_doubled_balls(points, radius, table):
    """A bound that is not smooth: balls around records, of which one may be replaced."""
    return max(sum(abs(z - record) <= 2 * radius for z in points) for record in table)


def profile(table, radius, k, t_max, depth=depth):
    """The sensitivity profile of the count of outliers, for t from 0 to `t_max`."""
    cap = min(len(table), 2 * k + 1)
    around = degrees(table, radius)
    bounds = []
    for t in range(t_max + 1):
        near = [z for z, d in zip(table, around, strict=True) if k - 1 - t <= d <= k + t]
        bounds.append(min(cap, 1 + t + depth(near, radius)))
    return SensitivityProfile(tuple(bounds), cap)


def answers(n_rows, n_places, radius, k, *, t_max, depth=depth):
    """The different pairs ((count, profile), (count, profile)) of neighbouring tables."""

    def answer(table):
        inner = depth if depth is not depth_of_doubled_balls else _around(table)
        return count(table, radius, k), profile(table, radius, k, t_max, inner)

    known = {table: answer(table) for table in tables(n_rows, n_places)}
    return {(known[table], known[other]) for table, other in pairs(n_rows, n_places)}


def _around(table):
    return lambda points, radius: depth_of_doubled_balls(points, radius, table)


def profiles(steps, cap):
    """Every profile with `steps` bounds below `cap`."""
    rising = combinations_with_replacement(range(1, cap + 1), steps)
    return [SensitivityProfile(bounds, cap) for bounds in rising]


def allowed(first, second):
    """Whether (b) lets two profiles of one cap belong to neighbouring tables."""
    steps = max(len(first.bounds), len(second.bounds)) + 1
    u, v = (
        [p.bounds[t] if t < len(p.bounds) else p.cap for t in range(steps + 1)]
        for p in (first, second)
    )
    return all(u[t] <= v[t + 1] and v[t] <= u[t + 1] for t in range(steps))


def allowed_answers(steps, cap, largest):
    """Every ((count, profile), (count, profile)) that (a) and (b) allow: more than tables show."""
    everything = profiles(steps, cap)
    return [
        ((q, first), (q + move, second))
        for first in everything
        for second in everything
        if allowed(first, second)
        for move in range(min(first.bounds[0], second.bounds[0]) + 1)
        for q in range(largest - move + 1)
    ]
