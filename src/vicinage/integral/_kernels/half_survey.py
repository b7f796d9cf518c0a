"""One pass over half-samples of one column, whose bits are used as they are drawn."""

import numpy as np
from numba import prange

from vicinage._kernels import compiled
from vicinage.integral._kernels.draw import half_sample, ones, packed, room
from vicinage.integral._kernels.survey import fingerprint

__all__ = ["half_survey"]

_WORDS = 16  # of a block: 1024 records, whose values are used for several resamples in turn
_TOGETHER = 4  # resamples
_LANES = 64  # partial sums: one for each bit of a word
_ONE = np.uint64(1)


@compiled()
def _sums(bits, values, centre, blocks, sums):
    """Sum the values drawn, less `centre`, and their squares, for several half-samples at once.

    ``blocks[r, j]`` becomes the number of records of resample r in block j. Partial sums are kept
    in 64 lanes, so that the order of additions is fixed, and the same on every machine.
    """
    first, second = np.empty(_LANES), np.empty(_LANES)
    x, y = np.zeros(_WORDS * 64), np.zeros(_WORDS * 64)
    masks = _ONE << np.arange(64).astype(np.uint64)
    sums[:] = 0.0
    for block in range(blocks.shape[1]):
        near = values[block * _WORDS * 64 : (block + 1) * _WORDS * 64]
        x[near.size :] = 0.0
        y[near.size :] = 0.0
        for i in range(near.size):
            x[i] = near[i] - centre
            y[i] = x[i] * x[i]
        for r in range(bits.shape[0]):
            here = bits[r, block * _WORDS : (block + 1) * _WORDS]
            drawn = np.int64(0)
            for w in range(_WORDS):
                drawn += ones(here[w])
            blocks[r, block] = drawn
            first[:] = 0.0
            second[:] = 0.0
            for w in range(0, _WORDS, 4):
                a, b, c, d = here[w], here[w + 1], here[w + 2], here[w + 3]
                p, q = x[w * 64 : (w + 4) * 64], y[w * 64 : (w + 4) * 64]
                for lane in range(_LANES):
                    mask = masks[lane]
                    # Selected, not multiplied: the compiler then adds under a mask.
                    in_a, in_b = (a & mask) != 0, (b & mask) != 0
                    in_c, in_d = (c & mask) != 0, (d & mask) != 0
                    first[lane] += (
                        (p[lane] if in_a else 0.0) + (p[64 + lane] if in_b else 0.0)
                    ) + ((p[128 + lane] if in_c else 0.0) + (p[192 + lane] if in_d else 0.0))
                    second[lane] += (
                        (q[lane] if in_a else 0.0) + (q[64 + lane] if in_b else 0.0)
                    ) + ((q[128 + lane] if in_c else 0.0) + (q[192 + lane] if in_d else 0.0))
            width = _LANES
            while width > 1:
                width >>= 1
                for lane in range(width):
                    first[lane] += first[lane + width]
                    second[lane] += second[lane + width]
            sums[r, 0] += first[0]
            sums[r, 1] += second[0]


@compiled()
def _find(bits, blocks, ranks, positions):
    """Find the record at each of the increasing `ranks` of a half-sample, counted from 0."""
    block, below = 0, np.int64(0)
    for r in range(ranks.size):
        while below + blocks[block] <= ranks[r]:
            below += blocks[block]
            block += 1
        i, passed = block * _WORDS * 64, below
        while True:
            passed += np.int64((bits[i >> 6] >> np.uint64(i & 63)) & _ONE)
            if passed > ranks[r]:
                break
            i += 1
        positions[r] = i


@compiled(parallel=True)
def half_survey(size, key, first, n_resamples, threads, column, ranks, screen):
    """Draw half-samples of one column, from number `first` on; return what :func:`survey` does.

    column : (values (n,) sorted, centre)
    """
    values, centre = column
    n = values.size
    sums = np.empty((1, n_resamples, 2))
    positions = np.empty((1, n_resamples, ranks.size), np.int64)
    screened = np.zeros((n_resamples, (screen.size + 63) >> 6), np.uint64)
    fingerprints = np.empty(n_resamples, np.uint64)
    for thread in prange(threads):
        bits = np.empty((_TOGETHER, room(n)), np.uint64)
        blocks = np.empty((_TOGETHER, (n + _WORDS * 64 - 1) // (_WORDS * 64)), np.int64)
        seen = np.empty(screen.size, np.uint8)
        for start in range(thread * _TOGETHER, n_resamples, threads * _TOGETHER):
            stop = min(start + _TOGETHER, n_resamples)
            for b in range(start, stop):
                drawn = bits[b - start]
                half_sample(drawn, n, size, key[0], key[1], np.uint64(first + b))
                drawn[(n + 63) >> 6 :] = 0
                for s in range(screen.size):
                    i = screen[s]
                    seen[s] = (drawn[i >> 6] >> np.uint64(i & 63)) & _ONE
                packed(seen, screened[b])
                fingerprints[b] = fingerprint(seen)
            there = bits[: stop - start]
            _sums(there, values, centre, blocks, sums[0, start:stop])
            for r in range(stop - start):
                _find(there[r], blocks[r], ranks, positions[0, start + r])
    return sums, positions, screened, fingerprints
