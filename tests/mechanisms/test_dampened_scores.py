import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.outlier_worlds import allowed, allowed_answers, answers, profiles
from vicinage.errors import ParameterError
from vicinage.mechanisms import SensitivityProfile, dampened_scores, dampened_t_max
from vicinage.privacy import Exact


def scores(counts, profile):
    return dampened_scores(Exact(np.array(counts)), Exact(profile)).reveal()


def test_no_score_moves_by_more_than_one_between_neighbouring_tables():
    for (q, first), (other, second) in answers(6, 9, 1, 2, t_max=2):
        assert abs(scores([q], first) - scores([other], second)) <= 1


def test_no_score_moves_by_more_than_one_between_profiles_that_the_facts_allow():
    moves = [
        abs(scores([q], first) - scores([other], second))[0]
        for (q, first), (other, second) in allowed_answers(2, 4, 9)
    ]

    assert max(moves) == 1  # exactly, although the scores are floats


def test_a_profile_that_goes_on_with_its_last_bound_breaks_it():
    moves = [
        abs(
            scores([q], SensitivityProfile(first.bounds, first.bounds[-1]))
            - scores([other], SensitivityProfile(second.bounds, second.bounds[-1]))
        )[0]
        for (q, first), (other, second) in answers(7, 8, 1, 3, t_max=0)
    ]

    assert max(moves) > 1


@given(
    counts=st.lists(st.integers(0, 5000), min_size=2, max_size=20),
    bounds=st.lists(st.integers(1, 300), min_size=1, max_size=30),
)
def test_scores_are_in_the_order_of_the_counts(counts, bounds):
    known = SensitivityProfile(tuple(sorted(bounds)), cap=300)
    by_count = [score for _, score in sorted(zip(counts, scores(counts, known), strict=True))]

    assert by_count == sorted(by_count)
    assert len(set(by_count)) == len(set(counts))


@given(count=st.integers(0, 10**6), bounds=st.lists(st.integers(1, 300), min_size=1, max_size=30))
def test_the_score_inverts_the_reach_to_one_unit_of_the_grid(count, bounds):
    known = SensitivityProfile(tuple(sorted(bounds)), cap=300)
    reach = known.reach_beyond(count)

    score = scores([count], known)[0]

    exact = np.interp(count, reach, np.arange(reach.size))
    assert exact - 2**-20 - 1e-9 <= score <= exact + 1e-9
    assert (score * 2**20).is_integer()


def test_scores_have_the_shape_of_the_counts():
    assert scores([[1, 2], [3, 4]], SensitivityProfile((1,), 2)).shape == (2, 2)
    assert scores(np.zeros(0, dtype=np.int64), SensitivityProfile((1,), 2)).shape == (0,)


@pytest.mark.parametrize("cap", [1, 5, 241, 10**6])
@pytest.mark.parametrize("largest", [1, 7, 2000, 10**5])
def test_bounds_beyond_t_max_change_no_score(cap, largest):
    t_max = dampened_t_max(cap, largest)
    counts = np.unique(np.linspace(0, largest, 500).astype(np.int64))

    def up_to(steps):
        return scores(counts, SensitivityProfile(tuple(min(cap, 1 + t) for t in range(steps)), cap))

    assert t_max <= math.isqrt(2 * largest)
    assert np.array_equal(up_to(t_max + 1), up_to(t_max + 20))


def test_the_worlds_of_this_file_hold_profiles_that_are_no_neighbours():
    everything = profiles(2, 4)

    assert not all(allowed(first, second) for first in everything for second in everything)


def test_counts_outside_their_range_are_taken_to_its_ends():
    known = SensitivityProfile((1, 2**20), 2**32)

    assert scores([-5], known) == scores([0], known)
    assert scores([2**62], known) == scores([2**33], known)


def test_counts_that_are_no_whole_numbers_are_refused():
    with pytest.raises(
        ParameterError, match="counts must hold whole numbers of 64 bits, got float"
    ):
        scores([1.5], SensitivityProfile((1,), 2))
