"""The exponential mechanism. Proof: ``gumbel_max.proof.md``, beside this file."""

from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from vicinage.errors import ParameterError
from vicinage.mechanisms._opendp import draw_gumbel_max
from vicinage.mechanisms.revealed import revealed_scores
from vicinage.mechanisms.rounding import positive, root_up, round_up
from vicinage.privacy import ZCDP, Exact, PureDP, Released

__all__ = ["GumbelMax"]


@dataclass(frozen=True, slots=True, kw_only=True)
class GumbelMax:
    """Release the position of a large score by the exponential mechanism.

    Better than permute-and-flip only where the cost is counted in zCDP: a choice at epsilon costs
    ``epsilon^2 / 8`` here and ``epsilon^2 / 2`` there.

    Parameters
    ----------
    sensitivity : int, float, Fraction or Decimal
        Largest change of any one score between neighbouring tables, the rounding of the scores
        included. Above 0.
    loss : PureDP or ZCDP
        What one choice costs. The delta of a ZCDP, if any, is not used.

    Attributes
    ----------
    scale : float
        Public: ``2 sensitivity / epsilon``, or ``sensitivity / sqrt(2 rho)``, rounded up. A
        candidate is chosen with a probability proportional to ``exp(score / scale)``.

    Raises
    ------
    ParameterError
        If a parameter is outside its range.

    References
    ----------
    F. McSherry, K. Talwar, "Mechanism Design via Differential Privacy", FOCS 2007, theorem 6;
    M. Cesar, R. Rogers, "Bounding, Concentrating, and Truncating", ALT 2021, lemma 3.4.

    Examples
    --------
    >>> GumbelMax(sensitivity=1, loss=PureDP(2)).distribution(np.array([0.0, 1.0])).round(4)
    array([0.2689, 0.7311])
    >>> GumbelMax(sensitivity=1, loss=ZCDP("0.5")).scale
    1.0
    """

    sensitivity: Fraction | float
    loss: PureDP | ZCDP
    scale: float = field(init=False)

    def __post_init__(self) -> None:
        sensitivity = positive("sensitivity", self.sensitivity)
        if isinstance(self.loss, PureDP):
            scale = round_up(2 * sensitivity / Fraction(self.loss.epsilon))
        elif isinstance(self.loss, ZCDP):
            scale = root_up(sensitivity**2 / (2 * Fraction(self.loss.rho)))
        else:
            raise ParameterError(f"loss must be a PureDP or a ZCDP, got {type(self.loss).__name__}")
        object.__setattr__(self, "scale", scale)

    def release(self, scores: Exact[npt.NDArray[np.float64]]) -> Released[int]:
        """Return the position of a candidate with a large score, counted from 0."""
        return Released(draw_gumbel_max(revealed_scores(scores), self.scale), self.loss)

    def distribution(self, scores: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Return the probability of each candidate when `scores` are exact."""
        weights = np.exp((np.asarray(scores, dtype=np.float64) - np.max(scores)) / self.scale)
        return np.asarray(weights / weights.sum())
