from collections import Counter

import numpy as np
import pandas as pd
import pytest

from vicinage.errors import ParameterError
from vicinage.evaluation import evaluate


def test_a_table_is_compared_cell_by_cell():
    original = pd.DataFrame({"a": list("xxyy"), "b": list("ppqq")})
    released = pd.DataFrame({"a": list("xxyy"), "b": list("pqpq")})

    found = evaluate(original, released).utility

    assert found["contingency_l1"] == {"a x b": 1.0}
    assert found["total_variation"] == {"a": 0.0, "b": 0.0}  # no column alone shows it


def test_only_the_columns_asked_for_are_crossed():
    frame = pd.DataFrame({"a": list("xxyy"), "b": list("ppqq"), "c": [1.0, 2.0, 3.0, 4.0]})

    found = evaluate(frame, frame, crossed=["c", "a"]).utility

    assert found["contingency_l1"] == {"c x a": 0.0}


@pytest.mark.parametrize("crossed", [["a", "z"], ["a", "a"]])
def test_columns_that_cannot_be_crossed_are_refused(crossed):
    frame = pd.DataFrame({"a": list("xxyy"), "b": list("ppqq")})

    with pytest.raises(ParameterError, match=r"crossed must be different columns.*they are a, b"):
        evaluate(frame, frame, crossed=crossed)


def test_one_column_has_no_table():
    frame = pd.DataFrame({"a": list("xxyy")})

    found = evaluate(frame, frame).utility

    assert found["contingency_l1_mean"] == "not defined: fewer than two columns"


def test_many_levels_are_counted_as_they_occur():
    """A full table of these would have 25 million cells."""
    rows = np.arange(20_000)
    frame = pd.DataFrame({"a": rows % 5000, "b": 7 * rows % 4999}).astype(str)
    released = frame.assign(b=np.roll(frame["b"], 1))

    found = evaluate(frame, released, crossed=["a", "b"]).utility

    before, after = (Counter(zip(t["a"], t["b"], strict=True)) for t in (frame, released))
    moved = (before - after).total() + (after - before).total()
    assert found["contingency_l1"] == {"a x b": moved / 20_000}
