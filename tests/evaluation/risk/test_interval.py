import numpy as np
import pandas as pd

from vicinage.evaluation import evaluate


def test_all_numbers_of_a_record_must_be_near_and_missing_ones_count_as_near():
    original = pd.DataFrame({"x": [0.0, 10.0, 20.0, np.nan], "y": [0.0, 1.0, 2.0, 3.0]})
    released = pd.DataFrame({"x": [0.0, 10.0, 35.0, 5.0], "y": [0.0, 5.0, 2.0, 3.0]})

    # Standard deviations of the release: x 15.5, y 2.08.
    assert evaluate(original, released).risk["sdid"] == 0.75


def test_the_edge_of_the_interval_belongs_to_it():
    original = pd.DataFrame({"x": [1.0, 1.0, 3.0]})
    released = pd.DataFrame({"x": [0.0, 1.0, 2.0]})

    assert evaluate(original, released).risk["sdid"] == 1.0
