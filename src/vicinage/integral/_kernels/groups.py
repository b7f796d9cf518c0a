"""The best microaggregation of sorted values."""

import numpy as np

from vicinage._kernels import compiled

__all__ = ["nearest_groups"]


@compiled()
def nearest_groups(values, group_size):
    """Return where each group of the best microaggregation of sorted values begins.

    Groups of group_size to 2 group_size - 1 neighbours that have the least sum of squared
    differences from their means; of equally good ends of a group, the smallest group.
    """
    n = values.size
    least = np.full(n + 1, np.inf)
    least[0] = 0.0
    before = np.zeros(n + 1, np.int64)
    for stop in range(group_size, n + 1):
        mean, spread = 0.0, 0.0
        for length in range(1, min(2 * group_size - 1, stop) + 1):
            value = values[stop - length]
            difference = value - mean
            mean += difference / length
            spread += difference * (value - mean)
            if length >= group_size and least[stop - length] + spread < least[stop]:
                least[stop] = least[stop - length] + spread
                before[stop] = stop - length
    starts = np.empty(n // group_size, np.int64)
    at, stop = starts.size, n
    while stop > 0:
        at -= 1
        stop = before[stop]
        starts[at] = stop
    return starts[at:]
