"""The pages of the documentation, and the blocks of code in them."""

import re
from dataclasses import dataclass
from pathlib import Path

__all__ = ["DOCS", "ROOT", "Block", "blocks_of"]

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"

_BLOCK = re.compile(
    r"^(?:<!-- (?P<mark>[^\n]*?) -->\n)?```(?P<language>[\w{}-]*)[^\n]*\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A fenced block of a page.

    Parameters
    ----------
    language : str
        What follows the fence.
    text : str
    line : int
        The line of the page where the text begins, from 1.
    mark : str
        The comment on the line before the fence: ``not run: REASON``, ``exit CODE``, or nothing.
    """

    language: str
    text: str
    line: int
    mark: str

    @property
    def is_run(self) -> bool:
        """Whether the page's test runs it."""
        return not self.mark.startswith("not run: ")

    @property
    def exit_code(self) -> int:
        """The exit code that its last command is to have."""
        return int(self.mark.removeprefix("exit ")) if self.mark.startswith("exit ") else 0


def blocks_of(page: Path) -> list[Block]:
    """Return the fenced blocks of a Markdown page, in their order."""
    text = page.read_text(encoding="utf-8")
    return [
        Block(
            language=found["language"],
            text=found["text"],
            line=text.count("\n", 0, found.start("text")) + 1,
            mark=found["mark"] or "",
        )
        for found in _BLOCK.finditer(text)
    ]
