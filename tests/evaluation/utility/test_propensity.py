import numpy as np
import pandas as pd
import pytest
from statsmodels.discrete.discrete_model import Logit

from vicinage.evaluation import evaluate
from vicinage.evaluation.pair import Pair
from vicinage.evaluation.utility.propensity import propensity_figures
from vicinage.table import Table


def pair_of(original, released):
    return Pair.of(Table.from_frame(original), Table.from_frame(released))


def test_a_copy_cannot_be_told_apart_and_a_shifted_table_can():
    x = np.random.default_rng(4).normal(size=400)
    frame = pd.DataFrame({"x": x})

    assert evaluate(frame, frame).utility["pmse"] == pytest.approx(0.0, abs=1e-9)
    assert evaluate(frame, frame + 100).utility["pmse"] == pytest.approx(0.25, abs=0.01)


def test_records_drawn_with_replacement_have_a_ratio_near_one():
    # Mean of 60 chi-square(3) / 3: standard deviation 0.105; a correct program fails about once
    # in 10,000, and a null that is wrong by a factor of two is refused.
    rng = np.random.default_rng(7)
    original = pd.DataFrame(rng.normal(size=(300, 3)), columns=list("abc"))
    draws = [original.iloc[rng.integers(0, 300, 300)].reset_index(drop=True) for _ in range(60)]
    ratios = [propensity_figures(pair_of(original, draw))["pmse_ratio"] for draw in draws]

    assert np.mean(ratios) == pytest.approx(1.0, abs=0.42)


def test_the_model_is_fitted_to_its_optimum():
    rng = np.random.default_rng(5)
    original, released = rng.random((300, 3)), 1.02 * rng.random((300, 3))
    original[:2] = [[0.0] * 3, [1.0] * 3]  # so that scaling changes nothing

    frames = (pd.DataFrame(table, columns=list("abc")) for table in (original, released))
    found = propensity_figures(pair_of(*frames))

    design = np.column_stack([np.ones(600), np.concatenate([original, released])])
    chances = Logit(np.repeat([0, 1], 300), design).fit(disp=0).predict()
    assert found["pmse"] == pytest.approx(((chances - 0.5) ** 2).mean(), rel=1e-5)


@pytest.mark.parametrize("rare", [1, "b"])
def test_a_sample_in_which_nothing_varies_tells_nothing(rare):
    column = [0 if rare == 1 else "a"] * 60_000
    column[1] = rare  # every second record is asked, from the first
    frame = pd.DataFrame({"x": column})

    figures = propensity_figures(pair_of(frame, frame))

    assert set(figures.values()) == {"not defined: constant"}
