"""Inverse sensitivity, smoothed. Proof: ``smooth_inverse.proof.md``, beside this file."""

import math
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from vicinage.errors import ParameterError
from vicinage.mechanisms._opendp import draw_gumbel_max
from vicinage.mechanisms.revealed import revealed_count, revealed_profile
from vicinage.mechanisms.rounding import round_up, whole
from vicinage.mechanisms.sensitivity_profile import SensitivityProfile
from vicinage.privacy import Exact, PureDP, Released

__all__ = ["SmoothInverse"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SmoothInverse:
    """Release a count, preferring answers that few replacements could have made true.

    A replacement that moves the count costs 2, one that only prepares for later ones costs 1, and
    ``cost(y)`` is the least that allows the count to be y. Whole numbers y have probabilities
    proportional to ``exp(-cost(y) / scale)``; answers outside 0 to `largest` become its ends.

    An exponential mechanism pays twice, for the cost and for the total of the weights. The cheap
    preparing moves keep the total of neighbouring tables within a factor ``exp(1 / scale)``, so
    that the scale is ``3 / epsilon`` where inverse sensitivity in these units would need
    ``4 / epsilon``.

    Parameters
    ----------
    loss : PureDP
        What one release costs.
    largest : int
        Largest answer: the public number of rows. At least 1.

    Attributes
    ----------
    unit : float
        Public: the scale of the cost, a little above ``3 / epsilon``. How far the answer may lie
        from the count depends on the table.

    Raises
    ------
    ParameterError
        If a parameter is outside its range, or epsilon too small for the arithmetic.

    Notes
    -----
    One release takes about half a second where `largest` is a million.

    Examples
    --------
    >>> mechanism = SmoothInverse(loss=PureDP(2), largest=6)
    >>> mechanism.distribution(3, SensitivityProfile((1, 2, 3), cap=3)).round(3)
    array([0.088, 0.062, 0.121, 0.459, 0.121, 0.062, 0.088])
    """

    loss: PureDP
    largest: int
    unit: float = field(init=False)

    def __post_init__(self) -> None:
        if not isinstance(self.loss, PureDP):
            raise ParameterError(f"loss must be a PureDP, got {type(self.loss).__name__}")
        largest, epsilon = whole("largest", self.largest), Fraction(self.loss.epsilon)
        if epsilon < Fraction(1, 10**6):
            raise ParameterError(
                f"loss must have an epsilon of at least 1e-6, got {self.loss.epsilon}; use "
                "IntegerLaplace for less"
            )
        # The small terms pay for the rounding of the two scores at the ends.
        unit = (3 + Fraction(largest, 2**48)) / (epsilon - Fraction(1, 2**36))
        object.__setattr__(self, "unit", round_up(unit))

    def t_max(self, cap: int) -> int:
        """Return how far a profile must be computed: public, and more changes next to nothing.

        Beyond it the answers together weigh less than a millionth in the expected error.

        Parameters
        ----------
        cap : int
            Global sensitivity.
        """
        whole("cap", cap)
        return min(
            cap - 1,
            math.ceil(self.unit * (2 * math.log(cap * max(self.unit, 1)) + math.log(1e6))),
        )

    def release(self, count: Exact[int], profile: Exact[SensitivityProfile]) -> Released[int]:
        """Return an answer near `count`, from 0 to `largest`; it is safe to publish."""
        scores = self._scores(revealed_count(count), revealed_profile(profile))
        return Released(draw_gumbel_max(scores, self.unit), self.loss)

    def distribution(self, count: int, profile: SensitivityProfile) -> npt.NDArray[np.float64]:
        """Return the exact probability of each answer from 0 to `largest`."""
        scores = self._scores(count, profile)
        weights = np.exp((scores - scores.max()) / self.unit)
        return np.asarray(weights / weights.sum())

    def _scores(self, count: int, profile: SensitivityProfile) -> npt.NDArray[np.float64]:
        inside = min(max(count, 0), self.largest)
        reach = _reach(profile, self.largest)
        distance = np.abs(np.arange(self.largest + 1) - inside)
        scores = -np.searchsorted(reach, distance).astype(np.float64)
        scores[0] = self._score_beyond(reach, inside)
        scores[-1] = self._score_beyond(reach, self.largest - inside)
        return scores

    def _score_beyond(self, reach: npt.NDArray[np.int64], distance: int) -> float:
        """Return the score that weighs as much as every answer from `distance` on, on one side."""
        first = int(np.searchsorted(reach, distance))
        inner = np.maximum(reach[first:], distance - 1)
        before = np.concatenate([[distance - 1], inner[:-1]])
        steps = np.arange(inner.size)
        weights = (inner - before) * np.exp(-steps / self.unit)
        # The last two levels come again and again, for two more each time.
        again = math.exp(-2 / self.unit) / -math.expm1(-2 / self.unit)
        total = math.fsum(weights) + again * math.fsum(weights[-2:])
        return -first + self.unit * math.log(total)


def _reach(profile: SensitivityProfile, largest: int) -> npt.NDArray[np.int64]:
    """Return how far the count can move at the cost 0, 1, 2, ...

    With i moves after j preparing ones it is ``b_{j+i} - b_j`` at the cost ``j + 2 i``. From the
    cost 2 (t_max + 1) on, two more units reach `cap` further, exactly; the result goes on until
    four more levels lie beyond `largest`.
    """
    known = 2 * len(profile.bounds) + 2
    b = profile.reach(known)
    start = [_farthest(b, cost) for cost in range(known + 1)]
    missing = max(0, largest - start[-2]) // profile.cap + 3
    rounds = profile.cap * np.arange(1, missing + 1)
    later = (np.array(start[-2:]) + rounds[:, None]).ravel()
    return np.concatenate([start, later]).astype(np.int64)


def _farthest(b: npt.NDArray[np.int64], cost: int) -> int:
    moves = np.arange(cost // 2 + 1)
    return int((b[cost - moves] - b[cost - 2 * moves]).max())
