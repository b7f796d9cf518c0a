import numpy as np
import pandas as pd
import pytest

from vicinage.evaluation import evaluate


def test_columns_that_are_equal_share_their_entropy():
    frame = pd.DataFrame({"a": list("ppqr") * 5, "b": list("xxyz") * 5})

    figure = evaluate(frame, frame).utility["total_correlation_original"]

    assert figure == pytest.approx(-(0.5 * np.log(0.5) + 0.5 * np.log(0.25)))


def test_independent_columns_share_nothing():
    frame = pd.DataFrame({"a": list("pq") * 8, "b": list("xxyy") * 4, "x": [0.0] * 8 + [1.0] * 8})

    assert evaluate(frame, frame).utility["total_correlation_original"] == pytest.approx(0.0)


def test_numbers_are_cut_into_the_cube_root_of_n_bins_over_their_own_range():
    # 27 records, 3 bins of width 1 each: the column tells the category.
    x = np.repeat([0.0, 1.5, 3.0], 9)
    frame = pd.DataFrame({"x": x, "c": np.repeat(list("abc"), 9)})

    assert evaluate(frame, frame).utility["total_correlation_original"] == pytest.approx(np.log(3))


def test_a_constant_column_changes_nothing():
    frame = pd.DataFrame({"a": list("ppqr") * 5, "b": list("xxyz") * 5})
    alone = frame[["a"]]
    names = ("total_correlation_original", "total_correlation_released")

    def figures(table):
        utility = evaluate(table, table).utility
        return [utility[name] for name in names]

    assert figures(frame.assign(c="u", x=3.0)) == figures(frame)
    for table in (alone, alone.assign(c="u"), alone.assign(x=3.0)):
        assert all(figure.startswith("not defined: fewer than two") for figure in figures(table))


def test_a_release_that_is_constant_shares_nothing_that_is_defined():
    frame = pd.DataFrame({"a": list("ppqr") * 5, "b": list("xxyz") * 5})

    utility = evaluate(frame, frame.assign(b="x")).utility

    assert utility["total_correlation_original"] > 1
    assert utility["total_correlation_released"].startswith("not defined")
