import numpy as np
import pandas as pd
import pytest
from scipy.stats import ks_2samp

from vicinage.evaluation import evaluate


def test_kolmogorov_smirnov_is_that_of_scipy():
    rng = np.random.default_rng(1)
    original = pd.DataFrame({"x": rng.normal(size=200).round(1)})
    released = pd.DataFrame({"x": rng.normal(0.2, size=200).round(1)})

    ks = evaluate(original, released).utility["ks"]["x"]

    assert ks == pytest.approx(ks_2samp(original["x"], released["x"]).statistic)


def test_a_missing_category_is_a_category():
    original = pd.DataFrame({"c": ["a", "b", None, None]})
    released = pd.DataFrame({"c": ["a", "b", "b", "b"]})

    assert evaluate(original, released).utility["total_variation"]["c"] == 0.5


def test_statistics_of_both_tables_lie_side_by_side():
    original = pd.DataFrame({"x": [1.0, 2.0, 3.0, np.nan]})
    released = pd.DataFrame({"x": [2.0, 2.0, 2.0, np.nan]})

    statistics = evaluate(original, released).utility["columns"]["x"]

    assert statistics["mean_original"] == statistics["mean_released"] == 2.0
    assert (statistics["sd_original"], statistics["sd_released"]) == (1.0, 0.0)
    assert statistics["quantiles_original"] == pytest.approx([1.1, 1.5, 2.0, 2.5, 2.9])
