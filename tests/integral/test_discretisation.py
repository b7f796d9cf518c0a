import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vicinage.errors import ParameterError
from vicinage.integral.discretisation import microaggregate


def least_loss(values, group_size):
    """Try every division of the sorted values into groups of at least `group_size`."""
    best = np.inf
    places = range(1, values.size)
    for count in range(values.size // group_size):
        for cuts in itertools.combinations(places, count):
            groups = np.split(values, cuts)
            if min(map(len, groups)) >= group_size:
                best = min(best, sum(((group - group.mean()) ** 2).sum() for group in groups))
    return best


@given(
    values=st.lists(st.integers(-20, 20), min_size=2, max_size=11).map(sorted),
    group_size=st.integers(1, 4),
)
def test_no_division_into_groups_loses_less(values, group_size):
    values = np.array(values, float)
    if values.size < group_size:
        return

    means = microaggregate(values, group_size)

    assert ((values - means) ** 2).sum() == pytest.approx(least_loss(values, group_size), abs=1e-9)
    assert (np.diff(means) >= 0).all()
    assert means.mean() == pytest.approx(values.mean())
    if group_size > 1:  # groups with the same mean count as one
        sizes = np.unique(means, return_counts=True)[1]
        assert sizes.min() >= group_size


def test_groups_of_one_change_nothing():
    values = np.array([1.0, 2.0, 2.0, 9.5])

    assert microaggregate(values, 1).tolist() == values.tolist()


def test_equal_values_keep_their_value_exactly():
    values = np.full(50, 0.1)

    assert microaggregate(values, 3).tolist() == values.tolist()


def test_groups_larger_than_the_column_are_refused():
    with pytest.raises(ParameterError, match="input_groups must be at most the number of records"):
        microaggregate(np.array([1.0, 2.0]), 3)
