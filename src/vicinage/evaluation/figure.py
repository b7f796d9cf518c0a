"""Figures of an evaluation, and how they are written for a reader."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

__all__ = [
    "TOO_LARGE",
    "Figure",
    "FigureRow",
    "figure_text",
    "finite",
    "number_of",
    "percent_text",
]

Figure: TypeAlias = float | str | list[float] | Mapping[str, Any]

TOO_LARGE = "not defined: numbers too large, or too far apart"


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureRow:
    """One line of a table of figures.

    Parameters
    ----------
    name : str
    value : str
        The figure as it is written; "-" where there is none.
    sentence : str
        What the figure means, and why there is none.
    """

    name: str
    value: str
    sentence: str

    @classmethod
    def of(cls, name: str, figure: Figure, sentence: str) -> "FigureRow":
        """Write a figure beside what it means."""
        if isinstance(figure, str):
            return cls(name=name, value="-", sentence=f"{sentence} ({figure})")
        return cls(name=name, value=figure_text(figure), sentence=sentence)


def finite(figure: Figure) -> Figure:
    """Say so in words where a figure is too large for a float, whole lists included.

    Examples
    --------
    >>> finite({"age": 0.5, "pay": float("inf")})
    {'age': 0.5, 'pay': 'not defined: numbers too large, or too far apart'}
    """
    if isinstance(figure, Mapping):
        return {name: finite(value) for name, value in figure.items()}
    numbers = figure if isinstance(figure, list) else [figure]
    sound = all(isinstance(number, str) or math.isfinite(number) for number in numbers)
    return figure if sound else TOO_LARGE


def number_of(figure: Figure) -> float | None:
    """Return the one number that stands for a figure; None where it is not defined.

    Examples
    --------
    >>> number_of({"age": 0.25, "pay": 0.5}), number_of([0.125, 0.9]), number_of("not defined: x")
    (0.5, 0.125, None)
    """
    if isinstance(figure, Mapping):
        return max((value for value in figure.values() if isinstance(value, float)), default=None)
    if isinstance(figure, list):
        figure = figure[0] if figure else ""
    return float(figure) if isinstance(figure, int | float) else None


def figure_text(figure: Figure) -> str:
    """Write one figure: of a mapping by column the largest, of a list by component the first.

    Examples
    --------
    >>> figure_text(12345.6), figure_text({"age": 0.25, "pay": 0.5}), figure_text([0.125, 0.9])
    ('12,346', '0.5', '0.125')
    """
    number = number_of(figure)
    if number is None:
        return figure if isinstance(figure, str) else "-"
    return f"{number:,.0f}" if abs(number) >= 1000 else f"{number:.3g}"


def percent_text(share: Figure) -> str:
    """Write a share in percent; what is no number stays as it is.

    Examples
    --------
    >>> percent_text(0.1234), percent_text("not defined: constant")
    ('12.3 %', 'not defined: constant')
    """
    return f"{100 * share:.1f} %" if isinstance(share, float) else str(share)
