from itertools import combinations_with_replacement

import numpy as np
import pytest

from support.canonical import naive_degrees
from vicinage.errors import ParameterError
from vicinage.outliers.degrees import count_of, degrees
from vicinage.outliers.sensitivity import global_sensitivity

ALL = 10**9


@pytest.mark.parametrize(
    ("n", "domain", "k", "tables", "pairs"),
    [(5, 14, 1, 8_568, 216_580), (5, 14, 2, 8_568, 216_580), (6, 10, 2, 5_005, 90_090),
     (7, 9, 3, 6_435, 108_108)],
)  # fmt: skip
def test_no_two_neighbours_of_all_small_tables_differ_by_more(n, domain, k, tables, pairs):
    every = list(combinations_with_replacement(range(domain), n))
    counts = {}
    for table in every:
        found = degrees(np.array(table, float)[:, None], 1.0, cap=k)
        counts[table] = count_of(found, k)
    seen, worst = 0, 0
    for kept in combinations_with_replacement(range(domain), n - 1):
        beside = [counts[tuple(sorted((*kept, value)))] for value in range(domain)]
        seen += domain * (domain - 1) // 2
        worst = max(worst, max(beside) - min(beside))

    assert (len(every), seen) == (tables, pairs)
    assert worst <= global_sensitivity(1, k, n)
    if n > 2 * k + 1:  # enough room for the bound to be attained
        assert worst == global_sensitivity(1, k, n)


@pytest.mark.parametrize("k", [1, 2, 7])
def test_in_the_plane_a_count_can_change_by_five_k_and_one(k):
    ring = np.repeat([[-4, -1], [0, -5], [4, -1], [3, 4], [-3, 4]], k, axis=0)
    table = np.concatenate([ring, [[0, 0], [1000, 0]]]).astype(float)
    moved = table.copy()
    moved[-2] = [0, 1000]
    radius = np.sqrt(12.5)
    assert 25.0 <= 2 * radius * radius < 25.0001

    before, after = (count_of(degrees(each, radius, cap=k), k) for each in (table, moved))

    assert after - before == 5 * k + 1 == global_sensitivity(2, k, len(table))
    assert (degrees(table, radius, cap=ALL) == naive_degrees(table, radius, ALL)).all()


def test_the_bound_never_exceeds_the_number_of_records():
    assert global_sensitivity(24, 1000, 5) == 5
    assert global_sensitivity(25, 1, 777) == 777
    assert global_sensitivity(3, 2, 1000) == 25


@pytest.mark.parametrize(
    ("name", "arguments"),
    [("m", (0, 1, 9)), ("k", (1, 0, 9)), ("n", (1, 1, 0)), ("k", (1, 1.5, 9))],
)
def test_parameters_below_one_are_refused(name, arguments):
    with pytest.raises(ParameterError, match=f"{name} must be a whole number of at least 1"):
        global_sensitivity(*arguments)
