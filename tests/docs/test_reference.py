"""The reference has everything that is public."""

import re

import vicinage
from support.pages import DOCS, ROOT
from vicinage.cli.main import app, ledger


def test_every_command_has_a_section():
    text = (DOCS / "reference" / "commands.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"^```\{command-help\} (.+)$", text, re.MULTILINE))

    names = {name for name in app if not name.startswith("-")}
    names |= {f"ledger {name}" for name in ledger if not name.startswith("-")}
    assert shown == names


def test_every_public_name_is_in_a_part_that_has_a_page():
    pages = (DOCS / "reference" / "python").glob("*.md")
    text = "\n".join(page.read_text(encoding="utf-8") for page in pages)
    parts = set(re.findall(r"automodule:: (\S+)", text))

    homes = {getattr(vicinage, name).__module__ for name in vicinage.__all__ if name[0] != "_"}
    assert not {home for home in homes if not any(home.startswith(part) for part in parts)}


def test_every_page_about_python_is_listed():
    listed = (DOCS / "reference" / "python.md").read_text(encoding="utf-8")

    for page in (DOCS / "reference" / "python").glob("*.md"):
        assert f"python/{page.stem}\n" in listed


def test_every_test_that_a_page_names_is_there():
    text = (DOCS / "reference" / "cases.md").read_text(encoding="utf-8")

    for path, name in re.findall(r"`(tests/[\w/.]+)::(\w+)`", text):
        assert f"def {name}(" in (ROOT / path).read_text(encoding="utf-8"), f"{path}::{name}"
