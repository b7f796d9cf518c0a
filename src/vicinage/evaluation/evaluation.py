"""The outcome of an evaluation."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from vicinage.evaluation.attack_row import attack_row
from vicinage.evaluation.figure import Figure, FigureRow
from vicinage.evaluation.risk.attack_outcome import AttackOutcome
from vicinage.evaluation.sentences import RISK, UTILITY
from vicinage.evaluation.text_table import text_table

__all__ = ["Evaluation"]

_DETAILS = (
    (
        "Numbers",
        "columns",
        {
            "mean_original": "mean",
            "mean_released": "released",
            "sd_original": "sd",
            "sd_released": "released",
        },
    ),
    (
        "Model",
        "regression_terms",
        {
            "estimate_original": "estimate",
            "estimate_released": "released",
            "error_original": "error",
            "error_released": "released",
            "overlap": "overlap",
        },
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """Risk and utility of a release.

    Parameters
    ----------
    risk, utility : mapping of str to figure
        A figure is a number, a list of numbers (one a component), a mapping by column, or a text
        that begins with "not defined" and says why.
    attacks : tuple of AttackOutcome
        What was tried against a hold-out; the risks are in `risk`, too.
    warnings : tuple of str
        What must be known before the figures are believed.
    """

    risk: Mapping[str, Figure]
    utility: Mapping[str, Figure]
    attacks: tuple[AttackOutcome, ...] = ()
    warnings: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Return everything as dictionaries, lists, numbers and texts, fit for JSON."""
        return {
            "risk": dict(self.risk),
            "utility": dict(self.utility),
            "attacks": [outcome.as_dict() for outcome in self.attacks],
            "warnings": list(self.warnings),
        }

    def rows(self) -> dict[str, list[FigureRow]]:
        """Return the figures with what they mean, under the titles "Risk" and "Utility"."""
        parts = {"Risk": (self.risk, RISK), "Utility": (self.utility, UTILITY)}
        return {
            title: [
                FigureRow.of(name, figures[name], sentence)
                for name, sentence in sentences.items()
                if name in figures
            ]
            for title, (figures, sentences) in parts.items()
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
        parts = {**self.rows(), "Attacks": [attack_row(outcome) for outcome in self.attacks]}
        for title, rows in parts.items():
            if rows:
                lines.append(title)
            lines += [f"  {row.name:<27}{row.value:>8}  {row.sentence}" for row in rows]
        return "\n".join([*lines, *_details(self.utility)])


def _details(utility: Mapping[str, Figure]) -> list[str]:
    """Return tables of the figures that have several numbers for a column or term."""
    lines = []
    for title, name, heads in _DETAILS:
        found = utility.get(name)
        if isinstance(found, Mapping) and found:
            rows = [[key, *(figures[head] for head in heads)] for key, figures in found.items()]
            lines += [title, *text_table(["", *heads.values()], rows)]
    return lines
