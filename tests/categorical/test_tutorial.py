import re
import shlex
from pathlib import Path

import pytest

from vicinage.cli.main import main

TUTORIAL = Path(__file__).parents[2] / "docs" / "tutorials" / "categorical-distances.md"


def test_the_blocks_of_the_tutorial_run_in_their_order(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    names = {}
    blocks = re.findall(r"```(python|sh)\n(.*?)```", TUTORIAL.read_text(), re.DOTALL)
    for language, block in blocks:
        if language == "python":
            exec(compile(block, TUTORIAL.name, "exec"), names)  # noqa: S102  # our own text
            continue
        for line in block.splitlines():
            with pytest.raises(SystemExit) as caught:
                main(shlex.split(line)[1:])
            assert caught.value.code == 0, line

    out = capsys.readouterr().out
    assert "Would cost epsilon 1, delta 0.000001" in out
    assert "PureDP(epsilon=Decimal('0.5'))" in out
    assert "4000 people in 3 groups" in out
    assert (tmp_path / "pictures" / "01-tree.svg").exists()
