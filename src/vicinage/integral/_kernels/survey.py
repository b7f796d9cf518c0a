"""One pass over all resamples: what statistics and conditions need of each."""

import numpy as np
from numba import prange

from vicinage._kernels import compiled
from vicinage.integral._kernels.draw import (
    bootstrap_counts,
    half_sample,
    multiplicities,
    packed,
    room,
)

__all__ = ["fingerprint", "supports", "survey"]

_BLOCK = 1024  # records whose values are used for several resamples in turn
_TOGETHER = 4  # resamples
_SUMMED = 128  # partial sums of a block


@compiled()
def _sums(counts, values, centre, blocks, sums):
    """Sum the values drawn, less `centre`, and their squares, for several resamples at once.

    ``counts`` has zeros after the last record, up to a whole block of 1024. ``blocks[r, j]``
    becomes the number of draws of resample r in block j: short enough for the values to stay at
    hand for all of them. Partial sums are kept in 128 lanes, so that the order of additions is
    fixed, and the same on every machine. Unsigned places spare the test for negative ones, without
    which lanes are added several at once.
    """
    first, second = np.empty(_SUMMED), np.empty(_SUMMED)
    centred = np.zeros(_BLOCK)
    sums[:] = 0.0
    for block in range(blocks.shape[1]):
        start = block * _BLOCK
        near = values[start : start + _BLOCK]
        for i in range(near.size):
            centred[i] = near[i] - centre
        for r in range(counts.shape[0]):
            here = counts[r, start : start + _BLOCK]
            drawn = np.uint32(0)
            for i in range(_BLOCK):
                drawn = np.uint32(drawn + here[i])
            blocks[r, block] = drawn
            for lane in range(_SUMMED):
                total, squares = 0.0, 0.0
                for row in range(_BLOCK // _SUMMED):
                    i = np.uint64(row * _SUMMED + lane)
                    term = here[i] * centred[i]
                    total += term
                    squares += term * centred[i]
                first[lane], second[lane] = total, squares
            width = _SUMMED
            while width > 1:
                width >>= 1
                for lane in range(width):
                    first[lane] += first[lane + width]
                    second[lane] += second[lane + width]
            sums[r, 0] += first[0]
            sums[r, 1] += second[0]


@compiled()
def _find(counts, blocks, ranks, positions):
    """Find the record at each of the increasing `ranks` of a resample, counted from 0."""
    block, below = 0, np.int64(0)
    for r in range(ranks.size):
        while below + blocks[block] <= ranks[r]:
            below += blocks[block]
            block += 1
        i, passed = block * _BLOCK, below
        while passed + counts[i] <= ranks[r]:
            passed += counts[i]
            i += 1
        positions[r] = i


@compiled()
def fingerprint(counts):
    """Return a number that equal resamples share; others may, with a chance of 2^-64."""
    mixed = np.uint64(counts.size)
    for i in range(counts.size):
        mixed = (mixed ^ np.uint64(counts[i])) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(32)
    return mixed


@compiled(parallel=True)
def survey(law, key, first, n_resamples, threads, columns, ranks, screen):
    """Draw resamples, from number `first` on; return what statistics and conditions need of each.

    law : (bootstrap, size, poisson); key : (k0, k1)
    columns : (values (n_columns, n) sorted, centres (n_columns,), orders (n_columns, n) or (0, n))
    Returns sums (n_columns, B, 2), positions (n_columns, B, n_ranks), the supports on the
    records of `screen` as bits (B, words), and a fingerprint of each (B,).
    """
    bootstrap, size, poisson = law
    values, centres, orders = columns
    n_columns, n = values.shape
    sums = np.empty((n_columns, n_resamples, 2))
    positions = np.empty((n_columns, n_resamples, ranks.size), np.int64)
    screened = np.zeros((n_resamples, (screen.size + 63) >> 6), np.uint64)
    fingerprints = np.empty(n_resamples, np.uint64)
    for thread in prange(threads):
        blocks = np.empty((_TOGETHER, (n + _BLOCK - 1) // _BLOCK), np.int64)
        counts = np.zeros((_TOGETHER, blocks.shape[1] * _BLOCK), np.uint8)
        ordered = np.zeros_like(counts[: _TOGETHER if orders.size else 0])
        bits = np.empty(room(n), np.uint64)
        seen = np.empty(screen.size, np.uint8)
        for start in range(thread * _TOGETHER, n_resamples, threads * _TOGETHER):
            stop = min(start + _TOGETHER, n_resamples)
            for b in range(start, stop):
                drawn = counts[b - start, :n]
                stream = np.uint64(first + b)
                multiplicities(drawn, bits, bootstrap, size, poisson, key[0], key[1], stream)
                for s in range(screen.size):
                    seen[s] = drawn[screen[s]]
                packed(seen, screened[b])
                fingerprints[b] = fingerprint(seen)
            for c in range(n_columns):
                there = counts[: stop - start]
                if orders.size:
                    there = ordered[: stop - start]
                    for r in range(stop - start):
                        for i in range(n):
                            there[r, i] = counts[r, orders[c, i]]
                _sums(there, values[c], centres[c], blocks, sums[c, start:stop])
                for r in range(stop - start):
                    _find(there[r], blocks[r], ranks, positions[c, start + r])
    return sums, positions, screened, fingerprints


@compiled(parallel=True)
def supports(law, key, n, members):
    """Draw again the resamples of the numbers `members`; return their supports as bits."""
    bootstrap, size, poisson = law
    words = (n + 63) >> 6
    out = np.empty((members.size, words), np.uint64)
    for m in prange(members.size):
        stream = np.uint64(members[m])
        bits = np.empty(room(n), np.uint64)
        if bootstrap:
            counts = np.empty(n, np.uint8)
            bootstrap_counts(counts, poisson, key[0], key[1], stream)
            packed(counts, bits)
        else:
            half_sample(bits, n, size, key[0], key[1], stream)
        out[m] = bits[:words]
    return out
