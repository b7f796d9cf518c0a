"""Headless Chromium, to look at pages as a reader does."""

import os
import re
import shutil
import struct
import subprocess
import tempfile
from pathlib import Path

import pytest

__all__ = ["required_chromium", "screenshot", "scroll_width", "visited"]

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
