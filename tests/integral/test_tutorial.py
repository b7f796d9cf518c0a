import doctest
from pathlib import Path

TUTORIAL = Path(__file__).parents[2] / "docs" / "tutorials" / "integral-statistics.md"


def test_the_tutorial_runs_as_written():
    outcome = doctest.testfile(str(TUTORIAL), module_relative=False)

    assert outcome.attempted > 15
    assert outcome.failed == 0
