import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vicinage.integral.decimal_ladder import DecimalLadder
from vicinage.integral.dyadic_ladder import DyadicLadder
from vicinage.integral.fixed_step import FixedStep

numbers = st.floats(-1e12, 1e12).map(lambda x: 0.0 if abs(x) < 1e-9 else x)
many = st.lists(numbers, min_size=2, max_size=20).map(np.array)
ladders = st.one_of(
    st.just(DecimalLadder()),
    st.tuples(numbers, st.floats(1e-3, 1e12)).map(lambda b: DyadicLadder(b[0], b[0] + b[1])),
)


@given(ladder=ladders, values=many)
def test_what_shares_a_cell_shares_it_on_all_coarser_rungs(ladder, values):
    before = ladder.cells(values, 0)
    for rung in range(1, min(ladder.n_rungs, 40)):
        after = ladder.cells(values, rung)
        # Each cell goes into one cell, and what had a cell keeps one.
        for cell in set(before[~np.isnan(before)]):
            assert len(set(after[before == cell])) == 1
            assert not np.isnan(after[before == cell]).any()
        before = after


@given(ladder=ladders, values=many)
def test_a_value_lies_in_its_cell_and_the_published_value_in_the_middle(ladder, values):
    if isinstance(ladder, DyadicLadder):
        values = np.clip(values, ladder.lower, ladder.upper)
    for rung in (0, 3, 10):
        for value, cell in zip(values, ladder.cells(values, rung), strict=True):
            if math.isnan(cell):
                continue
            low, high = ladder.interval(cell, rung)
            slack = 1e-9 * (abs(low) + abs(high) + high - low)
            assert low - slack <= value <= high + slack
            assert ladder.value(cell, rung) == pytest.approx((low + high) / 2, abs=slack)


@given(ladder=ladders, values=many)
def test_the_last_rung_holds_everything_in_one_cell(ladder, values):
    last = ladder.n_rungs - 1
    cells = set(ladder.cells(values, last))

    assert cells == {0.0}
    assert ladder.tells_nothing(0.0, last)


def test_dyadic_cells_are_halves_of_halves_of_the_bounds():
    ladder = DyadicLadder(-8.0, 8.0)

    assert ladder.interval(0, 9) == (-8.0, 0.0)
    assert ladder.interval(1, 9) == (0.0, 8.0)
    assert ladder.interval(512, 0) == (0.0, 16 / 1024)
    assert ladder.value(0, 10) == 0.0
    assert ladder.cells(np.array([-9.0, 8.0, 99.0]), 0).tolist() == [0, 1023, 1023]


def test_decimal_cells_have_three_digits_at_most():
    ladder = DecimalLadder()
    value = np.array([123.456])

    assert math.isnan(ladder.cells(value, 11)[0])  # 10^-1 would need 1234
    assert ladder.interval(ladder.cells(value, 12)[0], 12) == (123.0, 124.0)
    assert ladder.interval(ladder.cells(-value, 13)[0], 13) == (-130.0, -120.0)
    assert ladder.interval(ladder.cells(value, 15)[0], 15) == (-1000.0, 1000.0)


@pytest.mark.parametrize("value", [0.3, 0.7, 1e-5, 29.0, 4.35, 1e22, 0.1 + 0.2])
def test_decimal_cells_of_one_value_are_nested_though_floats_round(value):
    ladder = DecimalLadder()
    cells = [ladder.cells(np.array([value]), rung)[0] for rung in range(ladder.n_rungs)]
    known = [cell for cell in cells if not math.isnan(cell)]

    assert all(math.floor(fine / 10) == coarse for fine, coarse in itertools.pairwise(known))


def test_a_step_rounds_to_its_multiples():
    ladder = FixedStep(0.1)

    assert ladder.cells(np.array([0.14, 0.16, -0.04]), 0).tolist() == [1, 2, 0]
    assert ladder.value(3, 0) == 0.3  # and not 0.30000000000000004
    assert ladder.interval(2, 0) == pytest.approx((0.15, 0.25))
    assert math.isnan(ladder.cells(np.array([1e18]), 0)[0])
    assert not ladder.tells_nothing(0.0, 0)
