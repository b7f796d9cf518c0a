"""What the pages and the examples about outliers show, runs."""

import re
import runpy
import shlex
from pathlib import Path

import pytest

from vicinage.cli.main import main

ROOT = Path(__file__).parents[2]
TUTORIAL = ROOT / "docs" / "tutorials" / "private-outlier-count.md"
BLOCK = re.compile(r"^```(python|sh)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_tutorial_runs_as_it_stands(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    names = {}
    for language, block in BLOCK.findall(TUTORIAL.read_text(encoding="utf-8")):
        if language == "python":
            exec(block, names)  # noqa: S102  # our own page
            continue
        for line in block.splitlines():
            program, *arguments = shlex.split(line)
            assert program == "vicinage"
            with pytest.raises(SystemExit) as ended:
                main(arguments)
            assert ended.value.code == 0, capsys.readouterr().err

    shown = capsys.readouterr().out
    assert "Would cost epsilon 0.5; left now: epsilon 2." in shown
    assert "left        epsilon 0.5" in shown  # after the count and the discovery
    assert "For the steward only: exact, not private." in shown
    assert "PureDP(epsilon=Decimal('0.5'))" in shown


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
