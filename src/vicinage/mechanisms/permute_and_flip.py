"""The exact law of the noisy maximum with exponential noise, for tests and for planning."""

import numpy as np
import numpy.typing as npt

__all__ = ["permute_and_flip_law"]

_PANELS, _NODES = 12, 48


def permute_and_flip_law(scores: npt.NDArray[np.float64], scale: float) -> npt.NDArray[np.float64]:
    """Return the probability of each candidate.

    With ``w = exp((score - max) / scale)``, candidate j wins with probability ``w_j`` times the
    integral over t from 0 to 1 of the product of ``1 - w_i t`` over all i other than j.

    Parameters
    ----------
    scores : ndarray of shape (n_candidates,)
    scale : float

    Returns
    -------
    ndarray of shape (n_candidates,)
        To about 13 digits.

    References
    ----------
    Z. Ding et al., "The Permute-and-Flip Mechanism is Identical to Report-Noisy-Max with
    Exponential Noise", 2021.

    Examples
    --------
    >>> permute_and_flip_law(np.array([0.0, 1.0]), scale=1.0).round(4)
    array([0.1839, 0.8161])
    """
    levels, place, counts = np.unique(
        (scores - scores.max()) / scale, return_inverse=True, return_counts=True
    )
    weights = np.exp(levels)
    t, share = _quadrature(float(counts @ weights))
    shrunk = -np.outer(weights, t)
    survive = np.log1p(shrunk)
    everyone = counts @ survive
    win = weights * np.array([np.exp(everyone - row) @ share for row in survive])
    return np.asarray(win[place])


def _quadrature(total: float) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Gauss-Legendre nodes on panels that grow from 0: the product falls like exp(-total t)."""
    x, w = np.polynomial.legendre.leggauss(_NODES)
    ends = np.concatenate([[0.0], np.geomspace(min(0.5, 1 / total), 1.0, _PANELS)])
    half = np.diff(ends)[:, None] / 2
    return (ends[:-1, None] + half * (1 + x)).ravel(), (half * w).ravel()
