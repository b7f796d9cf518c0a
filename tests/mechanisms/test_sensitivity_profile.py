import pytest
from hypothesis import given
from hypothesis import strategies as st

from vicinage.errors import ParameterError
from vicinage.mechanisms import SensitivityProfile


@st.composite
def profiles(draw):
    cap = draw(st.integers(1, 30))
    bounds = draw(st.lists(st.integers(1, cap), min_size=1, max_size=8))
    return SensitivityProfile(tuple(sorted(bounds)), cap)


@given(profile=profiles(), steps=st.integers(0, 20))
def test_the_reach_is_the_sum_of_the_bounds_and_then_of_the_cap(profile, steps):
    endless = [*profile.bounds, *[profile.cap] * 20]

    assert profile.reach(steps).tolist() == [sum(endless[:i]) for i in range(steps + 1)]


@given(profile=profiles(), distance=st.integers(0, 400))
def test_the_reach_beyond_ends_with_the_first_that_exceeds_the_distance(profile, distance):
    reach = profile.reach_beyond(distance)

    assert reach[-1] > distance >= reach[-2]
    assert reach.tolist() == profile.reach(reach.size - 1).tolist()


def test_bounds_do_not_show():
    assert repr(SensitivityProfile((123, 456), 789)) == "SensitivityProfile(cap=789)"


@pytest.mark.parametrize(
    ("bounds", "cap"), [((0, 1), 3), ((2, 1), 3), ((1, 4), 3), ((-1,), 3), ((1,), 0)]
)
def test_bounds_that_fall_or_leave_their_range_are_refused_without_being_told(bounds, cap):
    with pytest.raises(ParameterError, match="bounds must be at least 1, never fall") as refusal:
        SensitivityProfile(bounds, cap)

    assert not any(character.isdigit() and character != "1" for character in str(refusal.value))


@pytest.mark.parametrize(("bounds", "cap"), [((), 3), ((1.0,), 3), ((1,), 2.5), ((True,), 3)])
def test_bounds_that_are_no_whole_numbers_are_refused(bounds, cap):
    with pytest.raises(ParameterError, match="bounds and cap must be whole numbers"):
        SensitivityProfile(bounds, cap)


def test_a_cap_whose_sums_would_not_fit_into_64_bits_is_refused():
    with pytest.raises(ParameterError, match="cap must be at most 2\\^32, got"):
        SensitivityProfile((2**62,), 2**62)

    reach = SensitivityProfile((2**32,) * 1000, 2**32).reach_beyond(2**40)
    assert (reach[1:] > reach[:-1]).all()
