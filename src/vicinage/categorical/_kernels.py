"""Compiled loops of the pair counts. Callers have already checked shapes, types and ranges."""

from numba import prange, uint64

from vicinage._kernels import compiled

__all__ = ["add_counts"]


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
