import numpy as np
import pandas as pd
import pytest

from vicinage.evaluation import evaluate


def test_changes_are_counted_in_standard_deviations_of_the_original():
    original = pd.DataFrame({"x": [1.0, 2.0, 3.0], "y": [10.0, 20.0, np.nan]})
    released = pd.DataFrame({"x": [2.0, 2.0, 3.0], "y": [10.0, 10.0, 5.0]})

    utility = evaluate(original, released).utility

    wanted = 1 / np.sqrt(2) + 10 / (np.sqrt(2) * np.sqrt(50))
    assert utility["il1s"] == pytest.approx(wanted)
    assert utility["il1s_per_cell"] == pytest.approx(wanted / 5)
