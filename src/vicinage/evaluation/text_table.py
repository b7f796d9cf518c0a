"""Plain tables of names and numbers."""

from collections.abc import Sequence

from vicinage.evaluation.figure import Figure, figure_text

__all__ = ["text_table"]

_LONGEST = 32


def text_table(heads: Sequence[str], rows: Sequence[Sequence[Figure]]) -> list[str]:
    r"""Return lines of columns, the first to the left, numbers to the right.

    Examples
    --------
    >>> print("\n".join(text_table(("term", "estimate"), [("age", 0.25), ("pay", 12345.0)])))
      term  estimate
      age       0.25
      pay     12,345
    """
    cells = [[str(name)[:_LONGEST], *(_cell(figure) for figure in row)] for name, *row in rows]
    widths = [max(map(len, column)) for column in zip(heads, *cells, strict=True)]
    return [
        "  ".join(["", line[0].ljust(widths[0]), *map(str.rjust, line[1:], widths[1:])])
        for line in [list(heads), *cells]
    ]


def _cell(figure: Figure) -> str:
    return "-" if isinstance(figure, str) else figure_text(figure)
