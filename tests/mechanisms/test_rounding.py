import math
import sys
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vicinage.errors import ParameterError
from vicinage.mechanisms.rounding import positive, root_up, round_up, whole

fractions = st.fractions(min_value=Fraction(1, 10**30), max_value=10**30)


@given(value=fractions)
def test_the_next_float_below_a_rounded_number_is_below_it(value):
    above = round_up(value)

    assert Fraction(math.nextafter(above, 0)) < value <= Fraction(above)


@given(value=fractions)
def test_a_rounded_root_is_above_the_root_and_near_it(value):
    root = root_up(value)

    assert Fraction(root) ** 2 >= value > Fraction(root * (1 - 1e-15)) ** 2


def test_numbers_become_exact_fractions():
    assert positive("x", Decimal("0.1")) == Fraction(1, 10)
    assert positive("x", 0.1) > Fraction(1, 10)
    assert positive("x", 3) == 3


@pytest.mark.parametrize("value", [0, -1, math.inf, math.nan, Decimal("NaN"), Decimal("inf")])
def test_numbers_that_are_not_finite_and_above_0_are_refused(value):
    with pytest.raises(ParameterError, match="x must be finite and above 0, got"):
        positive("x", value)


@pytest.mark.parametrize("value", [True, "1", None])
def test_what_is_no_number_is_refused(value):
    with pytest.raises(ParameterError, match="x must be a number above 0, got"):
        positive("x", value)


def test_a_scale_beyond_all_floats_is_refused():
    with pytest.raises(ParameterError, match="scale must be below 1e308; ask for a larger"):
        round_up(Fraction(10**400))
    with pytest.raises(ParameterError, match="scale must be below 1e308; ask for a larger"):
        round_up(Fraction(sys.float_info.max) + 1)


@pytest.mark.parametrize("value", [np.array([3]), np.True_, 3.0, np.int64(0)], ids=repr)
def test_what_is_no_whole_number_above_0_is_refused(value):
    with pytest.raises(ParameterError, match="x must be a whole number above 0, got"):
        whole("x", value)


def test_whole_numbers_of_other_libraries_become_integers():
    assert type(whole("x", np.int64(4))) is int
    assert positive("x", np.int64(4)) == 4
