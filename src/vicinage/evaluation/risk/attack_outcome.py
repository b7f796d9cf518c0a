"""How an attack on a release went, and what risk that shows."""

import math
from dataclasses import dataclass
from typing import Any

from vicinage.evaluation.risk.scenario import Scenario
from vicinage.evaluation.risk.trials import Trials

__all__ = ["AttackOutcome"]

_FEWEST = 100  # attacks
_WIDEST = 0.25  # of an interval that still says something

_NOTHING = Trials(attacks=0, successes=0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackOutcome:
    """An attack on the original's records, the same by guesses, and on records held out.

    What an attacker learns of records that never were in the table is knowledge about people in
    general. Only the excess over it is risk that the release brings to those who are in it.

    Parameters
    ----------
    scenario : Scenario
    main : Trials
        Against records of the original.
    baseline : Trials
        The same by guesses that use no more than the released column.
    control : Trials
        Against records that were held out.
    confidence : float
        Of the interval, between 0 and 1.
    obstacle : str
        Why the attack cannot be tried, if so.

    Examples
    --------
    >>> outcome = AttackOutcome(
    ...     scenario=Scenario(attack="attribute_inference", known=("age",), sought=("pay",)),
    ...     main=Trials(attacks=1000, successes=400),
    ...     baseline=Trials(attacks=1000, successes=50),
    ...     control=Trials(attacks=1000, successes=250),
    ...     confidence=0.95,
    ... )
    >>> round(outcome.risk, 3), [round(limit, 3) for limit in outcome.interval]
    (0.2, [0.149, 0.248])
    """

    scenario: Scenario
    main: Trials = _NOTHING
    baseline: Trials = _NOTHING
    control: Trials = _NOTHING
    confidence: float
    obstacle: str = ""

    @property
    def reason(self) -> str:
        """Why the risk is not measured: in words; empty if it is.

        At least 100 attacks on either side are wanted, and an interval no wider than 0.25.
        """
        if self.obstacle:
            return self.obstacle
        if self.main.attacks < _FEWEST:
            return f"fewer than {_FEWEST} attacks could be made on the original"
        if self.control.attacks < _FEWEST:
            return f"fewer than {_FEWEST} attacks could be made on the hold-out"
        if self.control.successes >= self.control.attacks:
            return "the attack always succeeds on records that were held out, too"
        lower, upper = self._limits()
        if upper - lower > _WIDEST:
            ends = f"{lower:.2f} to {upper:.2f}"
            return f"the interval, {ends}, is wider than {_WIDEST}; more records must be held out"
        return ""

    @property
    def risk(self) -> float | str:
        """The risk, from 0 to 1, or a text that begins with "not measured" and says why.

        ``(main - control) / (1 - control)`` for the two rates: of the attacks that would have
        failed on somebody held out, the share that succeeded; 0 if the control does better.
        """
        if self.reason:
            return f"not measured: {self.reason}"
        return 1.0 - min(1.0, (1.0 - self.main.rate) / (1.0 - self.control.rate))

    @property
    def interval(self) -> tuple[float, float] | None:
        """Confidence interval of the risk; None where it is not measured.

        Wilson's intervals of the two rates, recovered for the ratio of the failures.

        References
        ----------
        A. Donner, G. Y. Zou, "Closed-form confidence intervals for functions of the normal mean
        and standard deviation", Statistical Methods in Medical Research 21 (2012).
        """
        return None if self.reason else self._limits()

    @property
    def beats_guessing(self) -> bool:
        """Whether the attack succeeds more often than guesses; if not, a better one may."""
        return self.main.rate > self.baseline.rate

    def as_dict(self) -> dict[str, Any]:
        """Return everything as dictionaries, lists, numbers and texts, fit for JSON."""
        return {
            "attack": self.scenario.attack,
            "known": list(self.scenario.known),
            "sought": list(self.scenario.sought),
            "attacks": self.main.attacks,
            "rate": self.main.rate if self.main.attacks else None,
            "baseline": self.baseline.rate if self.baseline.attacks else None,
            "control_attacks": self.control.attacks,
            "control": self.control.rate if self.control.attacks else None,
            "risk": self.risk,
            "interval": list(self.interval) if self.interval else None,
            "confidence": self.confidence,
        }

    def _limits(self) -> tuple[float, float]:
        p, q = 1.0 - self.main.rate, 1.0 - self.control.rate
        hits = self.main.interval(self.confidence)
        control_hits = self.control.interval(self.confidence)
        p_low, p_high = 1 - hits[1], 1 - hits[0]
        q_low, q_high = 1 - control_hits[1], 1 - control_hits[0]
        part = p_low * (2 * p - p_low)
        root = math.sqrt(max(0.0, (p * q) ** 2 - part * q_high * (2 * q - q_high)))
        least = part / (p * q + root) if part > 0 else 0.0
        whole = q_low * (2 * q - q_low)
        root = math.sqrt(max(0.0, (p * q) ** 2 - p_high * (2 * p - p_high) * whole))
        most = (p * q + root) / whole if whole > 0 else math.inf
        return max(0.0, 1 - most), max(0.0, 1 - least)
