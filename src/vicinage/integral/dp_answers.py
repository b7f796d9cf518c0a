"""Statistics of one column with differential privacy. Proof: ``dp_answers.proof.md``, beside."""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Self

import numpy as np
import numpy.typing as npt

from vicinage.mechanisms import IntegerLaplace, NoisyMax
from vicinage.privacy import Exact, PureDP, even_shares

__all__ = ["PrivateColumn"]

_STEPS = 2**20  # from bound to bound
_CELLS = 2**10  # that a quantile chooses among
_CHUNK = 2**20  # records whose squares are added in 64 bits


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class PrivateColumn:
    """The values of a column as whole steps between its bounds; every method spends a loss.

    The number of records is public, and the neighbouring relation is replace-one.

    Parameters
    ----------
    steps : ndarray of int64 of shape (n,)
        Private; from 0 at the lower bound to 2^20 at the upper.
    lower, upper : float
        Public.
    """

    steps: npt.NDArray[np.int64]
    lower: float
    upper: float

    @classmethod
    def of(cls, values: npt.NDArray[np.float64], lower: float, upper: float) -> Self:
        """Round values within the bounds, each by itself."""
        # Halves, so that a range wider than the largest float does not overflow.
        shares = (values / 2 - lower / 2) / (upper / 2 - lower / 2)
        steps = np.clip(np.rint(shares * _STEPS), 0, _STEPS).astype(np.int64)
        return cls(steps=steps, lower=lower, upper=upper)

    def mean(self, loss: PureDP) -> float:
        """Return the mean with noise.

        Examples
        --------
        >>> column = PrivateColumn.of(np.array([10.0, 20.0] * 50), 0.0, 80.0)
        >>> round(column.mean(PureDP(10**5)))
        15
        """
        mechanism = IntegerLaplace(sensitivity=_STEPS, loss=loss)
        noisy = mechanism.release(Exact(int(self.steps.sum()))).value
        return self._place(noisy / self.steps.size)

    def total(self, loss: PureDP) -> float:
        """Return the sum with noise."""
        return self.mean(loss) * self.steps.size

    def variance(self, loss: PureDP) -> float:
        """Return the variance, of divisor n - 1, with noise; at least 0. It needs two records."""
        n = self.steps.size
        chunks = np.array_split(self.steps, max(1, -(-n // _CHUNK)))
        squares = sum(int((chunk * chunk).sum()) for chunk in chunks)
        pairs = n * squares - int(self.steps.sum()) ** 2  # sum of squared differences of pairs
        mechanism = IntegerLaplace(sensitivity=_STEPS, loss=loss)
        noisy = mechanism.release(Exact(pairs // ((n - 1) * _STEPS))).value
        unit = (self.upper / 2 - self.lower / 2) * 2
        return max(0.0, noisy / n) / _STEPS * unit * unit

    def sd(self, loss: PureDP) -> float:
        """Return the root of :meth:`variance`."""
        return math.sqrt(self.variance(loss))

    def quantile(self, share: float, loss: PureDP) -> float:
        """Return the middle of a cell, of 2^10, that likely holds the quantile.

        Parameters
        ----------
        share : float
            From 0, the least value, to 1, the largest; 0.5 is the median. The quantile is the
            least value that at least this share of the records does not exceed.
        loss : PureDP
        """
        chosen = NoisyMax(sensitivity=1, loss=loss).release(Exact(self._closeness(share))).value
        return self._place((chosen + 0.5) * (_STEPS / _CELLS))

    def iqr(self, loss: PureDP) -> float:
        """Return the difference of the upper and the lower quartile, half the loss for each."""
        first, second = (PureDP(share) for share in even_shares(loss.epsilon, 2))
        return max(0.0, self.quantile(0.75, first) - self.quantile(0.25, second))

    def _closeness(self, share: float) -> npt.NDArray[np.float64]:
        """Return, for each cell, minus how many records must be moved for it to be right."""
        cells = np.minimum(self.steps // (_STEPS // _CELLS), _CELLS - 1)
        counts = np.bincount(cells, minlength=_CELLS)
        up_to = counts.cumsum()
        rank = max(1, math.ceil(Fraction(str(share)) * self.steps.size))
        off = np.maximum(up_to - counts - (rank - 1), rank - up_to)
        scores: npt.NDArray[np.float64] = -np.maximum(off, 0).astype(np.float64)
        return scores

    def _place(self, steps: float) -> float:
        share = steps / _STEPS
        return self.lower * (1 - share) + self.upper * share
