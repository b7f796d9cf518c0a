import math

import numpy as np
import pytest

from vicinage.privacy import ZCDP, ApproxDP, PureDP
from vicinage.testing import check_mechanism

COINS = {0: [0.2, 0.8], 1: [0.4, 0.6]}


def test_pure_loss_is_the_largest_log_ratio_in_both_directions():
    assert check_mechanism(COINS.get, [(0, 1)], PureDP(1)) == pytest.approx(math.log(2))
    assert check_mechanism(COINS.get, [(1, 0)], PureDP(1)) == pytest.approx(math.log(2))


def test_delta_is_what_lies_beyond_epsilon():
    loss = ApproxDP("0.1", "0.9")

    share = check_mechanism(COINS.get, [(0, 1)], loss)

    assert share * 0.9 == pytest.approx(0.4 - math.exp(0.1) * 0.2)


def test_rho_is_held_at_every_order():
    ends = {0: [0.5, 0.5], 1: [0.6, 0.4]}
    close = math.log(sum(p**1.01 * q**-0.01 for p, q in zip(ends[1], ends[0], strict=True)))

    share = check_mechanism(ends.get, [(0, 1)], ZCDP(1))

    assert share >= close / 0.0101


@pytest.mark.parametrize("loss", [PureDP("0.69"), ApproxDP("0.1", "0.17"), ZCDP("0.09")])
def test_a_broken_promise_is_told_with_its_pair(loss):
    with pytest.raises(AssertionError, match=r"neighbours (0 and 1|1 and 0) use 1\."):
        check_mechanism(COINS.get, [(0, 1)], loss)


def test_an_answer_that_only_one_of_two_neighbours_gives_is_an_infinite_loss():
    with pytest.raises(AssertionError, match="use inf of PureDP"):
        check_mechanism({0: [1.0, 0.0], 1: [0.5, 0.5]}.get, [(0, 1)], PureDP(50))


def test_mass_that_is_missing_counts_as_lost():
    cut = {0: [0.5, 0.4], 1: [0.5, 0.4]}

    with pytest.raises(AssertionError, match="of ApproxDP"):
        check_mechanism(cut.get, [(0, 1)], ApproxDP(1, "0.05"))


@pytest.mark.parametrize("law", [[0.7, 0.7], [-0.1, 1.1], [math.nan, 0.5]])
def test_a_law_that_is_none_is_told(law):
    with pytest.raises(AssertionError, match="the probabilities for 0 must sum to 1"):
        check_mechanism(lambda _: np.array(law), [(0, 1)], PureDP(1))


@pytest.mark.parametrize("loss", [PureDP(1), ApproxDP(1, "0.9"), ZCDP(1)])
def test_laws_over_different_answers_are_told(loss):
    with pytest.raises(AssertionError, match="laws must be over the same answers"):
        check_mechanism({0: [1.0], 1: [0.5, 0.5]}.get, [(0, 1)], loss)


def test_no_pairs_prove_nothing():
    with pytest.raises(AssertionError, match="at least one pair of neighbours"):
        check_mechanism(COINS.get, [], PureDP(1))
