"""Compiled loops of the keyed random stream. Callers have already checked types."""

import numpy as np
from numba import prange

from vicinage._kernels import compiled, inner

__all__ = ["siphash", "siphash_bytes", "siphashes", "words"]

_C0 = np.uint64(0x736F6D6570736575)
_C1 = np.uint64(0x646F72616E646F6D)
_C2 = np.uint64(0x6C7967656E657261)
_C3 = np.uint64(0x7465646279746573)


@inner(inline="always")
def _rotate(x, b):
    return (x << np.uint64(b)) | (x >> np.uint64(64 - b))


@inner(inline="always")
def _round(v0, v1, v2, v3):
    v0 += v1
    v1 = _rotate(v1, 13) ^ v0
    v0 = _rotate(v0, 32)
    v2 += v3
    v3 = _rotate(v3, 16) ^ v2
    v0 += v3
    v3 = _rotate(v3, 21) ^ v0
    v2 += v1
    v1 = _rotate(v1, 17) ^ v2
    v2 = _rotate(v2, 32)
    return v0, v1, v2, v3


@inner(inline="always")
def _absorb(v0, v1, v2, v3, word):
    v3 ^= word
    v0, v1, v2, v3 = _round(v0, v1, v2, v3)
    v0, v1, v2, v3 = _round(v0, v1, v2, v3)
    return v0 ^ word, v1, v2, v3


@inner(inline="always")
def _finish(v0, v1, v2, v3):
    v2 ^= np.uint64(0xFF)
    for _ in range(4):
        v0, v1, v2, v3 = _round(v0, v1, v2, v3)
    return v0 ^ v1 ^ v2 ^ v3


@inner()
def siphash(k0, k1, record, column, attempt):
    """SipHash-2-4 of the 24 bytes (record, column, attempt) under the key (k0, k1)."""
    v0, v1, v2, v3 = k0 ^ _C0, k1 ^ _C1, k0 ^ _C2, k1 ^ _C3
    v0, v1, v2, v3 = _absorb(v0, v1, v2, v3, record)
    v0, v1, v2, v3 = _absorb(v0, v1, v2, v3, column)
    v0, v1, v2, v3 = _absorb(v0, v1, v2, v3, attempt)
    v0, v1, v2, v3 = _absorb(v0, v1, v2, v3, np.uint64(24) << np.uint64(56))
    return _finish(v0, v1, v2, v3)


@inner()
def siphashes(k0, k1, record, column, attempt, out):
    """SipHash-2-4 at consecutive attempts: several at once cost little more than one."""
    for i in range(out.size):
        out[i] = siphash(k0, k1, record, column, attempt + np.uint64(i))


@compiled(parallel=True)
def words(k0, k1, records, column):
    """One 64-bit word for each record, at the attempt 0."""
    out = np.empty(records.size, dtype=np.uint64)
    for i in prange(records.size):
        out[i] = siphash(k0, k1, records[i], column, np.uint64(0))
    return out


@compiled(parallel=True)
def siphash_bytes(k0, k1, data, offsets):
    """SipHash-2-4 of each byte string ``data[offsets[i]:offsets[i + 1]]``."""
    out = np.empty(offsets.size - 1, dtype=np.uint64)
    for i in prange(out.size):
        start, stop = offsets[i], offsets[i + 1]
        v0, v1, v2, v3 = k0 ^ _C0, k1 ^ _C1, k0 ^ _C2, k1 ^ _C3
        position = start
        while position + 8 <= stop:
            word = np.uint64(0)
            for b in range(8):
                word |= np.uint64(data[position + b]) << np.uint64(8 * b)
            v0, v1, v2, v3 = _absorb(v0, v1, v2, v3, word)
            position += 8
        word = np.uint64((stop - start) & 0xFF) << np.uint64(56)
        for b in range(stop - position):
            word |= np.uint64(data[position + b]) << np.uint64(8 * b)
        v0, v1, v2, v3 = _absorb(v0, v1, v2, v3, word)
        out[i] = _finish(v0, v1, v2, v3)
    return out
