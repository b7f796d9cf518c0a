"""The inverse sensitivity mechanism. Proof: ``inverse_sensitivity.proof.md``, beside this file."""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vicinage.mechanisms.noisy_max import NoisyMax
from vicinage.mechanisms.revealed import revealed_count, revealed_profile
from vicinage.mechanisms.rounding import whole
from vicinage.mechanisms.sensitivity_profile import SensitivityProfile
from vicinage.privacy import Exact, PureDP, Released

__all__ = ["InverseSensitivity"]


@dataclass(frozen=True, slots=True, kw_only=True)
class InverseSensitivity:
    """Release a count, preferring answers that few replacements could have made true.

    ``len(y)`` is the number of replacements after which the profile allows the count to be y.
    Permute-and-flip chooses an answer y from 0 to `largest` by the score ``-len(y)``.

    Parameters
    ----------
    loss : PureDP
        What one release costs.
    largest : int
        Largest answer: the public number of rows. At least 1.

    Raises
    ------
    ParameterError
        If a parameter is outside its range.

    Notes
    -----
    The accuracy depends on the table: no error bound may stand beside the answer. One release
    takes about a quarter of a second where `largest` is a million.

    References
    ----------
    H. Asi, J. Duchi, "Instance-optimality in differential privacy via approximate inverse
    sensitivity mechanisms", NeurIPS 2020.

    Examples
    --------
    >>> mechanism = InverseSensitivity(loss=PureDP(2), largest=6)
    >>> mechanism.distribution(3, SensitivityProfile((1, 2, 3), cap=3)).round(3)
    array([0.047, 0.047, 0.137, 0.539, 0.137, 0.047, 0.047])
    """

    loss: PureDP
    largest: int

    def __post_init__(self) -> None:
        whole("largest", self.largest)
        self._choice()

    def t_max(self, cap: int) -> int:
        """Return how far a profile must be computed: public, and more changes next to nothing.

        Beyond it the answers together weigh less than a millionth in the expected error.

        Parameters
        ----------
        cap : int
            Global sensitivity.
        """
        whole("cap", cap)
        rate = float(self.loss.epsilon) / 2
        return min(cap - 1, math.ceil((2 * math.log(cap / min(rate, 1)) + math.log(1e6)) / rate))

    def release(self, count: Exact[int], profile: Exact[SensitivityProfile]) -> Released[int]:
        """Return an answer near `count`, from 0 to `largest`; it is safe to publish."""
        scores = self._scores(revealed_count(count), revealed_profile(profile))
        return self._choice().release(Exact(scores))

    def distribution(self, count: int, profile: SensitivityProfile) -> npt.NDArray[np.float64]:
        """Return the exact probability of each answer from 0 to `largest`."""
        return self._choice().distribution(self._scores(count, profile))

    def _choice(self) -> NoisyMax:
        return NoisyMax(sensitivity=1, loss=self.loss)

    def _scores(self, count: int, profile: SensitivityProfile) -> npt.NDArray[np.float64]:
        inside = min(max(count, 0), self.largest)
        distance = np.abs(np.arange(self.largest + 1) - inside)
        return -np.searchsorted(profile.reach_beyond(self.largest), distance).astype(np.float64)
