"""Compiled loops of integral privacy. Callers have already checked types, shapes and finiteness."""

import numpy as np
from numba import prange

from vicinage._kernels import compiled

__all__ = ["absorb", "multiplicities", "nearest_groups", "supports", "survey"]

_LANES = 16  # blocks of ChaCha made at once, one to a lane of a vector
_SPARE = 128  # 64-bit words in so many blocks
_BLOCK = 1024  # records whose values are used for several resamples in turn
_TOGETHER = 4  # resamples
_SUMMED = 128  # partial sums of a block
_ONE, _ALL = np.uint64(1), np.uint64(0xFFFFFFFFFFFFFFFF)


@compiled(forceinline=True)
def _quarter(a, b, c, d):
    a = np.uint32(a + b)
    d = np.uint32(d ^ a)
    d = np.uint32((d << np.uint32(16)) | (d >> np.uint32(16)))
    c = np.uint32(c + d)
    b = np.uint32(b ^ c)
    b = np.uint32((b << np.uint32(12)) | (b >> np.uint32(20)))
    a = np.uint32(a + b)
    d = np.uint32(d ^ a)
    d = np.uint32((d << np.uint32(8)) | (d >> np.uint32(24)))
    c = np.uint32(c + d)
    b = np.uint32(b ^ c)
    b = np.uint32((b << np.uint32(7)) | (b >> np.uint32(25)))
    return a, b, c, d


@compiled(forceinline=True)
def _double_round(a, b, c, d, e, f, g, h, i, j, k, m, n, o, p, q):
    a, e, i, n = _quarter(a, e, i, n)
    b, f, j, o = _quarter(b, f, j, o)
    c, g, k, p = _quarter(c, g, k, p)
    d, h, m, q = _quarter(d, h, m, q)
    a, f, k, q = _quarter(a, f, k, q)
    b, g, m, n = _quarter(b, g, m, n)
    c, h, i, o = _quarter(c, h, i, o)
    d, e, j, p = _quarter(d, e, j, p)
    return a, b, c, d, e, f, g, h, i, j, k, m, n, o, p, q


@compiled()
def _blocks(out, k0, k1, stream, part, first):
    """Write 16 blocks of ChaCha8 from `first` on; word w of block l is at ``out[16 * w + l]``.

    Key: k0, k1. Nonce: (stream, part). `out` is 256 words of 32 bits.
    """
    # "expand 16-byte k", as in every ChaCha with a key of 128 bits.
    c0, c1 = np.uint32(0x61707865), np.uint32(0x3120646E)
    c2, c3 = np.uint32(0x79622D36), np.uint32(0x6B206574)
    key0, key1 = np.uint32(k0), np.uint32(k0 >> np.uint64(32))
    key2, key3 = np.uint32(k1), np.uint32(k1 >> np.uint64(32))
    nonce0, nonce1 = np.uint32(stream), np.uint32(part)
    high = np.uint32(first >> np.uint64(32))
    low = np.uint32(first)
    for lane in range(_LANES):
        counter = np.uint32(low + np.uint32(lane))
        s = (c0, c1, c2, c3, key0, key1, key2, key3)
        t = (key0, key1, key2, key3, counter, high, nonce0, nonce1)
        x = _double_round(*s, *t)
        x = _double_round(*x)
        x = _double_round(*x)
        x = _double_round(*x)
        out[lane] = x[0] + s[0]
        out[16 + lane] = x[1] + s[1]
        out[32 + lane] = x[2] + s[2]
        out[48 + lane] = x[3] + s[3]
        out[64 + lane] = x[4] + s[4]
        out[80 + lane] = x[5] + s[5]
        out[96 + lane] = x[6] + s[6]
        out[112 + lane] = x[7] + s[7]
        out[128 + lane] = x[8] + t[0]
        out[144 + lane] = x[9] + t[1]
        out[160 + lane] = x[10] + t[2]
        out[176 + lane] = x[11] + t[3]
        out[192 + lane] = x[12] + t[4]
        out[208 + lane] = x[13] + t[5]
        out[224 + lane] = x[14] + t[6]
        out[240 + lane] = x[15] + t[7]


@compiled()
def _spare_word(spare, at, k0, k1, stream):
    """Return the next word for corrections, which come from part 1 of the stream.

    ``spare[:128]`` holds words and ``at`` (position, next block) says which is next.
    """
    if at[0] == _SPARE:
        _blocks(spare.view(np.uint32), k0, k1, stream, 1, np.uint64(at[1]))
        at[1] += _LANES
        at[0] = 0
    word = spare[at[0]]
    at[0] += 1
    return word


@compiled()
def _below(n, spare, at, k0, k1, stream):
    """Return a whole number below n, each with the same chance: masked words until one fits."""
    mask = np.uint64(n - 1)
    for shift in (1, 2, 4, 8, 16, 32):
        mask |= mask >> np.uint64(shift)
    while True:
        word = _spare_word(spare, at, k0, k1, stream) & mask
        if word < np.uint64(n):
            return np.int64(word)


@compiled(forceinline=True)
def _ones(word):
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
    for start in range(0, words, _SPARE):
        place = bits[start : start + _SPARE].view(np.uint32)
        _blocks(place, k0, k1, stream, 0, np.uint64((start // _SPARE) * _LANES))
    if n & 63:
        bits[words - 1] &= (_ONE << np.uint64(n & 63)) - _ONE
    chosen = np.int64(0)
    for w in range(words):
        chosen += _ones(bits[w])
    spare, at = np.empty(_SPARE, np.uint64), np.array([_SPARE, 0])
    while chosen != size:
        i = _below(n, spare, at, k0, k1, stream)
        inside = (bits[i >> 6] >> np.uint64(i & 63)) & _ONE
        if (chosen > size) == (inside == _ONE):
            bits[i >> 6] ^= _ONE << np.uint64(i & 63)
            chosen += 1 if chosen < size else -1


@compiled()
def bootstrap_counts(counts, poisson, k0, k1, stream):
    """Draw n records with replacement, as the number of times that each of n occurs.

    Numbers from Poisson's law with mean 1 first: given their sum, they are those of so many
    draws with replacement. Then single draws are added or taken out until they are n, which keeps
    it so.

    poisson : (table, words, fractions)
        The number for each word of 16 bits, plus 128 where 64 bits more decide: a word equal to
        ``words[j]`` adds 1 if they are below ``fractions[j]``.
    """
    table, words, fractions = poisson
    n = counts.size
    buffer = np.empty(256, np.uint32)
    short = buffer.view(np.uint16)
    spare, at = np.empty(_SPARE, np.uint64), np.array([_SPARE, 0])
    total = np.int64(0)
    for start in range(0, n, 512):
        _blocks(buffer, k0, k1, stream, 0, np.uint64((start // 512) * _LANES))
        here = counts[start : min(start + 512, n)]
        marks = np.uint8(0)
        for i in range(here.size):
            count = table[short[i]]
            here[i] = count
            marks |= count
        if marks >= 128:
            for i in range(here.size):
                if here[i] >= 128:
                    here[i] -= 128
                    word = _spare_word(spare, at, k0, k1, stream)
                    for j in range(words.size):
                        here[i] += words[j] == short[i] and word < fractions[j]
        block = np.int64(0)
        for i in range(here.size):
            block += here[i]
        total += block
    while total < n:
        counts[_below(n, spare, at, k0, k1, stream)] += 1
        total += 1
    slots = np.int64(counts.max())
    while total > n:
        # One of the draws: a record is found as often as it occurs.
        i = _below(n, spare, at, k0, k1, stream)
        if _below(slots, spare, at, k0, k1, stream) < counts[i]:
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
def _packed(counts, bits):
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
def _room(n):
    """Return how many words of 64 bits :func:`half_sample` writes to for n records."""
    return (((n + 63) >> 6) + _SPARE - 1) // _SPARE * _SPARE


@compiled()
def multiplicities(counts, bits, bootstrap, size, poisson, k0, k1, stream):
    """Draw a resample, as the number of times that each record occurs; `bits` is for work."""
    if bootstrap:
        bootstrap_counts(counts, poisson, k0, k1, stream)
    else:
        half_sample(bits, counts.size, size, k0, k1, stream)
        _spread(bits, counts)


@compiled()
def _sums(counts, values, centre, blocks, sums):
    """Sum the values drawn, less `centre`, and their squares, for several resamples at once.

    ``blocks[r, j]`` becomes the number of draws of resample r in block j of 1024 records: short
    enough for the values to stay at hand for all of them. Partial sums are kept in 128 lanes, so
    that the order of additions is fixed, and the same on every machine.
    """
    first, second = np.empty(_SUMMED), np.empty(_SUMMED)
    centred = np.empty(_BLOCK)
    sums[:] = 0.0
    for block in range(blocks.shape[1]):
        start = block * _BLOCK
        near = values[start : start + _BLOCK]
        for i in range(near.size):
            centred[i] = near[i] - centre
        for r in range(counts.shape[0]):
            here = counts[r, start : start + _BLOCK]
            drawn = np.int64(0)
            for i in range(here.size):
                drawn += here[i]
            blocks[r, block] = drawn
            first[:] = 0.0
            second[:] = 0.0
            for i in range(0, here.size, _SUMMED):
                times, terms = here[i : i + _SUMMED], centred[i : i + _SUMMED]
                for lane in range(times.size):
                    term = times[lane] * terms[lane]
                    first[lane] += term
                    second[lane] += term * terms[lane]
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
def _fingerprint(counts):
    """Return a number that equal resamples share; others may, with a chance of 2^-64."""
    mixed = np.uint64(counts.size)
    for i in range(counts.size):
        mixed = (mixed ^ np.uint64(counts[i])) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(32)
    return mixed


@compiled(parallel=True)
def survey(law, key, n_resamples, threads, columns, ranks, screen):
    """Draw all resamples; return what statistics and conditions need of each.

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
        counts = np.empty((_TOGETHER, n), np.uint8)
        ordered = np.empty((_TOGETHER if orders.size else 0, n), np.uint8)
        bits = np.empty(_room(n), np.uint64)
        blocks = np.empty((_TOGETHER, (n + _BLOCK - 1) // _BLOCK), np.int64)
        seen = np.empty(screen.size, np.uint8)
        for start in range(thread * _TOGETHER, n_resamples, threads * _TOGETHER):
            stop = min(start + _TOGETHER, n_resamples)
            for b in range(start, stop):
                drawn = counts[b - start]
                stream = np.uint64(b)
                multiplicities(drawn, bits, bootstrap, size, poisson, key[0], key[1], stream)
                for s in range(screen.size):
                    seen[s] = drawn[screen[s]]
                _packed(seen, screened[b])
                fingerprints[b] = _fingerprint(seen)
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
        bits = np.empty(_room(n), np.uint64)
        if bootstrap:
            counts = np.empty(n, np.uint8)
            bootstrap_counts(counts, poisson, key[0], key[1], stream)
            _packed(counts, bits)
        else:
            half_sample(bits, n, size, key[0], key[1], stream)
        out[m] = bits[:words]
    return out


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


@compiled()
def nearest_groups(values, group_size):
    """Return where each group of the best microaggregation of sorted values begins.

    Groups of group_size to 2 group_size - 1 neighbours that have the least sum of squared
    differences from their means; of equally good ends of a group, the smallest group.
    """
    n = values.size
    least = np.full(n + 1, np.inf)
    least[0] = 0.0
    before = np.zeros(n + 1, np.int64)
    for stop in range(group_size, n + 1):
        mean, spread = 0.0, 0.0
        for length in range(1, min(2 * group_size - 1, stop) + 1):
            value = values[stop - length]
            difference = value - mean
            mean += difference / length
            spread += difference * (value - mean)
            if length >= group_size and least[stop - length] + spread < least[stop]:
                least[stop] = least[stop - length] + spread
                before[stop] = stop - length
    starts = np.empty(n // group_size, np.int64)
    at, stop = starts.size, n
    while stop > 0:
        at -= 1
        stop = before[stop]
        starts[at] = stop
    return starts[at:]
