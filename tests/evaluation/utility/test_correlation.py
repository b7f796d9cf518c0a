import numpy as np
import pandas as pd

from vicinage.evaluation import evaluate
from vicinage.evaluation.pearson import correlations


def test_correlations_are_those_of_numpy():
    values = np.random.default_rng(1).gamma(1.0, size=(50, 4)) * [1, 1e6, 1e-6, 1] + [0, 1e7, 0, 5]

    np.testing.assert_allclose(correlations(values), np.corrcoef(values.T), rtol=1e-9)


def test_missing_cells_are_left_out_pair_by_pair():
    rng = np.random.default_rng(2)
    values = rng.normal(size=(80, 3)) @ rng.normal(size=(3, 3))
    values[rng.random((80, 3)) < 0.2] = np.nan

    np.testing.assert_allclose(
        correlations(values), pd.DataFrame(values).corr().to_numpy(), rtol=1e-9
    )


def test_a_constant_column_has_no_correlation():
    values = np.column_stack([np.arange(5.0), np.full(5, 0.1)])

    assert np.isnan(correlations(values)[0, 1])


def test_the_sign_of_a_loading_does_not_matter():
    x = np.random.default_rng(3).normal(size=100)
    frame = pd.DataFrame({"x": x, "y": x + np.random.default_rng(4).normal(size=100)})

    utility = evaluate(frame, -frame).utility

    np.testing.assert_allclose(utility["pca_loading_mad"], 0.0, atol=1e-12)
    assert utility["correlation_mad"] < 1e-12
