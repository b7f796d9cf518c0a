"""Links between pages lead somewhere."""

import re
from pathlib import Path

import pytest

from support.pages import DOCS, ROOT

PAGES = sorted(
    [
        *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
        *DOCS.rglob("*.md"),
        *(ROOT / "src").rglob("*.proof.md"),
    ]
)
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def prose(page):
    return FENCE.sub("", page.read_text(encoding="utf-8"))


def anchors(page):
    """Return the anchors of the headings, as a repository browser and the site make them."""
    found = set()
    for heading in re.findall(r"^#+ (.*)$", prose(page), re.MULTILINE):
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "")
        found.add(re.sub(r"[^\w\- ]", "", words.lower()).strip().replace(" ", "-"))
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_of_a_page_lead_somewhere(page):
    lost = []
    for link in LINK.findall(prose(page)):
        if re.match(r"\w+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            lost.append(link)

    assert not lost


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_a_page_has_one_title(page):
    text = re.sub(r"<!--.*?-->", "", prose(page), flags=re.DOTALL)

    assert len(re.findall(r"^# ", text, re.MULTILINE)) == 1


def test_every_page_is_reached_from_the_first():
    """Pages are listed by the indexes of their folders, or by the first page."""
    listed = "\n".join(path.read_text(encoding="utf-8") for path in DOCS.rglob("*.md"))

    for page in sorted(DOCS.rglob("*.md")):
        name = page.relative_to(DOCS).with_suffix("").as_posix()
        by_pattern = page.parent.name in {"how-to", "explanation", "benchmarks", "reference"}
        assert by_pattern or name == "index" or f"{page.stem}" in listed, page


def test_pictures_have_a_text_instead():
    for page in PAGES:
        for text, _ in re.findall(r"!\[([^\]]*)\]\(([^)]+)\)", prose(page)):
            assert len(Path(text).name) > 10, page
