"""Scores of different sensitivities. Proof: ``generalized_scores.proof.md``, beside this file."""

import math
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from vicinage.errors import ParameterError
from vicinage.mechanisms.revealed import revealed_counts
from vicinage.privacy import Exact, PureDP

__all__ = ["generalized_scores"]

_GRID = 2**20
_FAILURE = 0.05  # how often the choice may be worse than the bound of the source


def generalized_scores(
    counts: Exact[npt.NDArray[np.int64]],
    sensitivities: npt.NDArray[np.int64],
    *,
    loss: PureDP,
) -> Exact[npt.NDArray[np.float64]]:
    """Return scores of sensitivity 1 for candidates whose counts have different sensitivities.

    A candidate is compared with every other one in units of the sensitivities of the two, after a
    public handicap that grows with its own; the score is the worst comparison.

    Parameters
    ----------
    counts : Exact ndarray of int64, shape (n_candidates,)
        From 0 to 2^33; what lies outside is taken to the nearest end.
    sensitivities : ndarray of int64, shape (n_candidates,)
        Public: the global sensitivity of each count, from 1 to 2^21.
    loss : PureDP
        Of one choice by these scores; it sets the handicap.

    Returns
    -------
    Exact ndarray of float64, shape (n_candidates,)
        Multiples of 2^-20, at most 0.

    Raises
    ------
    ParameterError
        If the sensitivities do not fit, or `loss` is no PureDP.

    References
    ----------
    S. Raskhodnikova, A. Smith, "Lipschitz Extensions for Node-Private Graph Statistics and the
    Generalized Exponential Mechanism", FOCS 2016, section 5.

    Examples
    --------
    >>> scores = generalized_scores(Exact(np.array([50, 900])), np.array([1, 100]), loss=PureDP(1))
    >>> scores.reveal().round(2)
    array([-0.57,  0.  ])
    """
    if not isinstance(loss, PureDP):
        raise ParameterError(f"loss must be a PureDP, got {type(loss).__name__}")
    exact, units = np.clip(revealed_counts(counts), 0, 2**33), np.asarray(sensitivities)
    fits = units.dtype.kind in "iu" and units.shape == exact.shape and units.ndim == 1
    if not fits or not units.size or units.min() < 1 or units.max() > 2**21:
        raise ParameterError(
            "sensitivities must be a whole number from 1 to 2^21 for each count, got "
            f"{units.dtype} of shape {units.shape}"
        )
    worth = exact - _handicap(units.size, loss) * units.astype(np.int64)
    comparisons = [
        (worth - worth[units == unit].max()) * _GRID // (units + unit) for unit in np.unique(units)
    ]
    return Exact(np.min(comparisons, axis=0) / _GRID)


def _handicap(n_candidates: int, loss: PureDP) -> int:
    # Any public number is as private; below 2^20 the arithmetic fits into 64 bits.
    odds = Fraction(math.log(n_candidates / _FAILURE))
    return min(math.ceil(2 * odds / Fraction(loss.epsilon)), 2**20)
