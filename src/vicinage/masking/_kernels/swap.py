"""Rank swapping of one column."""

import numpy as np

from vicinage._kernels import compiled

__all__ = ["swap_partners"]


@compiled()
def swap_partners(uniforms, reach):
    """Partner of each rank: every free rank j draws a free one of ranks j + 1 .. reach[j].

    A rank that finds no free partner stays (it is its own partner). The free ranks are counted
    in a Fenwick tree, so a draw takes O(log n).
    """
    n = uniforms.size
    partners = np.arange(n)
    counts = np.zeros(n + 1, dtype=np.int64)
    for i in range(1, n + 1):
        counts[i] = i & -i
    top = 1
    while 2 * top <= n:
        top *= 2
    for j in range(n):
        if partners[j] != j:
            continue
        before = _free_up_to(counts, j + 1)
        choices = _free_up_to(counts, reach[j] + 1) - before
        if choices <= 0:
            continue
        wanted = before + 1 + min(np.int64(uniforms[j] * choices), choices - 1)
        at, step = 0, top  # find the rank at which the count of free ranks reaches `wanted`
        while step:
            if at + step <= n and counts[at + step] < wanted:
                at += step
                wanted -= counts[at]
            step //= 2
        partners[j], partners[at] = at, j
        for taken in (j, at):
            i = taken + 1
            while i <= n:
                counts[i] -= 1
                i += i & -i
    return partners


@compiled()
def _free_up_to(counts, i):
    total = 0
    while i > 0:
        total += counts[i]
        i -= i & -i
    return total
