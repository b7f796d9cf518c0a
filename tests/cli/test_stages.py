import io
import re
import time

import pytest

from vicinage.cli.stages import showing_stages


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_long_work_is_shown_on_a_terminal(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr("vicinage.cli.stages._PATIENCE", 0.0)

    with showing_stages(total=1) as begin:
        begin("reading")
        latest = time.monotonic() + 30
        while "reading" not in terminal.getvalue() and time.monotonic() < latest:
            time.sleep(0.01)

    assert re.search(r"reading.*0:00:0", terminal.getvalue())


@pytest.mark.parametrize(
    ("stream", "quiet", "patience"),
    [(Terminal(), False, 60.0), (Terminal(), True, 0.0), (io.StringIO(), False, 0.0)],
)
def test_short_or_unwatched_or_quiet_work_is_not_shown(monkeypatch, stream, quiet, patience):
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setattr("vicinage.cli.stages._PATIENCE", patience)

    with showing_stages(total=1, quiet=quiet) as begin:
        begin("reading")

    assert "reading" not in stream.getvalue()


def test_long_work_in_a_log_is_told_by_a_line_now_and_then(monkeypatch, capsys):
    clock = iter([0.0, 29.0, 31.0, 40.0, 62.0])
    monkeypatch.setattr("vicinage.cli.log_lines.time.monotonic", lambda: next(clock))

    with showing_stages(total=4) as begin:
        for name in ("reading", "protecting", "evaluating", "writing"):
            begin(name)

    assert capsys.readouterr().err == "protecting\nwriting\n"
