from itertools import combinations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vicinage.categorical.association import entropy
from vicinage.categorical.context import (
    above_mean,
    jointly_most_informative,
    most_informative,
    not_redundant,
)


@st.composite
def coded(draw):
    levels = draw(st.lists(st.integers(1, 4), min_size=3, max_size=6))
    n = draw(st.integers(1, 30))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    return levels, np.array([rng.integers(-1, count, n) for count in levels])


def left_open(codes, target, known):
    """Bits of the target that the others leave open, over the records that have all of them."""
    rows = codes[[target, *known]]
    rows = rows[:, (rows >= 0).all(axis=0)]
    if not rows.size:
        return np.inf  # what no record has together says nothing
    both = np.unique(rows, axis=1, return_counts=True)[1]
    others = np.unique(rows[1:], axis=1, return_counts=True)[1]
    return entropy(both) - entropy(others)


@given(coded(), st.integers(1, 3))
def test_no_set_of_columns_leaves_less_open_and_none_before_leaves_as_little(table, k):
    levels, codes = table

    contexts = jointly_most_informative(codes, levels, k)

    for target, context in enumerate(contexts):
        others = [c for c in range(len(levels)) if c != target]
        if len(others) <= k:
            assert context == tuple(others)
            continue
        sets = list(combinations(others, k))
        scores = [left_open(codes, target, chosen) for chosen in sets]
        first = next(i for i, score in enumerate(scores) if score <= min(scores) + 1e-10)
        assert context == sets[first]


def test_the_first_of_tied_columns_wins():
    tied = 0.5 * (1 - np.eye(4))

    assert most_informative(tied, 2) == [(1, 2), (0, 2), (0, 1), (0, 1)]
    assert not_redundant(tied)[3] == (0,)
    assert above_mean(tied, 1.0)[3] == (0, 1, 2)


def test_a_difference_that_rounding_makes_is_a_tie():
    scores = np.zeros((3, 3))
    scores[0] = [0.0, 0.3, 0.1 + 0.2]  # 0.30000000000000004

    assert most_informative(scores, 1)[0] == (1,)


def test_scores_need_not_be_symmetric():
    scores = np.array([[0.0, 0.9, 0.1], [0.2, 0.0, 0.8], [0.7, 0.3, 0.0]])

    assert most_informative(scores, 1) == [(1,), (2,), (0,)]


def test_with_two_columns_each_is_the_context_of_the_other():
    none = np.zeros((2, 2))

    assert above_mean(none, 1.0) == not_redundant(none) == most_informative(none, 3) == [(1,), (0,)]
