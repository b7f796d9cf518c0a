"""Scores by local dampening. Proof: ``dampened_scores.proof.md``, beside this file."""

import math

import numpy as np
import numpy.typing as npt

from vicinage.mechanisms.revealed import revealed_counts, revealed_profile
from vicinage.mechanisms.rounding import whole
from vicinage.mechanisms.sensitivity_profile import SensitivityProfile
from vicinage.privacy import Exact

__all__ = ["dampened_scores", "dampened_t_max"]

_GRID = 2**20


def dampened_scores(
    counts: Exact[npt.NDArray[np.int64]], profile: Exact[SensitivityProfile]
) -> Exact[npt.NDArray[np.float64]]:
    """Return scores in the order of the counts, of which every one has sensitivity 1.

    The score is the number of replacements, in fractions, that the profile needs to build the
    count up from 0.

    Parameters
    ----------
    counts : Exact ndarray of int64
        One count for each candidate, from 0 to 2^33; what lies outside is taken to the nearest end.
    profile : Exact SensitivityProfile
        ONE profile for all candidates: at each t the largest of theirs. (A profile for each
        would be as private, but turns the order round.)

    Returns
    -------
    Exact ndarray of float64
        Multiples of 2^-20, of the shape of `counts`.

    References
    ----------
    V. Farias et al., "Local Dampening: Differential Privacy for Non-numeric Queries", VLDB 2020.

    Examples
    --------
    >>> profile = Exact(SensitivityProfile((2, 4), cap=8))
    >>> dampened_scores(Exact(np.array([0, 1, 2, 5, 14])), profile).reveal()
    array([0.  , 0.5 , 1.  , 1.75, 3.  ])
    """
    exact = np.clip(revealed_counts(counts), 0, 2**33)
    reach = revealed_profile(profile).reach_beyond(int(exact.max(initial=0)))
    step = np.searchsorted(reach, exact, side="right") - 1
    share = (exact - reach[step]) * _GRID // (reach[step + 1] - reach[step])
    return Exact(step + share / _GRID)


def dampened_t_max(cap: int, largest: int) -> int:
    """Return how far the profile must be computed: public, and more changes no score.

    For bounds ``U_t >= min(cap, 1 + t)``, as those of outlier counts are.

    Parameters
    ----------
    cap : int
        Largest global sensitivity of the candidates.
    largest : int
        Largest count there can be: the public number of rows.

    Examples
    --------
    >>> dampened_t_max(cap=241, largest=10_000)
    141
    """
    steps = math.isqrt(2 * whole("largest", largest))
    return min(whole("cap", cap) - 1, steps)
