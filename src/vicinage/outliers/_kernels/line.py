"""Degrees on a line: cells that tell where it is crowded, and two pointers over sorted values."""

import numpy as np

from vicinage._kernels import compiled

__all__ = ["line_cells", "line_degrees"]


@compiled()
def line_cells(values, low, width, size):
    """Return the cell of each record, from 0, and how many records each of `size` cells holds."""
    cells, held = np.empty(values.size, np.int32), np.zeros(size, np.int64)
    for i in range(values.size):
        cells[i] = np.int32((values[i] - low) / width)
    for i in range(values.size):
        held[cells[i]] += 1
    return cells, held


@compiled()
def line_degrees(values, order, bound, cap):
    """Return the capped degrees of records, given their sorted values and the sorting order.

    Rounding is monotone: the values within the bound of one are a run, whose ends never go back.
    """
    n = values.size
    degrees = np.empty(n, np.int64)
    first = last = 0
    for i in range(n):
        x = values[i]
        while (x - values[first]) * (x - values[first]) > bound:
            first += 1
        while last < n and (values[last] - x) * (values[last] - x) <= bound:
            last += 1
        degrees[order[i]] = min(last - first - 1, cap)
    return degrees
