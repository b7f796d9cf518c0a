"""Individual risk: the chance that a sampled record is the person whom its keys point at."""

import numpy as np
import numpy.typing as npt

__all__ = ["individual_risks"]

Floats = npt.NDArray[np.float64]

_NEAR_ONE = 1e-3  # of p: there the difference in the second formula would be rounding


def individual_risks(sample: npt.NDArray[np.int64], population: Floats) -> Floats:
    """Return the chance of re-identification of each record.

    Parameters
    ----------
    sample : ndarray of shape (n,)
        Number of records in the sample with the record's keys, itself included.
    population : ndarray of shape (n,)
        Their sum of sampling weights: an estimate of how many persons have these keys.

    Notes
    -----
    With ``p = sample / population``: ``p / (1 - p) log(1 / p)`` for a class of one,
    ``p / (1 - p)^2 (p log p + 1 - p)`` for one of two and ``p / (sample - (1 - p))`` for larger
    ones; 1 / sample where the sample is the population.

    References
    ----------
    L. Franconi, S. Polettini, "Individual risk estimation in mu-Argus: a review", PSD 2004;
    sdcMicro, function ``indivRisk``.

    Examples
    --------
    >>> individual_risks(np.array([1, 2]), np.array([17.0, 110.0])).round(6)
    array([0.177076, 0.017144])
    """
    p = sample / np.maximum(population, sample)
    q = np.where(p < 1, 1 - p, 0.5)  # where p = 1 the branches below are not taken
    one = p / q * -np.log(p)
    series = 1 / 2 + q / 6 + q**2 / 12 + q**3 / 20  # of (p log p + q) / q^2
    two = p * np.where(q < _NEAR_ONE, series, (p * np.log(p) + q) / q**2)
    more = p / (sample - q)
    risks = np.select([p == 1, sample == 1, sample == 2], [1 / sample, one, two], default=more)
    return np.asarray(risks, dtype=np.float64)
