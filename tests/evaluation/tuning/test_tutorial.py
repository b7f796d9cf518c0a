import doctest
from pathlib import Path

TUTORIAL = Path(__file__).parents[3] / "docs" / "tutorials" / "choose-parameters.md"


def test_the_tutorial_runs_as_written():
    outcome = doctest.testfile(str(TUTORIAL), module_relative=False)

    assert outcome.attempted > 10
    assert outcome.failed == 0
