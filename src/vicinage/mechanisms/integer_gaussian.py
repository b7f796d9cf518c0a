"""Integer Gaussian noise. Proof: ``integer_gaussian.proof.md``, beside this file."""

import math
from dataclasses import dataclass, field
from fractions import Fraction
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from vicinage.errors import ParameterError
from vicinage.mechanisms._opendp import add_integer_gaussian
from vicinage.mechanisms.revealed import revealed_count, revealed_counts
from vicinage.mechanisms.rounding import root_up, whole
from vicinage.privacy import ZCDP, Exact, Released

__all__ = ["IntegerGaussian"]


@dataclass(frozen=True, slots=True, kw_only=True)
class IntegerGaussian:
    """Release whole numbers with noise of the discrete Gaussian law.

    Parameters
    ----------
    squared_sensitivity : int
        Largest sum of the squared changes of the entries between neighbouring tables. At least 1.
    loss : ZCDP
        What one release costs, of one number or of one whole vector. Its delta, if any, is not
        used: the noise is plain zCDP.

    Attributes
    ----------
    scale : float
        Public: ``sqrt(squared_sensitivity / (2 rho))``, rounded up. Noise z has a probability
        proportional to ``exp(-z^2 / (2 scale^2))``.

    Raises
    ------
    ParameterError
        If a parameter is outside its range.

    References
    ----------
    C. Canonne, G. Kamath, T. Steinke, "The Discrete Gaussian for Differential Privacy",
    NeurIPS 2020, theorems 4 and 14.

    Examples
    --------
    >>> IntegerGaussian(squared_sensitivity=2, loss=ZCDP("0.01")).scale
    10.0
    """

    squared_sensitivity: int
    loss: ZCDP
    scale: float = field(init=False)

    def __post_init__(self) -> None:
        if not isinstance(self.loss, ZCDP):
            raise ParameterError(
                f"loss must be a ZCDP, got {type(self.loss).__name__}; rho_of turns an ApproxDP "
                "into one"
            )
        squared = whole("squared_sensitivity", self.squared_sensitivity)
        object.__setattr__(self, "scale", root_up(squared / (2 * Fraction(self.loss.rho))))

    def release(self, count: Exact[int]) -> Released[int]:
        """Return `count` with noise; the result may be negative, and is safe to publish."""
        exact = np.array([revealed_count(count)], dtype=np.int64)
        return Released(int(add_integer_gaussian(exact, self.scale)[0]), self.loss)

    def release_vector(
        self, counts: Exact[npt.NDArray[np.int64]]
    ) -> Released[npt.NDArray[np.int64]]:
        """Return `counts`, of any shape, with independent noise in every entry."""
        return Released(add_integer_gaussian(revealed_counts(counts), self.scale), self.loss)

    def error_bound(self, confidence: float = 0.95) -> int:
        """Return a whole number that the absolute noise of one entry exceeds too rarely to matter.

        Parameters
        ----------
        confidence : float
            Between 0 and 1. Public.
        """
        if not 0 < confidence < 1:
            raise ParameterError(f"confidence must be between 0 and 1, got {confidence}")
        # P(z > b) is at most the probability of the continuous law beyond b.
        return math.ceil(self.scale * -NormalDist().inv_cdf((1 - confidence) / 2))

    def distribution(self, value: int, support: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
        """Return the exact probability of each whole number of `support` when `value` is exact."""
        distance = np.asarray(support, dtype=np.int64) - value
        reach = np.arange(1, math.ceil(40 * self.scale) + 1)
        total = 1 + 2 * math.fsum(np.exp(-0.5 * (reach / self.scale) ** 2))
        return np.asarray(np.exp(-0.5 * (distance / self.scale) ** 2) / total)
