"""Counting from how many resamples each record is absent."""

import numpy as np

from vicinage._kernels import compiled

__all__ = ["absorb"]

_ALL = np.uint64(0xFFFFFFFFFFFFFFFF)


@compiled()
def absorb(planes, reached, bits):
    """Count absences of 64 records at a time; return whether each reached the number needed.

    Bit i of plane p is bit p of the counter of record i, which starts at 2^P minus the number
    needed: its carry out of the last plane says that it got there, and `reached` keeps that.
    """
    for w in range(reached.size):
        for m in range(bits.shape[0]):
            carry = ~bits[m, w]
            for p in range(planes.shape[0]):
                plane = planes[p, w]
                planes[p, w] = plane ^ carry
                carry &= plane
            reached[w] |= carry
    for w in range(reached.size):
        if reached[w] != _ALL:
            return False
    return True
