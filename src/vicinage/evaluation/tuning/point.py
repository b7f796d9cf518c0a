"""One setting of a masker and what its releases were worth."""

import json
import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from vicinage.evaluation.evaluation import Evaluation
from vicinage.evaluation.gathered import gathered

__all__ = ["Point"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """A setting, and the figures of its releases.

    For the steward: figures are exact functions of the original table.

    Parameters
    ----------
    method : str
        Class name of the masker.
    setting : mapping of str to value
        The parameters that the sweep sets.
    risk, utility : mapping of str to sequence of float
        By figure, its value in each repetition. A list of components is told by its first, a
        mapping by column by its largest; figures that are not defined are left out.

    Examples
    --------
    >>> point = Point(method="RWN", setting={"n_neighbors": 5, "radius": 0.5},
    ...     risk={"sdid": (0.1, 0.2, 0.3)}, utility={})
    >>> point.label, round(point.mean("sdid"), 3), round(point.error("sdid"), 3)
    ('RWN, n_neighbors = 5, radius = 0.5', 0.2, 0.058)
    """

    method: str
    setting: Mapping[str, Any]
    risk: Mapping[str, Sequence[float]]
    utility: Mapping[str, Sequence[float]]

    @classmethod
    def of(cls, method: str, setting: Mapping[str, Any], judged: Sequence[Evaluation]) -> Self:
        """Gather the evaluations of the releases of one setting."""
        return cls(
            method=method,
            setting=dict(setting),
            risk=gathered([evaluation.risk for evaluation in judged]),
            utility=gathered([evaluation.utility for evaluation in judged]),
        )

    @property
    def label(self) -> str:
        """The setting in one line."""
        return ", ".join([self.method, *(f"{k} = {_short(v)}" for k, v in self.setting.items())])

    @property
    def key(self) -> str:
        """The setting in a text that is different for every other setting, read from JSON too."""
        return f"{self.method} {json.dumps(dict(self.setting), sort_keys=True, default=repr)}"

    def values(self, name: str) -> Sequence[float]:
        """Return a figure in each repetition; empty where it was not measured."""
        return self.risk.get(name) or self.utility.get(name) or ()

    def mean(self, name: str) -> float | None:
        """Return the mean of a figure over the repetitions; None where it was not measured."""
        values = self.values(name)
        return statistics.fmean(values) if values else None

    def error(self, name: str) -> float:
        """Return the standard error of the mean; 0 for a single repetition."""
        values = self.values(name)
        return statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else 0.0

    def as_dict(self) -> dict[str, Any]:
        """Return everything as plain values, fit for JSON."""
        return {
            "method": self.method,
            "setting": dict(self.setting),
            "risk": {name: list(values) for name, values in self.risk.items()},
            "utility": {name: list(values) for name, values in self.utility.items()},
        }


def _short(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
