"""The best candidate by permute-and-flip. Proof: ``noisy_max.proof.md``, beside this file."""

from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from vicinage.errors import ParameterError
from vicinage.mechanisms._opendp import draw_exponential_max
from vicinage.mechanisms.permute_and_flip import permute_and_flip_law
from vicinage.mechanisms.revealed import revealed_scores
from vicinage.mechanisms.rounding import positive, round_up
from vicinage.privacy import Exact, PureDP, Released

__all__ = ["NoisyMax"]


@dataclass(frozen=True, slots=True, kw_only=True)
class NoisyMax:
    """Release the position of the largest score after exponential noise: permute-and-flip.

    Never worse than the exponential mechanism at the same epsilon, and up to twice as good.

    Parameters
    ----------
    sensitivity : int, float, Fraction or Decimal
        Largest change of any one score between neighbouring tables, the rounding of the scores
        included. Above 0.
    loss : PureDP
        What one choice costs.

    Attributes
    ----------
    scale : float
        Public: ``2 sensitivity / epsilon``, rounded up; the mean of the noise.

    Raises
    ------
    ParameterError
        If a parameter is outside its range.

    References
    ----------
    R. McKenna, D. Sheldon, "Permute-and-Flip: A new mechanism for differentially private
    selection", NeurIPS 2020, theorems 1 and 2.

    Examples
    --------
    >>> mechanism = NoisyMax(sensitivity=1, loss=PureDP(2))
    >>> mechanism.distribution(np.array([0.0, 1.0])).round(4)
    array([0.1839, 0.8161])
    >>> mechanism.release(Exact(np.array([0.0, 100.0]))).value
    1
    """

    sensitivity: Fraction | float
    loss: PureDP
    scale: float = field(init=False)

    def __post_init__(self) -> None:
        if not isinstance(self.loss, PureDP):
            raise ParameterError(f"loss must be a PureDP, got {type(self.loss).__name__}")
        exact = 2 * positive("sensitivity", self.sensitivity) / Fraction(self.loss.epsilon)
        object.__setattr__(self, "scale", round_up(exact))

    def release(self, scores: Exact[npt.NDArray[np.float64]]) -> Released[int]:
        """Return the position of a candidate with a large score, counted from 0."""
        return Released(draw_exponential_max(revealed_scores(scores), self.scale), self.loss)

    def distribution(self, scores: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Return the probability of each candidate when `scores` are exact."""
        return permute_and_flip_law(np.asarray(scores, dtype=np.float64), self.scale)
