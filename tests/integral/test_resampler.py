import itertools
import math
from collections import Counter

import numba
import numpy as np
import pytest
from scipy import stats

from vicinage._kernels import use_threads
from vicinage.integral._kernels.chacha import blocks
from vicinage.integral.resampler import Resampler
from vicinage.privacy import RandomKey

# J. Strombergson, "Test Vectors for the Stream Cipher ChaCha" (Internet-Draft, 2013): 8 rounds, a
# key of 128 zero bits, the first block.
PUBLISHED = (
    "e28a5fa4a67f8c5defed3e6fb7303486aa8427d31419a729572d777953491120"
    "b64ab8e72b8deb85cd6aea7cb6089a101824beeb08814a428aab1fa2c816081b"
)
ZERO = np.uint64(0)


def resampler(n, resampling, seed=0):
    return Resampler(key=RandomKey.new(seed), n=n, resampling=resampling)


def test_the_stream_is_chacha_as_published():
    out = np.zeros(256, np.uint32)

    blocks(out, ZERO, ZERO, ZERO, 0, ZERO)

    assert out.reshape(16, 16)[:, 0].astype("<u4").tobytes().hex() == PUBLISHED


def test_blocks_go_on_where_the_blocks_before_ended():
    first, second = np.zeros(256, np.uint32), np.zeros(256, np.uint32)
    key = np.uint64(0x0706050403020100), np.uint64(0x0F0E0D0C0B0A0908)

    blocks(first, *key, np.uint64(7), 1, np.uint64(0))
    blocks(second, *key, np.uint64(7), 1, np.uint64(5))

    assert (first.reshape(16, 16)[:, 5:] == second.reshape(16, 16)[:, :11]).all()


@pytest.mark.parametrize("n", [2, 3, 63, 64, 65, 511, 513, 8192, 8193])
def test_each_resample_has_its_size(n):
    for resampling, size, most in (("half", n // 2, 1), ("bootstrap", n, n)):
        family = resampler(n, resampling)
        for b in range(50):
            counts = family.counts(b)
            assert counts.sum() == size == family.size
            assert counts.max() <= most


def test_all_half_samples_are_equally_likely():
    family = resampler(6, "half")
    drawn = Counter(tuple(np.flatnonzero(family.counts(b))) for b in range(20_000))

    observed = [drawn[half] for half in itertools.combinations(range(6), 3)]

    # Chance of a false alarm 1e-6 (and the seed is fixed). Sets of which one is
    # 30% likelier fail.
    assert stats.chisquare(observed).pvalue > 1e-6
    wrong = np.r_[observed[0] * 1.3, observed[1:]]
    assert stats.chisquare(wrong, np.full(20, wrong.mean())).pvalue < 1e-6


def multinomial_law(n):
    """The chance of each vector of counts of n draws from n records."""
    law = {}
    for counts in itertools.product(range(n + 1), repeat=n):
        if sum(counts) == n:
            ways = math.factorial(n) / math.prod(math.factorial(c) for c in counts)
            law[counts] = ways / n**n
    return law


def test_bootstrap_counts_are_multinomial():
    law = multinomial_law(4)
    family = resampler(4, "bootstrap")
    draws = 40_000
    drawn = Counter(tuple(family.counts(b).tolist()) for b in range(draws))

    observed = np.array([drawn[counts] for counts in law])
    expected = draws * np.array(list(law.values()))

    # Chance of a false alarm 1e-6. A law in which (1, 1, 1, 1) is 20% rarer fails.
    assert observed.sum() == draws
    assert stats.chisquare(observed, expected).pvalue > 1e-6
    tilted = np.where([max(counts) == 1 for counts in law], 0.8, 1.0) * expected
    assert stats.chisquare(observed, tilted * draws / tilted.sum()).pvalue < 1e-6


def test_bootstrap_counts_of_a_large_column_follow_the_binomial_law():
    n, draws = 20_000, 100
    family = resampler(n, "bootstrap")
    counts = np.concatenate([family.counts(b) for b in range(draws)])

    observed = np.bincount(np.minimum(counts, 8), minlength=9)
    law = stats.binom(n, 1 / n)
    expected = np.r_[law.pmf(np.arange(8)), law.sf(7)] * counts.size

    # Chance of a false alarm about 1e-6; counts with a mean of 1.005 fail.
    assert stats.chisquare(observed, expected).pvalue > 1e-6
    wrong = stats.poisson(1.005)
    expected = np.r_[wrong.pmf(np.arange(8)), wrong.sf(7)] * counts.size
    assert stats.chisquare(observed, expected).pvalue < 1e-6


def test_rare_counts_come_from_the_words_between_the_thresholds():
    """Counts of 7 and more need a word of zero bits and 64 bits more."""
    n, draws = 100_000, 60
    family = resampler(n, "bootstrap")
    many = sum(int((family.counts(b) >= 7).sum()) for b in range(draws))

    expected = stats.poisson(1).sf(6) * n * draws  # about 500
    assert abs(many - expected) < 5 * math.sqrt(expected)  # false alarm: 6e-7


@pytest.mark.parametrize("resampling", ["half", "bootstrap"])
@pytest.mark.parametrize("n", [20, 64, 9000])
def test_supports_and_screens_are_those_of_the_counts(n, resampling):
    family = resampler(n, resampling, seed=3)
    centred = np.zeros((1, n))
    none = np.empty((0, n), np.int64)

    _, _, screened, fingerprints = family.survey(
        range(12), centred, np.zeros(1), none, np.array([0])
    )
    supports = family.supports(np.arange(12))

    for b in range(12):
        present = family.counts(b) > 0
        assert (bits_of(supports[b], n) == present).all()
        assert (bits_of(screened[b], family.screen().size) == present[family.screen()]).all()
    assert len(set(fingerprints.tolist())) == 12


def bits_of(words, n):
    return np.unpackbits(words.view(np.uint8), bitorder="little")[:n].astype(bool)


def test_equal_resamples_have_equal_fingerprints_and_others_do_not():
    family = resampler(4, "bootstrap")
    none = np.empty((0, 4), np.int64)
    fingerprints = family.survey(range(500), np.zeros((1, 4)), np.zeros(1), none, np.array([0]))[3]
    by_counts = {}
    for b in range(500):
        by_counts.setdefault(tuple(family.counts(b)), set()).add(int(fingerprints[b]))

    assert all(len(marks) == 1 for marks in by_counts.values())
    assert len(set().union(*by_counts.values())) == len(by_counts)


@pytest.mark.parametrize("resampling", ["half", "bootstrap"])
def test_threads_change_nothing(resampling):
    family = resampler(5000, resampling)
    values = np.sort(np.random.default_rng(0).normal(size=(1, 5000)))
    arguments = (
        range(30),
        values,
        np.zeros(1),
        np.empty((0, 5000), np.int64),
        np.array([0, 7, 2000]),
    )
    many = family.survey(*arguments)
    threads = numba.get_num_threads()
    try:
        use_threads(1)
        one = family.survey(*arguments)
    finally:
        use_threads(threads)

    assert all((a == b).all() for a, b in zip(many, one, strict=True))


def test_a_key_repeats_its_resamples_and_another_key_does_not():
    a, b, c = (resampler(100, "half", seed=seed).counts(5) for seed in (1, 1, 2))

    assert (a == b).all()
    assert (a != c).any()
