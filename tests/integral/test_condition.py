import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vicinage.integral.condition import Condition
from vicinage.integral.resampler import Resampler
from vicinage.privacy import RandomKey


def condition(n, name, k, resampling="half", n_resamples=200):
    family = Resampler(key=RandomKey.new(seed=8), n=n, resampling=resampling)
    none = np.empty((0, n), np.int64)
    drawn = family.survey(range(n_resamples), np.zeros((1, n)), np.zeros(1), none, np.array([0]))
    return Condition(name=name, k=k, resampler=family, screened=drawn[2], fingerprints=drawn[3])


def naive(asked, members):
    generators = {asked.resampler.counts(int(b)).tobytes() for b in members}
    counts = np.array([np.frombuffer(one, np.uint8) for one in generators])
    needed = asked.k if asked.name == "absence" else 1
    return len(generators) >= asked.k and bool(((counts == 0).sum(axis=0) >= needed).all())


SMALL = {
    setting: condition(*setting)
    for setting in itertools.product((4, 30, 70), ("absence", "intersection"), (2, 5), ("half",))
} | {
    (4, "absence", 2, "bootstrap"): condition(4, "absence", 2, "bootstrap"),
    (90, "intersection", 3, "bootstrap"): condition(90, "intersection", 3, "bootstrap"),
}


@given(
    setting=st.sampled_from(list(SMALL)),
    members=st.lists(st.integers(0, 199), max_size=60, unique=True),
)
def test_conditions_are_those_of_the_definition(setting, members):
    asked = SMALL[setting]

    assert asked.holds(np.array(members, np.int64)) == (bool(members) and naive(asked, members))


@pytest.mark.parametrize("resampling", ["half", "bootstrap"])
def test_large_columns_are_decided_beyond_the_screen(resampling):
    asked = condition(5000, "absence", 5, resampling)
    held = []
    for size in range(10, 60):
        members = np.arange(size)
        held.append(asked.holds(members))
        assert held[-1] == naive(asked, members)
        assert asked.may_hold(members) or not held[-1]

    assert held == sorted(held)  # more generators never do harm
    assert {*held} == {False, True}


def test_a_record_outside_the_screen_that_all_generators_share_is_found():
    asked = condition(5000, "intersection", 3)
    outside = sorted(set(range(5000)) - set(asked.resampler.screen().tolist()))[7]
    members = np.array([b for b in range(200) if asked.resampler.counts(b)[outside]])

    assert asked.may_hold(members)
    assert not asked.holds(members)


def test_equal_generators_count_once():
    asked = condition(3, "intersection", 3)  # half-samples of one record: three of them
    by_record = {int(np.flatnonzero(asked.resampler.counts(b))[0]): b for b in range(200)}
    others = [b for b in range(200) if asked.resampler.counts(b)[0] or asked.resampler.counts(b)[1]]

    assert asked.holds(np.array([*by_record.values()]))
    assert len(others) > 100
    assert not asked.holds(np.array(others))
