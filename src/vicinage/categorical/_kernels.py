"""Compiled loops of pair counts and joint entropies. Callers have already checked arguments."""

import numpy as np
from numba import prange, uint64

from vicinage._kernels import compiled

__all__ = ["add_counts", "subset_entropies"]


@compiled(parallel=True)
def add_counts(codes, first, second, sizes, starts, totals):
    """Add the records of a chunk to the table of each pair of rows of `codes`.

    The cells of pair p lie from ``totals[starts[p]]`` on, those of one code of the first row side
    by side. One thread works on one table, so that no two write to the same cell.
    """
    for p in prange(first.size):
        a, b = codes[first[p]], codes[second[p]]
        cells, width = totals[starts[p] : starts[p + 1]], uint64(sizes[second[p]])
        for i in range(a.size):
            cells[uint64(a[i]) * width + uint64(b[i])] += 1


@compiled(parallel=True)
def subset_entropies(codes, levels, subsets):
    """Return, for each set of columns, how many bits each leaves open when the others are known.

    Infinitely many where no record has all of them.
    """
    left = np.zeros(subsets.shape)
    width = subsets.shape[1]
    for s in prange(subsets.shape[0]):
        members = subsets[s]
        cells = 1
        for member in members:
            cells *= levels[member]
        counts = np.zeros(cells, np.int64)
        total = 0
        for i in range(codes.shape[1]):
            cell = 0
            complete = True
            for member in members:
                code = codes[member, i]
                complete = complete and code >= 0
                cell = cell * levels[member] + code
            if complete:
                counts[cell] += 1
                total += 1
        if total == 0:
            left[s] = np.inf
        stride = 1
        for place in range(width - 1, -1, -1):
            count = levels[members[place]]
            for high in range(0, cells, stride * count):
                for low in range(high, high + stride):
                    margin = 0
                    for cell in range(low, low + stride * count, stride):
                        margin += counts[cell]
                    for cell in range(low, low + stride * count, stride):
                        if 0 < counts[cell] < margin:
                            share = counts[cell] / margin
                            left[s, place] -= counts[cell] / total * np.log2(share)
            stride *= count
    return left
