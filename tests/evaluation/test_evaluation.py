from vicinage.evaluation import Evaluation


def test_the_summary_names_what_is_not_defined_and_why():
    outcome = Evaluation(
        risk={"dcr_mean": 12345.6, "sdid": "not defined: constant"},
        utility={"ks": {"age": 0.25, "pay": 0.5}, "pca_loading_mad": [0.125, 0.9]},
        warnings=("no perturbation took place: 0 % of the cells changed",),
    )

    lines = outcome.summary().splitlines()

    assert lines[0] == "WARNING: no perturbation took place: 0 % of the cells changed"
    assert lines[2].split()[:2] == ["dcr_mean", "12,346"]
    assert lines[3].split()[:2] == ["sdid", "-"]
    assert lines[3].endswith("(not defined: constant)")
    assert [line.split()[1] for line in lines[5:]] == ["0.125", "0.5"]
