"""The outcome of an evaluation."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from vicinage.evaluation.sentences import RISK, UTILITY

__all__ = ["Evaluation", "Figure"]

Figure: TypeAlias = float | str | list[float] | Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """Risk and utility of a release.

    Parameters
    ----------
    risk, utility : mapping of str to figure
        A figure is a number, a list of numbers (one a component), a mapping by column, or a text
        that begins with "not defined" and says why.
    warnings : tuple of str
        What must be known before the figures are believed.
    """

    risk: Mapping[str, Figure]
    utility: Mapping[str, Figure]
    warnings: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Return everything as dictionaries, lists, numbers and texts, fit for JSON."""
        return {
            "risk": dict(self.risk),
            "utility": dict(self.utility),
            "warnings": list(self.warnings),
        }

    def summary(self) -> str:
        """Return a plain table: each figure with a sentence that says what it means.

        Examples
        --------
        >>> print(Evaluation(risk={"sdid": 0.25}, utility={}).summary())
        Risk
          sdid                           0.25  share of records whose every number lies within one \
standard deviation of its released value; lower is safer
        """
        lines = [f"WARNING: {warning}" for warning in self.warnings]
        for title, figures, sentences in (
            ("Risk", self.risk, RISK),
            ("Utility", self.utility, UTILITY),
        ):
            rows = [
                f"  {name:<27}{_text(figures[name]):>8}  {sentence}{_reason(figures[name])}"
                for name, sentence in sentences.items()
                if name in figures
            ]
            if rows:
                lines += [title, *rows]
        return "\n".join(lines)


def _text(figure: Figure) -> str:
    if isinstance(figure, Mapping):  # by column: the largest
        return _text(max((f for f in figure.values() if isinstance(f, float)), default="-"))
    if isinstance(figure, list):  # by component: the first
        return _text(figure[0])
    if isinstance(figure, str):
        return "-"
    return f"{figure:,.0f}" if abs(figure) >= 1000 else f"{figure:.3g}"


def _reason(figure: Figure) -> str:
    return f" ({figure})" if isinstance(figure, str) else ""
