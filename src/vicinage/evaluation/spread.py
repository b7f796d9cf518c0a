"""What several releases of one table have in common, and how far they differ."""

import math
import statistics
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from vicinage.evaluation.evaluation import Evaluation
from vicinage.evaluation.gathered import gathered
from vicinage.evaluation.sentences import RISK, UTILITY
from vicinage.evaluation.term_spread import TermSpread
from vicinage.evaluation.text_table import text_table

__all__ = ["Spread"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """Evaluations of several releases of one table. For the steward: its figures are exact.

    Parameters
    ----------
    evaluations : tuple of Evaluation
        At least two, of releases that were drawn by themselves.

    Examples
    --------
    >>> spread = Spread(evaluations=tuple(
    ...     Evaluation(risk={"sdid": share}, utility={}) for share in (0.1, 0.2, 0.3)))
    >>> {name: round(figure, 3) for name, figure in spread.risk["sdid"].items()}
    {'mean': 0.2, 'sd': 0.1}
    """

    evaluations: tuple[Evaluation, ...]

    @property
    def risk(self) -> dict[str, dict[str, float]]:
        """By figure its mean and standard deviation over the releases.

        A list of components is told by its first, a mapping by column by its largest; figures
        that are not defined for every release are left out.
        """
        return _moments([evaluation.risk for evaluation in self.evaluations])

    @property
    def utility(self) -> dict[str, dict[str, float]]:
        """The same of utility."""
        return _moments([evaluation.utility for evaluation in self.evaluations])

    @property
    def model(self) -> dict[str, TermSpread]:
        """By term of the user's model, its estimates and standard errors.

        Empty without a model, or if it is not defined for every release.
        """
        fits = [one.utility.get("regression_terms", "") for one in self.evaluations]
        known = [fit for fit in fits if isinstance(fit, Mapping)]
        if len(known) < len(fits):
            return {}
        return {name: TermSpread.of([fit[name] for fit in known]) for name in known[0]}

    @property
    def warnings(self) -> tuple[str, ...]:
        """Every warning of an evaluation, once."""
        return tuple(dict.fromkeys(w for one in self.evaluations for w in one.warnings))

    def as_dict(self) -> dict[str, Any]:
        """Return everything as dictionaries, lists, numbers and texts, fit for JSON."""
        return {
            "risk": self.risk,
            "utility": self.utility,
            "model": {name: asdict(term) for name, term in self.model.items()},
            "warnings": list(self.warnings),
            "releases": [evaluation.as_dict() for evaluation in self.evaluations],
        }

    def summary(self) -> str:
        """Return a plain table: each figure's mean and spread, and what it means."""
        lines = [f"WARNING: {warning}" for warning in self.warnings]
        lines.append(f"Mean and standard deviation over {len(self.evaluations)} releases")
        parts = (("Risk", self.risk, RISK), ("Utility", self.utility, UTILITY))
        for title, figures, sentences in parts:
            lines.append(title)
            lines += [
                f"  {name:<27}{figures[name]['mean']:>8.3g} {figures[name]['sd']:>8.2g}  {sentence}"
                for name, sentence in sentences.items()
                if name in figures
            ]
        if self.model:
            rows = [[name, *asdict(term).values()] for name, term in self.model.items()]
            lines += ["Model", *text_table(TermSpread.HEADS, rows)]
        return "\n".join(lines)


def _moments(releases: list[Mapping[str, Any]]) -> dict[str, dict[str, float]]:
    return {
        name: {"mean": math.fsum(numbers) / len(numbers), "sd": statistics.stdev(numbers)}
        for name, numbers in gathered(releases).items()
    }
