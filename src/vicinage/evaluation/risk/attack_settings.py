"""How hard attacks are tried."""

from dataclasses import dataclass
from typing import Self

from vicinage.errors import ParameterError
from vicinage.parameters import check_fraction, check_seed, check_whole_number
from vicinage.privacy import RandomKey

__all__ = ["AttackSettings"]

_PAIRS = 2 * 10**8  # of a target with a released record, in one search
_LEAST = 250  # targets, however many records are released


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackSettings:
    """What all attacks have in common; made by :meth:`of`, which checks it.

    Parameters
    ----------
    n_attacks : int
        Of each kind; fewer are tried where there are fewer records.
    confidence : float
        Of the intervals, above 0 and below 1.
    key : RandomKey
        Attacks depend on it and on the tables alone.
    """

    n_attacks: int
    confidence: float
    key: RandomKey

    @classmethod
    def of(cls, *, n_attacks: int, confidence: float, seed: int | None) -> Self:
        """Check the settings; None as seed draws the key from the operating system.

        Raises
        ------
        ParameterError

        Examples
        --------
        >>> AttackSettings.of(n_attacks=1000, confidence=95, seed=0)
        Traceback (most recent call last):
        ...
        vicinage.errors.ParameterError: confidence must be a fraction between 0 and 1, got 95; \
did you mean 0.95?
        """
        check_whole_number("n_attacks", n_attacks)
        check_fraction("confidence", confidence)
        if not 0.0 < confidence < 1.0:
            raise ParameterError(f"confidence must be above 0 and below 1, got {confidence!r}")
        check_seed(seed)
        return cls(n_attacks=n_attacks, confidence=confidence, key=RandomKey.new(seed))

    def targets(self, n_released: int) -> int:
        """Return how many people are compared with all released records.

        As many as there are attacks, up to 200,000 released records; fewer of more, but 250.

        Examples
        --------
        >>> settings = AttackSettings.of(n_attacks=1000, confidence=0.95, seed=0)
        >>> [settings.targets(n) for n in (10**4, 10**6, 10**7)]
        [1000, 250, 250]
        """
        return min(self.n_attacks, max(_LEAST, _PAIRS // max(1, n_released)))
