"""Text that fits the terminal."""

import re
import shutil
import textwrap

__all__ = ["fitted"]

_WIDEST = 100


def fitted(text: str, width: int | None = None) -> str:
    """Break long lines, and let what follows a wide gap stand under its own beginning.

    Parameters
    ----------
    text : str
    width : int, optional
        By default that of the terminal, but at most 100.

    Examples
    --------
    >>> print(fitted("  sdid   0.25  share of records that are close to their originals", 42))
      sdid   0.25  share of records that are
                   close to their originals
    """
    if width is None:
        width = min(shutil.get_terminal_size().columns, _WIDEST)
    return "\n".join(_fitted_line(line, width) for line in text.splitlines())


def _fitted_line(line: str, width: int) -> str:
    if len(line) <= width:
        return line
    gaps = list(re.finditer(r"\S {2,}(?=\S)", line))
    indent = gaps[-1].end() if gaps and gaps[-1].end() < 2 * width // 3 else 0
    return textwrap.fill(
        line,
        width,
        subsequent_indent=" " * indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
