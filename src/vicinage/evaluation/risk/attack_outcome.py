"""How an attack on a release went, and what risk that shows."""

from dataclasses import dataclass
from typing import Any

from vicinage.evaluation.risk.residual_risk import residual_interval, residual_risk
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
        lower, upper = residual_interval(self.main, self.control, self.confidence)
        if upper - lower > _WIDEST:
            ends = f"{lower:.2f} to {upper:.2f}"
            return f"the interval, {ends}, is wider than {_WIDEST}; more records must be held out"
        return ""

    @property
    def risk(self) -> float | str:
        """The risk, from 0 to 1, or a text that begins with "not measured" and says why."""
        if self.reason:
            return f"not measured: {self.reason}"
        return residual_risk(self.main, self.control)

    @property
    def interval(self) -> tuple[float, float] | None:
        """Confidence interval of the risk; None where it is not measured."""
        return None if self.reason else residual_interval(self.main, self.control, self.confidence)

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
