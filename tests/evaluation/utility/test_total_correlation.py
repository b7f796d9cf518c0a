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
