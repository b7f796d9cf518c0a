"""Random words: ChaCha8 under a key, with the number of the resample as nonce."""

import numpy as np

from vicinage._kernels import compiled, inner

__all__ = ["LANES", "SPARE", "below", "blocks", "spare_word"]

LANES = 16  # blocks made at once, one to a lane of a vector
SPARE = 128  # 64-bit words in so many blocks


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
def blocks(out, k0, k1, stream, part, first):
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
    for lane in range(LANES):
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


@inner()
def spare_word(spare, at, k0, k1, stream):
    """Return the next word for corrections, which come from part 1 of the stream.

    ``spare[:128]`` holds words and ``at`` (position, next block) says which is next.
    """
    if at[0] == SPARE:
        blocks(spare.view(np.uint32), k0, k1, stream, 1, np.uint64(at[1]))
        at[1] += LANES
        at[0] = 0
    word = spare[at[0]]
    at[0] += 1
    return word


@inner()
def below(n, spare, at, k0, k1, stream):
    """Return a whole number below n, each with the same chance: masked words until one fits."""
    mask = np.uint64(n - 1)
    for shift in (1, 2, 4, 8, 16, 32):
        mask |= mask >> np.uint64(shift)
    while True:
        word = spare_word(spare, at, k0, k1, stream) & mask
        if word < np.uint64(n):
            return np.int64(word)
