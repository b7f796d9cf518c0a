import numpy as np
import pandas as pd
import pytest

from vicinage.evaluation import evaluate


def test_ranks_see_through_a_monotone_change_that_distances_do_not():
    x = np.arange(1.0, 31.0)
    original, released = pd.DataFrame({"x": x}), pd.DataFrame({"x": x**3})

    risk = evaluate(original, released).risk

    assert risk["linkage_rank"] == 1.0
    assert risk["linkage_distance"] < 0.2


def test_ties_count_as_a_pick_at_random():
    original = pd.DataFrame({"x": [1.0, 1.0, 2.0, 2.0, 2.0]})

    assert evaluate(original, original).risk["linkage_rank"] == pytest.approx(2 / 5)


def test_nominal_columns_tell_records_apart():
    original = pd.DataFrame({"x": [1.0, 1.0, 2.0, 2.0], "c": ["a", "b", "a", "b"]})

    assert evaluate(original, original).risk["linkage_rank"] == 1.0


def test_reversed_ranks_link_only_the_middle():
    x = np.arange(5.0)
    risk = evaluate(pd.DataFrame({"x": x}), pd.DataFrame({"x": x[::-1]})).risk

    assert risk["linkage_rank"] == pytest.approx(1 / 5)
