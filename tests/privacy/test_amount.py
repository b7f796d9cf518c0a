import math
from decimal import Decimal

import numpy as np
import pytest

from vicinage.errors import ParameterError
from vicinage.privacy import ZCDP, ApproxDP, PureDP, amount


@pytest.mark.parametrize(
    "value",
    [
        0,
        -1,
        "-0",
        math.nan,
        math.inf,
        "nan",
        "sNaN",
        "inf",
        1_000_001,
        True,
        None,
        b"1",
        "1e-999999999",
        "one",
        [1],
    ],
)
def test_what_is_no_number_above_0_is_refused(value):
    with pytest.raises(
        ParameterError, match="epsilon must be a number above 0 and at most 1000000"
    ):
        PureDP(value)


@pytest.mark.parametrize("delta", [0, -1, 1, "1.0", 2, "nan", "inf", "", "abc", True])
def test_a_delta_that_is_not_between_0_and_1_is_refused_with_its_range(delta):
    with pytest.raises(ParameterError, match="delta must be above 0 and below 1, got"):
        ApproxDP(1, delta)
    with pytest.raises(ParameterError, match="delta must be above 0 and below 1, got"):
        ZCDP(1, delta)


@pytest.mark.parametrize(
    "value", [0.1, np.float64(0.1), np.float32(0.1), "0.1", " 0.1 ", Decimal("0.1")]
)
def test_an_amount_is_the_decimal_that_was_written(value):
    assert amount("epsilon", value) == Decimal("0.1")


@pytest.mark.parametrize("value", [2, np.int64(2), np.uint8(2), np.float32(2)])
def test_a_number_of_numpy_is_the_number_that_it_is(value):
    assert amount("epsilon", value) == 2
