"""Half-samples whose bits are used as they are drawn, beside the plain way over counts."""

import numpy as np
import pytest

from vicinage.integral._kernels import half_survey
from vicinage.integral.resampler import Resampler
from vicinage.privacy import RandomKey

FIRST, B = 5, 11


@pytest.mark.parametrize("n", [20, 63, 64, 65, 1000, 1023, 1024, 1025, 4097, 9001])
def test_sums_places_and_screens_are_those_of_the_counts_of_each_resample(n):
    family = Resampler(key=RandomKey.new(seed=5), n=n, resampling="half")
    values = np.sort(np.random.default_rng(n).normal(3.0, 2.0, n))
    ranks, screen = np.unique([0, family.size // 4, family.size - 1]), family.screen()

    sums, positions, screened, fingerprints = half_survey(
        family.size, family._halves, FIRST, B, 2, (values, 3.0), ranks, screen
    )

    for b in range(B):
        counts = family.counts(FIRST + b)
        drawn = values[counts == 1] - 3.0
        np.testing.assert_allclose(sums[0, b], [drawn.sum(), (drawn**2).sum()], atol=1e-9)
        assert np.array_equal(positions[0, b], np.flatnonzero(counts)[ranks])
        bits = np.unpackbits(screened[b].view(np.uint8), bitorder="little")[: screen.size]
        assert np.array_equal(bits, counts[screen])
    assert np.unique(fingerprints).size == B


@pytest.mark.parametrize("threads", [1, 3, 4])
def test_how_many_threads_share_the_work_changes_no_bit(threads):
    family = Resampler(key=RandomKey.new(seed=5), n=3000, resampling="half")
    values, ranks = np.linspace(-1, 1, 3000), np.array([0, 700])

    def ask(count):
        column = (values, 0.0)
        return half_survey(1500, family._halves, 0, B, count, column, ranks, family.screen())

    assert all(np.array_equal(a, b) for a, b in zip(ask(threads), ask(2), strict=True))
