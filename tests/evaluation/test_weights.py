import numpy as np
import pandas as pd
import pytest

from vicinage.errors import TableError
from vicinage.evaluation import evaluate
from vicinage.evaluation.weights import Weights
from vicinage.schema import Categorical, Column, Numeric, Schema

SCHEMA = Schema(
    [
        Column("region", Categorical(("north", "south"))),
        Column("pay", Numeric()),
        Column("w", Numeric(), role="weight"),
    ]
)


def survey(weights):
    n = len(weights)
    return pd.DataFrame(
        {"region": ["north", "south"] * (n // 2), "pay": np.arange(float(n)), "w": weights}
    )


def test_decimal_weights_add_up_whatever_the_order():
    weights = Weights.of_numbers(np.array([0.1] * 1000 + [0.2] * 1000 + [12.37]))

    parts = weights.counts(np.arange(2001) % 7, 7)

    assert parts.sum() == weights.units.sum() == 31237.0
    assert weights.total == 312.37
    assert np.sum([0.1] * 1000 + [0.2] * 1000 + [12.37]) != 312.37  # as floats add up


@pytest.mark.parametrize("numbers", [[1 / 3, 2 / 3, 1.5], [1e300, 1.0], [2.0**53, 3.0]])
def test_weights_without_units_stay_as_they_are(numbers):
    weights = Weights.of_numbers(np.array(numbers))

    assert (weights.units == numbers).all()
    assert weights.one == 1.0


def test_without_a_column_every_record_is_a_person():
    frame = survey([1.0] * 4)

    found = evaluate(frame, frame).utility  # nobody said that w is a weight

    assert found["columns"]["pay"]["mean_original"] == 1.5


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([1.0, None, 1.0, 1.0], "column 'w' must not be missing in a weight"),
        ([1.0, -2.0, 1.0, 1.0], "column 'w' must not be negative in a weight"),
        ([0.0, 0.0, 0.0, 0.0], "weights in 'w' must sum to more than 1"),
        ([0.25, 0.25, 0.25, 0.25], "weights in 'w' must sum to more than 1"),
        ([1e308, 1e308, 1e308, 1e308], "weights in 'w' must sum to more than 1"),
    ],
)
def test_weights_that_are_none_are_refused_by_name(weights, message):
    with pytest.raises(TableError, match=message):
        evaluate(survey([1.0] * 4).assign(w=weights), survey([1.0] * 4), SCHEMA)


def test_a_record_of_weight_zero_is_nobody_in_utility_but_a_record_at_risk():
    original = survey([2.0, 3.0, 1.0, 0.0])
    released = original.assign(pay=[0.0, 1.0, 2.0, 99.0])

    found = evaluate(original, released, SCHEMA)

    assert found.utility["ks"] == {"pay": 0.0}
    assert found.risk["changed_cell_share"] == pytest.approx(1 / 8)


def test_the_weights_of_the_original_count_for_both_tables():
    original = survey([2.0, 3.0, 1.0, 5.0])

    found = evaluate(original, original.assign(w=[9.0, 9.0, 9.0, 1.0]), SCHEMA)

    assert found.utility["total_variation"] == {"region": 0.0}
