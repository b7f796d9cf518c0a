from itertools import product

import numpy as np
import pytest

from support.sampling import FALSE_ALARM, p_value
from vicinage.errors import ParameterError
from vicinage.mechanisms import NoisyTop
from vicinage.privacy import ZCDP, Exact, PureDP
from vicinage.testing import check_mechanism

SCORES = np.array([0.0, 1.0, 2.5, 3.0])


def law(mechanism, scores):
    return list(mechanism.distribution(np.array(scores, dtype=float)).values())


@pytest.mark.parametrize("count", [1, 2, 3])
def test_the_exact_law_keeps_epsilon_for_every_change_of_every_score(count):
    mechanism = NoisyTop(sensitivity=1, count=count, loss=PureDP(2))
    starts, changes = product((0, 1, 3), repeat=3), list(product((-1, 0, 1), repeat=3))
    pairs = [(a, tuple(np.add(a, b).tolist())) for a in starts for b in changes]

    share = check_mechanism(lambda s: law(mechanism, s), pairs, mechanism.loss)

    assert share > 0.4


def test_a_whole_epsilon_in_each_round_breaks_it():
    wrong = NoisyTop(sensitivity=1, count=2, loss=PureDP(2))

    with pytest.raises(AssertionError, match="use 2 of"):
        check_mechanism(lambda s: law(wrong, s), [((0, 0, 40, 40), (1, 1, 39, 39))], PureDP(1))


def test_draws_follow_the_law_and_not_that_of_another_scale():
    mechanism = NoisyTop(sensitivity=1, count=2, loss=PureDP(2))
    other = NoisyTop(sensitivity=1, count=2, loss=PureDP(3))
    places = {choice: i for i, choice in enumerate(mechanism.distribution(SCORES))}

    draws = [places[mechanism.release(Exact(SCORES)).value] for _ in range(3000)]

    assert p_value(draws, law(mechanism, SCORES)) > FALSE_ALARM
    assert p_value(draws, law(other, SCORES)) < FALSE_ALARM


def test_all_candidates_can_be_put_in_order():
    chosen = NoisyTop(sensitivity=1, count=4, loss=PureDP(8)).release(Exact(100 * SCORES)).value

    assert chosen == (3, 2, 1, 0)


def test_more_choices_than_candidates_are_refused():
    mechanism = NoisyTop(sensitivity=1, count=5, loss=PureDP(8))

    with pytest.raises(ParameterError, match="count must be at most the number of candidates 4"):
        mechanism.release(Exact(SCORES))


@pytest.mark.parametrize("count", [0, 1.5, None])
def test_a_count_that_is_no_whole_number_above_0_is_refused(count):
    with pytest.raises(ParameterError, match="count must be a whole number above 0, got"):
        NoisyTop(sensitivity=1, count=count, loss=PureDP(1))


def test_another_kind_of_loss_is_refused():
    with pytest.raises(ParameterError, match="loss must be a PureDP, got ZCDP"):
        NoisyTop(sensitivity=1, count=1, loss=ZCDP(1))
