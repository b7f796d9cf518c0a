"""Laplace noise by smooth sensitivity. Proof: ``smooth_laplace.proof.md``, beside this file."""

import math
from dataclasses import dataclass, field
from decimal import ROUND_UP, Context
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from vicinage.errors import ParameterError
from vicinage.mechanisms._opendp import add_integer_laplace
from vicinage.mechanisms.revealed import revealed_count, revealed_profile
from vicinage.mechanisms.rounding import round_up, whole
from vicinage.mechanisms.sensitivity_profile import SensitivityProfile
from vicinage.privacy import ApproxDP, Exact, Released

__all__ = ["SmoothLaplace"]

_UP = Context(prec=40, rounding=ROUND_UP)


@dataclass(frozen=True, slots=True, kw_only=True)
class SmoothLaplace:
    """Release a count with integer Laplace noise scaled to its smooth sensitivity.

    The scale depends on the table: neither it nor an error bound may stand beside the answer.

    Parameters
    ----------
    loss : ApproxDP
        What one release costs.

    Attributes
    ----------
    decay : float
        Public: what ``U_t`` counts less than ``U_{t-1}``; a little above
        ``1 / (1 + epsilon / (2 ln(2 / delta)))``.

    Raises
    ------
    ParameterError
        If `loss` is no ApproxDP, or its epsilon is too small for the arithmetic.

    References
    ----------
    K. Nissim, S. Raskhodnikova, A. Smith, "Smooth Sensitivity and Sampling in Private Data
    Analysis", STOC 2007, definition 2.1 and lemma 2.5. For the discrete law the proof is ours.

    Examples
    --------
    >>> mechanism = SmoothLaplace(loss=ApproxDP(1, "1e-6"))
    >>> profile = SensitivityProfile((2, 3, 5), cap=21)
    >>> mechanism.t_max(cap=21), round(mechanism.scale(profile), 2)
    (20, 37.94)
    """

    loss: ApproxDP
    decay: float = field(init=False)

    def __post_init__(self) -> None:
        if not isinstance(self.loss, ApproxDP):
            raise ParameterError(f"loss must be an ApproxDP, got {type(self.loss).__name__}")
        # Decimal logarithms are right to the last digit; one more unit makes it an upper bound.
        log = _UP.next_plus(_UP.ln(_UP.divide(2, self.loss.delta)))
        twice = 2 * max(Fraction(log), Fraction(1))
        slack = 1 + Fraction(1, 2**40)
        decay = round_up(slack * twice / (twice + Fraction(self.loss.epsilon)))
        if decay > 1 - 2.0**-30:
            raise ParameterError(
                f"loss must have an epsilon above 1e-7, got {self.loss.epsilon}; use "
                "IntegerLaplace for less"
            )
        object.__setattr__(self, "decay", decay)

    def t_max(self, cap: int) -> int:
        """Return how far a profile must be computed: public, and more changes no result.

        Parameters
        ----------
        cap : int
            Global sensitivity.
        """
        whole("cap", cap)
        return min(cap - 1, math.ceil(math.log(cap) / -math.log(self.decay)))

    def scale(self, profile: SensitivityProfile) -> float:
        """Return the scale of the noise: twice the smooth sensitivity, over epsilon. Private."""
        weight, smooth = 1.0, Fraction(0)
        for bound in (*profile.bounds, profile.cap):
            smooth = max(smooth, Fraction(weight) * bound)
            # One up, so that no weight is less than `decay` of the one before it.
            weight = math.nextafter(weight * self.decay, math.inf)
        return round_up(2 * smooth / Fraction(self.loss.epsilon))

    def release(self, count: Exact[int], profile: Exact[SensitivityProfile]) -> Released[int]:
        """Return `count` with noise; the result may be negative, and is safe to publish."""
        exact = np.array([revealed_count(count)], dtype=np.int64)
        noisy = add_integer_laplace(exact, self.scale(revealed_profile(profile)))
        return Released(int(noisy[0]), self.loss)

    def distribution(
        self, count: int, profile: SensitivityProfile, support: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.float64]:
        """Return the exact probability of each whole number of `support`."""
        scale = self.scale(profile)
        distance = np.abs(np.asarray(support, dtype=np.int64) - count)
        return np.asarray(math.tanh(0.5 / scale) * np.exp(-distance / scale))
