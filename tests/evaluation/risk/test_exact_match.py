import pandas as pd

from vicinage.evaluation import evaluate


def test_a_record_matches_wherever_it_lies_in_the_release():
    original = pd.DataFrame({"x": [1, 2, 3, 3], "y": [1, 2, 3, 4]})
    released = pd.DataFrame({"x": [3, 1, 3, 9], "y": [3, 1, 3, 9]})

    risk = evaluate(original, released).risk

    assert risk["exact_match_share"] == 0.5
    assert risk["changed_cell_share"] == 0.75


def test_strata_are_compared_but_cannot_change():
    original = pd.DataFrame({"x": [1.0, 2.0], "region": ["N", "S"]})
    released = pd.DataFrame({"x": [2.0, 2.0], "region": ["N", "S"]})

    plain = evaluate(original, released).risk

    assert plain["exact_match_share"] == 0.5
    assert plain["changed_cell_share"] == 0.25
