"""Integer Laplace noise. Proof: ``integer_laplace.proof.md``, beside this file."""

import math
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from vicinage.errors import ParameterError
from vicinage.mechanisms._opendp import add_integer_laplace
from vicinage.mechanisms.revealed import revealed_count, revealed_counts
from vicinage.mechanisms.rounding import round_up, whole
from vicinage.privacy import Exact, PureDP, Released

__all__ = ["IntegerLaplace"]


@dataclass(frozen=True, slots=True, kw_only=True)
class IntegerLaplace:
    """Release whole numbers with two-sided geometric noise, the discrete Laplace law.

    Parameters
    ----------
    sensitivity : int
        Largest change of the exact value between neighbouring tables; for a vector, the largest
        sum of the changes of its entries. At least 1.
    loss : PureDP
        What one release costs, of one number or of one whole vector.

    Attributes
    ----------
    scale : float
        Public: ``sensitivity / epsilon``, rounded up. Noise z has a probability proportional to
        ``exp(-|z| / scale)``.

    Raises
    ------
    ParameterError
        If a parameter is outside its range.

    References
    ----------
    A. Ghosh, T. Roughgarden, M. Sundararajan, "Universally utility-maximizing privacy mechanisms",
    STOC 2009, definition 2.1.

    Examples
    --------
    >>> mechanism = IntegerLaplace(sensitivity=2, loss=PureDP("0.5"))
    >>> mechanism.scale, mechanism.error_bound(0.95)
    (4.0, 12)
    >>> isinstance(mechanism.release(Exact(41)).value, int)
    True
    """

    sensitivity: int
    loss: PureDP
    scale: float = field(init=False)

    def __post_init__(self) -> None:
        if not isinstance(self.loss, PureDP):
            raise ParameterError(f"loss must be a PureDP, got {type(self.loss).__name__}")
        exact = whole("sensitivity", self.sensitivity) / Fraction(self.loss.epsilon)
        object.__setattr__(self, "scale", round_up(exact))

    def release(self, count: Exact[int]) -> Released[int]:
        """Return `count` with noise; the result may be negative, and is safe to publish."""
        exact = np.array([revealed_count(count)], dtype=np.int64)
        return Released(int(add_integer_laplace(exact, self.scale)[0]), self.loss)

    def release_vector(
        self, counts: Exact[npt.NDArray[np.int64]]
    ) -> Released[npt.NDArray[np.int64]]:
        """Return `counts`, of any shape, with independent noise in every entry."""
        return Released(add_integer_laplace(revealed_counts(counts), self.scale), self.loss)

    def error_bound(self, confidence: float = 0.95) -> int:
        """Return the least whole number that the noise of one entry exceeds too rarely to matter.

        Parameters
        ----------
        confidence : float
            Between 0 and 1: how often the absolute noise is at most the result. Public.
        """
        if not 0 < confidence < 1:
            raise ParameterError(f"confidence must be between 0 and 1, got {confidence}")
        # P(|z| > b) = 2 exp(-(b + 1) / scale) / (1 + exp(-1 / scale))
        odds = math.log(2 / (1 - confidence)) - math.log1p(math.exp(-1 / self.scale))
        return max(0, math.ceil(self.scale * odds - 1))

    def distribution(self, value: int, support: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
        """Return the exact probability of each whole number of `support` when `value` is exact."""
        distance = np.abs(np.asarray(support, dtype=np.int64) - value)
        return np.asarray(math.tanh(0.5 / self.scale) * np.exp(-distance / self.scale))
