import numpy as np
import pytest

from vicinage.integral.choice import Choice
from vicinage.integral.dyadic_ladder import DyadicLadder
from vicinage.integral.fixed_step import FixedStep
from vicinage.integral.recurrence import Recurrence


class AtLeast:
    """A condition that asks for a number of resamples, and for none that is forbidden."""

    def __init__(self, k, forbidden=()):
        self.k, self.forbidden = k, set(forbidden)

    def may_hold(self, members):
        return len(members) >= self.k

    def holds(self, members):
        return self.may_hold(members) and not self.forbidden & set(members.tolist())


def recurrence(values, ladder=None, k=2, forbidden=()):
    values = np.array(values, float).reshape(len(values), -1)
    ladders = [ladder or FixedStep(1.0)] * values.shape[1]
    return Recurrence(values=values, ladders=ladders, condition=AtLeast(k, forbidden))


def test_the_private_choice_is_the_most_frequent_then_the_smallest():
    assert recurrence([5, 5, 3, 3, 4, 4, 9, 9, 9]).choose(None) == Choice(0, (9.0,))
    assert recurrence([5, 5, 3, 3, 4]).choose(None) == Choice(0, (3.0,))


def test_the_accurate_choice_is_the_nearest_then_the_most_frequent_then_the_smallest():
    table = recurrence([5, 5, 3, 3, 3, 7, 7, 7, 7])

    assert table.choose(np.array([5.4])) == Choice(0, (5.0,))
    assert table.choose(np.array([4.0])) == Choice(0, (3.0,))
    assert recurrence([5, 5, 3, 3]).choose(np.array([4.0])) == Choice(0, (3.0,))


def test_a_result_that_fails_its_condition_is_passed_over():
    assert recurrence([5, 5, 5, 3, 3], forbidden=[0]).choose(None) == Choice(0, (3.0,))
    assert recurrence([5, 5, 5, 3], forbidden=[0]).choose(None) is None


def test_a_rung_is_taken_when_its_candidates_cover_half_of_the_resamples():
    ladder = DyadicLadder(0.0, 1024.0)
    spread = [0, 300, 500, 600, 800, 1000]

    # Two of eight agree on the finest rung; that is not half.
    table = recurrence([*spread, 100, 100.5], ladder)
    assert table.choose(None).rung > 0
    # Four of eight do.
    table = recurrence([*spread[:4], 100, 100.5, 700, 700.5], ladder)
    assert table.choose(None) == Choice(0, (100.0,))


def test_the_last_rung_always_answers():
    ladder = DyadicLadder(0.0, 1024.0)

    assert recurrence([1, 1023], ladder).choose(None) == Choice(10, (0.0,))


def test_joint_results_are_those_that_agree_in_every_statistic():
    pairs = [(1, 1), (1, 2), (1, 2), (2, 2), (2, 2), (2, 2)]

    assert recurrence(pairs).choose(None) == Choice(0, (2.0, 2.0))
    assert recurrence(pairs).choose(np.array([1.0, 1.8])) == Choice(0, (1.0, 2.0))


def test_ladders_of_different_lengths_end_together():
    short, long = FixedStep(1.0), DyadicLadder(0.0, 1024.0)
    table = Recurrence(
        values=np.array([[1.0, 1.0], [1.0, 1000.0]]), ladders=[short, long], condition=AtLeast(2)
    )

    assert table.choose(None) == Choice(10, (1.0, 0.0))
    assert [table.rung_of(short, 10), table.rung_of(long, 10)] == [0, 10]


@pytest.mark.parametrize("values", [[1.0, 2.0, 3.0], [1e300, 1e300, 2e300]])
def test_no_result_is_said_to_recur_that_does_not(values):
    assert recurrence(values).choose(None) is None
