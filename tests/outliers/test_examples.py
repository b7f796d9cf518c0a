"""The example about outliers runs."""

import runpy

from support.pages import ROOT


def test_both_scenarios_stay_within_their_budgets(capsys):
    runpy.run_path(str(ROOT / "examples" / "outlier_scenarios.py"), run_name="__main__")

    lines = capsys.readouterr().out.splitlines()
    assert [line.startswith("  ") for line in lines] == [
        False,
        True,
        True,
        False,
        True,
        True,
        False,
    ]
    assert lines[1].startswith("  mean radius: ")
    assert lines[-1] in ("Left of the budget: epsilon 0", "Left of the budget: epsilon 0.0")
