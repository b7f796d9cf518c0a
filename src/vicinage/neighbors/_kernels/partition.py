"""The step of a quickselect."""

from numba import uint64

from vicinage._kernels import inner

__all__ = ["partition"]


@inner()
def partition(values, companions, low, high, pivot):
    """Reorder ``values[low:high + 1]`` around a pivot among them, and their companions alike.

    Afterwards nothing before the first returned place is larger, and nothing behind the second is
    smaller; what lies between the second and the first equals the pivot.
    """
    i, j = low, high
    while i <= j:
        while values[uint64(i)] < pivot:
            i += 1
        while values[uint64(j)] > pivot:
            j -= 1
        if i <= j:
            a, b = uint64(i), uint64(j)
            values[a], values[b] = values[b], values[a]
            companions[a], companions[b] = companions[b], companions[a]
            i += 1
            j -= 1
    return i, j
