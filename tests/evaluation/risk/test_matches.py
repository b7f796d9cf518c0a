import itertools
import math

import numpy as np
import pytest

from vicinage.evaluation.risk.matches import single_chance


@pytest.mark.parametrize(
    ("matches", "size", "wanted"), [(0, 6, 3), (1, 6, 3), (3, 6, 4), (6, 6, 2)]
)
def test_in_a_smaller_table_the_chance_is_that_of_all_samples(matches, size, wanted):
    records = [1] * matches + [0] * (size - matches)
    naive = np.mean([sum(taken) == 1 for taken in itertools.combinations(records, wanted)])

    assert single_chance(np.array([matches]), size, wanted) == pytest.approx(naive)


def negative_binomial(shape, scale, count):
    chance = math.gamma(shape + count) / math.gamma(shape) / math.factorial(count)
    return chance * (scale / (1 + scale)) ** count * (1 + scale) ** -shape


@pytest.mark.parametrize(("shape", "scale"), [(0.5, 2.0), (2.0, 0.3), (0.05, 40.0), (30.0, 0.01)])
def test_in_a_larger_table_gamma_rates_give_a_negative_binomial(shape, scale):
    n = 1_000_000
    none, one = (round(n * negative_binomial(shape, scale, count)) for count in (0, 1))
    counts = np.repeat([0, 1, 2], [none, one, n - none - one])

    found = single_chance(counts, 1000, 3000)

    assert found == pytest.approx(negative_binomial(shape, 3 * scale, 1), rel=0.01)


def test_equal_rates_give_a_poisson_law():
    n = 1_000_000
    none, one = (round(n * math.exp(-0.4) * 0.4**count) for count in (0, 1))
    counts = np.repeat([0, 1, 2], [none, one, n - none - one])

    assert single_chance(counts, 100, 200) == pytest.approx(0.8 * math.exp(-0.8), rel=0.01)


@pytest.mark.parametrize("counts", [[], [0, 0], [5, 5], [1, 1], [0, 5], [0, 0, 0, 1, 10**6]])
def test_the_chance_is_always_one(counts):
    for wanted in (1, 10, 10**6, 10**8):
        assert 0.0 <= single_chance(np.array(counts, dtype=np.int64), 10**6, wanted) <= 1.0
