"""Resamples, drawn from a key and a number: half-samples as bits, bootstrap samples as counts."""

import numpy as np

from vicinage._kernels import compiled, inner
from vicinage.integral._kernels.chacha import LANES, SPARE, below, blocks, spare_word

__all__ = ["bootstrap_counts", "half_sample", "multiplicities", "ones", "packed", "room"]

_ONE = np.uint64(1)


@compiled(forceinline=True)
def ones(word):
    """Return how many bits are set."""
    word -= (word >> _ONE) & np.uint64(0x5555555555555555)
    word = (word & np.uint64(0x3333333333333333)) + (
        (word >> np.uint64(2)) & np.uint64(0x3333333333333333)
    )
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


@compiled()
def half_sample(bits, n, size, k0, k1, stream):
    """Draw `size` of n records, each such set with the same chance, as bits.

    Fair bits first, then single records in or out until the number is right: given how many
    are in, all sets of so many are equally likely, and each step keeps it so. `bits` has room for
    whole runs of 1024 bytes.
    """
    words = (n + 63) >> 6
    for start in range(0, words, SPARE):
        place = bits[start : start + SPARE].view(np.uint32)
        blocks(place, k0, k1, stream, 0, np.uint64((start // SPARE) * LANES))
    if n & 63:
        bits[words - 1] &= (_ONE << np.uint64(n & 63)) - _ONE
    chosen = np.int64(0)
    for w in range(words):
        chosen += ones(bits[w])
    spare, at = np.empty(SPARE, np.uint64), np.array([SPARE, 0])
    while chosen != size:
        i = below(n, spare, at, k0, k1, stream)
        inside = (bits[i >> 6] >> np.uint64(i & 63)) & _ONE
        if (chosen > size) == (inside == _ONE):
            bits[i >> 6] ^= _ONE << np.uint64(i & 63)
            chosen += 1 if chosen < size else -1


@inner()
def _numbers(words, bounds, counts):
    """Write how many of the bounds exceed each word; return the sum, and whether one is undecided.

    128 is added where a word equals a bound. ``bounds`` begins with eight that decrease, and the
    eighth is 0. Whatever a line makes has 16 bits, and no line branches: so 16 words are compared
    at once.
    """
    b0, b1, b2, b3 = bounds[0], bounds[1], bounds[2], bounds[3]
    b4, b5, b6, b7 = bounds[4], bounds[5], bounds[6], bounds[7]
    total, undecided = np.uint16(0), np.uint16(0)
    for i in range(counts.size):
        word = words[i]
        count, equal = (np.uint16(1), b1) if word < b0 else (np.uint16(0), b0)
        count, equal = (np.uint16(2), b2) if word < b1 else (count, equal)
        count, equal = (np.uint16(3), b3) if word < b2 else (count, equal)
        count, equal = (np.uint16(4), b4) if word < b3 else (count, equal)
        count, equal = (np.uint16(5), b5) if word < b4 else (count, equal)
        count, equal = (np.uint16(6), b6) if word < b5 else (count, equal)
        count, equal = (np.uint16(7), b7) if word < b6 else (count, equal)
        counts[i] = np.uint16(count + np.uint16(128)) if word == equal else count
        total = np.uint16(total + count)
        undecided = np.uint16(undecided | (word == equal))
    return np.int64(total), undecided > 0


@compiled()
def bootstrap_counts(counts, poisson, k0, k1, stream):
    """Draw n records with replacement, as the number of times that each of n occurs.

    Numbers from Poisson's law with mean 1 first: given their sum, they are those of so many
    draws with replacement. Then single draws are added or taken out until they are n, which keeps
    it so.

    poisson : (bounds, fractions)
        A number is how many of the bounds exceed a word of 16 bits. Where the word equals
        ``bounds[j]``, 64 bits more decide: it is one more if they are below ``fractions[j]``.
    """
    bounds, fractions = poisson
    n = counts.size
    buffer = np.empty(256, np.uint32)
    words = buffer.view(np.uint16)
    spare, at = np.empty(SPARE, np.uint64), np.array([SPARE, 0])
    total = np.int64(0)
    for start in range(0, n, 512):
        blocks(buffer, k0, k1, stream, 0, np.uint64((start // 512) * LANES))
        here = counts[start : min(start + 512, n)]
        drawn, undecided = _numbers(words, bounds, here)
        total += drawn
        for i in range(here.size if undecided else 0):
            if here[i] >= 128:
                here[i] -= 128
                more = spare_word(spare, at, k0, k1, stream)
                for j in range(bounds.size):
                    added = bounds[j] == words[i] and more < fractions[j]
                    here[i] += added
                    total += added
    while total < n:
        counts[below(n, spare, at, k0, k1, stream)] += 1
        total += 1
    slots = np.int64(counts.max())
    while total > n:
        # One of the draws: a record is found as often as it occurs.
        i = below(n, spare, at, k0, k1, stream)
        if below(slots, spare, at, k0, k1, stream) < counts[i]:
            counts[i] -= 1
            total -= 1


@compiled()
def _spread(bits, counts):
    """Write each bit into a byte."""
    for w in range((counts.size + 63) >> 6):
        word = bits[w]
        here = counts[w << 6 : min((w + 1) << 6, counts.size)]
        for j in range(here.size):
            here[j] = np.uint8((word >> np.uint64(j)) & _ONE)


@compiled()
def packed(counts, bits):
    """Write into bits which counts are above 0."""
    eights = counts[: counts.size & ~7].view(np.uint64)
    low, high = np.uint64(0x7F7F7F7F7F7F7F7F), np.uint64(0x8080808080808080)
    bits[: (counts.size + 63) >> 6] = 0
    octets = bits.view(np.uint8)
    for i in range(eights.size):
        # The top bit of each byte: whether it is above 0. Then all eight into one byte.
        tops = (((eights[i] & low) + low) | eights[i]) & high
        octets[i] = ((tops >> np.uint64(7)) * np.uint64(0x0102040810204080)) >> np.uint64(56)
    for i in range(eights.size << 3, counts.size):
        bits[i >> 6] |= np.uint64(counts[i] > 0) << np.uint64(i & 63)


@compiled()
def room(n):
    """Return how many words of 64 bits :func:`half_sample` writes to for n records."""
    return (((n + 63) >> 6) + SPARE - 1) // SPARE * SPARE


@compiled()
def multiplicities(counts, bits, bootstrap, size, poisson, k0, k1, stream):
    """Draw a resample, as the number of times that each record occurs; `bits` is for work."""
    if bootstrap:
        bootstrap_counts(counts, poisson, k0, k1, stream)
    else:
        half_sample(bits, counts.size, size, k0, k1, stream)
        _spread(bits, counts)
