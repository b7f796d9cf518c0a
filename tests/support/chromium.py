"""Headless Chromium, to look at pages as a reader does."""

import importlib.resources
import json
import os
import re
import shutil
import struct
import subprocess
import tempfile
from pathlib import Path

import pytest

__all__ = ["axe_violations", "required_chromium", "screenshot", "scroll_width", "visited"]

REQUIRED = "VICINAGE_REQUIRE_SERVICES"
"""Set in CI: a test that needs a browser then fails where there is none."""


def required_chromium() -> None:
    """Skip the test where there is no Chromium, or fail where one is required."""
    if shutil.which("chromium"):
        return
    reason = "no Chromium: install the package chromium to test pages in it"
    if os.environ.get(REQUIRED):
        pytest.fail(reason)
    pytest.skip(reason)


def screenshot(page: Path, picture: Path, *, width: int, height: int) -> tuple[int, int]:
    """Draw a page and return the size of the picture in pixels."""
    _run(f"--window-size={width},{height}", f"--screenshot={picture}", page.as_uri())
    return struct.unpack(">II", picture.read_bytes()[16:24])


def axe_violations(page: Path, *, dark: bool = False) -> list[str]:
    """Return what axe finds wrong with a page: the rule and the element, one text each.

    All rules of axe are asked, best practices among them. That it ran at all is asserted.
    """
    axe = importlib.resources.files("axe_core_python").joinpath("axe.min.js").read_text("utf-8")
    asked = page.with_name(f"axe-{page.name}")
    text = page.read_text(encoding="utf-8")
    script = (
        f"<script>{axe}</script><script>axe.run(document).then(found => {{"
        "const told = found.violations.flatMap(v => v.nodes.map(n => v.id + ': ' + n.html));"
        "const note = document.createElement('script');"
        "note.type = 'application/json'; note.id = 'axe';"
        "note.textContent = JSON.stringify({told: told, passed: found.passes.length});"
        "document.body.append(note) })</script>"
    )
    asked.write_text(text.replace("</body>", f"{script}</body>"), encoding="utf-8")
    scheme = ["--blink-settings=preferredColorScheme=0"] if dark else []
    dom = _run(*scheme, "--virtual-time-budget=60000", "--dump-dom", asked.as_uri())
    found = re.search(r'id="axe">(.*?)</script>', dom, re.DOTALL)
    assert found, "axe did not answer"
    answer = json.loads(found[1])
    assert answer["passed"] > 10
    told: list[str] = answer["told"]
    return told


def scroll_width(page: Path, width: int) -> int:
    """Return how many pixels wide the content of a page is in a frame of a width.

    A window cannot be as narrow as a phone, but a frame can.
    """
    return int(_asked(page, width, "frame.contentDocument.documentElement.scrollWidth"))


def visited(page: Path) -> set[str]:
    """Return the addresses of all that a page asks for while it loads, found or not."""
    entries = "frame.contentWindow.performance.getEntriesByType('resource')"
    return set(_asked(page, 800, f"{entries}.map(entry => entry.name).join(' ')").split())


def _asked(page: Path, width: int, expression: str) -> str:
    """Load a page in a frame and evaluate an expression about it."""
    outer = page.with_name("frame.html")
    outer.write_text(
        f'<iframe src="{page.name}" style="width:{width}px;height:900px;border:0"></iframe><script>'
        "onload = () => { const frame = document.querySelector('iframe');"
        f"document.title = 'answer ' + ({expression}) }}</script>",
        encoding="utf-8",
    )
    text = _run("--allow-file-access-from-files", "--dump-dom", outer.as_uri())
    found = re.search(r"<title>answer ?(.*?)</title>", text)
    assert found
    return found[1]


def _run(*arguments: str) -> str:
    with tempfile.TemporaryDirectory() as profile:
        command = [
            "chromium",
            *("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"),
            *("--disable-background-networking", "--disable-component-update", "--no-first-run"),
            # The browser has errands of its own; nobody is to be reached.
            *("--host-resolver-rules=MAP * ~NOTFOUND", f"--user-data-dir={profile}"),
            *arguments,
        ]
        return subprocess.run(
            command, capture_output=True, text=True, check=True, timeout=60
        ).stdout
