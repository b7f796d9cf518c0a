"""How often an attack was tried, and how often it succeeded."""

import math
from dataclasses import dataclass
from statistics import NormalDist

__all__ = ["Trials"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Trials:
    """Attacks of one kind, and their successes.

    Parameters
    ----------
    attacks : int
        How many were tried.
    successes : float
        From 0 to `attacks`; a sum of chances where an attacker has to guess among equals.

    Examples
    --------
    >>> trials = Trials(attacks=200, successes=50)
    >>> trials.rate
    0.25
    >>> [round(limit, 4) for limit in trials.interval(0.95)]
    [0.1951, 0.3143]
    """

    attacks: int
    successes: float

    @property
    def rate(self) -> float:
        """Share of successes; 0 where nothing was tried."""
        return self.successes / self.attacks if self.attacks else 0.0

    def interval(self, confidence: float) -> tuple[float, float]:
        """Return Wilson's interval of the chance of success; (0, 1) where nothing was tried.

        References
        ----------
        E. B. Wilson, "Probable inference, the law of succession, and statistical inference",
        Journal of the American Statistical Association 22 (1927).
        """
        n, hits = self.attacks, self.successes
        z = NormalDist().inv_cdf((1 + confidence) / 2)
        middle = (hits + z * z / 2) / (n + z * z)
        half = z / (n + z * z) * math.sqrt(max(0.0, hits * (n - hits) / max(n, 1)) + z * z / 4)
        # The ends are exact where nothing, or everything, succeeded.
        lower = 0.0 if hits <= 0 else max(0.0, middle - half)
        upper = 1.0 if hits >= n else min(1.0, middle + half)
        return lower, upper
