"""Every block of code in the pages that show how something is done runs as it stands.

A block runs unless ``<!-- not run: REASON -->`` stands on the line before it. Blocks of one page
share a folder and their Python names. A block whose first line is ``# NAME.toml`` is that file.
"""

import contextlib
import doctest
import os
import re
import shlex
import subprocess
import sys
import tomllib
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest

from support.pages import DOCS, ROOT, blocks_of
from support.postgres_server import missing_reason, postgres_server
from vicinage.cli.main import main

PAGES = [
    ROOT / "README.md",
    *sorted((DOCS / "tutorials").glob("*.md")),
    *sorted((DOCS / "how-to").glob("*.md")),
    *sorted((DOCS / "explanation").glob("*.md")),
    *sorted((DOCS / "reference").glob("*.md")),
    *sorted((DOCS / "decisions").glob("*.md")),
]
SHELL = {"sh", "console"}
SERVER = "postgresql://steward@db.example:5432"  # what pages call a data base server
SILENT = {"", "text", "json"}  # nothing that could be run


def commands_of(block):
    """Return pairs of a command and the lines that it is said to print."""
    lines = block.text.replace("\\\n", " ").splitlines()
    if not any(line.startswith("$ ") for line in lines):
        return [(line, []) for line in lines if line and not line.startswith("#")]
    commands = []
    for line in lines:
        if line.startswith("$ "):
            commands.append((line[2:], []))
        elif line.strip():
            commands[-1][1].append(line)
    return commands


def run_command(command, capsys):
    """Run one command; return its exit code and what it printed on both streams."""
    setting = re.fullmatch(r"(?:export )?(\w+)=(\S+)", command)
    if setting:
        os.environ[setting[1]] = os.path.expandvars(setting[2])
        return 0, ""
    program, *arguments = shlex.split(os.path.expandvars(command), comments=True)
    if program != "vicinage" or set(arguments) & {"|", ">", "&&"}:
        done = subprocess.run(
            ["/bin/bash", "-c", command], check=False, capture_output=True, text=True
        )
        return done.returncode, done.stdout + done.stderr
    capsys.readouterr()
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    captured = capsys.readouterr()
    return ended.value.code, captured.out + captured.err


def run_shell(block, capsys):
    commands = commands_of(block)
    for place, (command, expected) in enumerate(commands, start=1):
        code, printed = run_command(command, capsys)
        assert code == (block.exit_code if place == len(commands) else 0), f"{command}\n{printed}"
        pattern = r"\n(?:.*\n)*?".join(
            r"\s*" + ".*".join(map(re.escape, line.strip().split("..."))) for line in expected
        )
        assert re.search(pattern, printed), f"{command} did not print the lines shown:\n{printed}"


def run_python(block, names, page):
    if ">>>" not in block.text:
        exec(compile("\n" * (block.line - 1) + block.text, page, "exec"), names)  # noqa: S102
        return
    test = doctest.DocTestParser().get_doctest(block.text, names, page, page, block.line - 1)
    report = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(
        test, out=report.append, clear_globs=False
    )
    names.update(test.globs)
    assert not report, "".join(report)


def check_toml(block):
    tomllib.loads(block.text)
    name = re.match(r"# (\S+\.toml)\n", block.text)
    if name:
        Path(name[1]).write_text(block.text, encoding="utf-8")


def run_block(block, names, page, capsys):
    if block.language in SHELL:
        run_shell(block, capsys)
    elif block.language == "python":
        run_python(block, names, page)
    elif block.language == "toml":
        check_toml(block)
    else:
        silent = block.language in SILENT or block.language.startswith("{")  # a directive
        assert silent, f"{page}:{block.line} is of no known language"


@pytest.fixture
def own_environment(monkeypatch):
    """Undo what a page exports; its commands find the programs of this environment."""
    for name in ("LEDGER", "VICINAGE_LEDGER_KEY"):
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)
    scripts = Path(sys.executable).parent
    monkeypatch.setenv("PATH", f"{scripts}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("PWD", str(Path.cwd()))


@contextlib.contextmanager
def server_of(page):
    """Yield the address of a server with a data base `budgets`, for a page that has one."""
    if SERVER not in page.read_text(encoding="utf-8"):
        yield SERVER
        return
    if missing_reason() and "VICINAGE_REQUIRE_SERVICES" not in os.environ:
        pytest.skip(missing_reason())
    with postgres_server() as address, psycopg.connect(f"{address}/postgres") as connection:
        connection.autocommit = True
        connection.execute("CREATE DATABASE budgets")
        yield address


@pytest.mark.usefixtures("people", "own_environment")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_the_blocks_of_a_page_run_in_their_order(page, capsys):
    names = {"__name__": "__main__"}
    with server_of(page) as server:
        for block in blocks_of(page):
            if block.is_run:
                here = replace(block, text=block.text.replace(SERVER, server))
                run_block(here, names, page.name, capsys)


def test_a_page_that_shows_what_is_not_printed_is_noticed(tmp_path, capsys):
    page = tmp_path / "page.md"
    page.write_text("```console\n$ vicinage --version\nthe moon\n```\n", encoding="utf-8")

    with pytest.raises(AssertionError, match="did not print the lines shown"):
        run_shell(blocks_of(page)[0], capsys)


def test_every_command_is_shown_in_some_page_that_runs():
    shown = "\n".join(
        block.text for page in PAGES for block in blocks_of(page) if block.language in SHELL
    )
    commands = {"schema", "check", "release", "evaluate", "tune", "report", "count-outliers"}
    commands |= {"find-subspaces", "statistics", "distances", "ledger", "demo"}

    assert not {name for name in commands if f"vicinage {name}" not in shown}
