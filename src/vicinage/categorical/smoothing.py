"""Noisy tables drawn towards what is plausible: computed from released numbers only."""

import numpy as np
import numpy.typing as npt
from scipy.optimize import brentq
from scipy.special import log_ndtr

from vicinage.categorical.domain import Domain, Pair
from vicinage.categorical.noisy_tables import NoisyTables

__all__ = ["expected_margins", "smoothed_tables"]

Floats = npt.NDArray[np.float64]

_LOG_ROOT_2_PI = 0.5 * np.log(2 * np.pi)
_FAR = 30.0  # in standard deviations


def smoothed_tables(noisy: NoisyTables, domain: Domain, n_rows: int) -> dict[Pair, Floats]:
    r"""Shrink each table towards independence, as far as its noise explains its dependence.

    With the margins m of :func:`expected_margins`, ``E = m_X m_Y^T / n`` is expected of
    independent columns. The rest R of the noisy table, centred in rows and columns, is the true
    dependence of variance ``kappa sqrt(E)`` (a model) and the noise of variance s: kappa is
    estimated from the table by moments, and R is multiplied by
    ``kappa sqrt(E) / (kappa sqrt(E) + s)``.

    Parameters
    ----------
    noisy : NoisyTables
    domain : Domain
    n_rows : int
        Public.

    Returns
    -------
    dict of (str, str) to ndarray of float64
        No cell is negative.
    """
    margins = expected_margins(noisy, domain, n_rows)
    smoothed = {}
    for (x, y), table in noisy.tables.items():
        expected = np.multiply.outer(margins[x], margins[y]) / n_rows
        rest = _centred(table - expected)
        variance = noisy.variances[x, y]
        freedom = (table.shape[0] - 1) * (table.shape[1] - 1)
        spread = np.sqrt(expected)
        kappa = max(0.0, float((rest**2).sum()) - variance * freedom) / spread.sum()
        kept = kappa * spread / (kappa * spread + variance)
        smoothed[x, y] = np.maximum(expected + kept * rest, 0.0)
    return smoothed


def expected_margins(noisy: NoisyTables, domain: Domain, n_rows: int) -> dict[str, Floats]:
    """Estimate how often each value of each column occurs.

    The row sums of all tables of a column are averaged with weights ``1 / (d s)``, for d cells in
    a row and noise of variance s, and with the margin itself where it was measured. What is known
    besides, that no count is negative and that the sum is `n_rows`, enters by
    :func:`_truncated_means`.
    """
    sums = {name: np.zeros(size) for name, size in domain.sizes.items()}
    weights = dict.fromkeys(sums, 0.0)
    for name, (margin, variance) in noisy.margins.items():
        sums[name] += margin / variance
        weights[name] += 1 / variance
    for (x, y), table in noisy.tables.items():
        for name, other_axis in ((x, 1), (y, 0)):
            weight = 1 / (table.shape[other_axis] * noisy.variances[x, y])
            sums[name] += weight * table.sum(axis=other_axis)
            weights[name] += weight
    return {
        name: _truncated_means(total / weights[name], weights[name] ** -0.5, n_rows)
        for name, total in sums.items()
        if weights[name] > 0
    }


def _centred(table: Floats) -> Floats:
    rows, columns = table.mean(axis=1, keepdims=True), table.mean(axis=0, keepdims=True)
    centred: Floats = table - rows - columns + table.mean()
    return centred


def _truncated_means(counts: Floats, deviation: float, total: float) -> Floats:
    """Return the means of normal counts that are known not to be negative, shifted to a sum.

    A value that the noise leaves without records so keeps a few, and its column of a table the
    shares of the margin: projecting to the simplex would leave none.
    """

    def means(shift: float) -> Floats:
        centre = (counts - shift) / deviation
        near = np.maximum(centre, -_FAR)
        # The ratio of the normal density and distribution function; far below zero the mean is
        # 1 / |centre| in the limit, where the difference would lose all its digits.
        hazard = np.exp(-0.5 * near**2 - _LOG_ROOT_2_PI - log_ndtr(near))
        positive: Floats = np.where(centre > -_FAR, near + hazard, -1 / np.minimum(centre, -1))
        return deviation * positive

    # A mean is at least its count, and at most deviation^2 / |count| below zero: with twice as much
    # room, the sums are twice the total at least and half of it at most, whatever the rounding.
    low = counts.max() - 2 * total
    high = counts.max() + deviation * (_FAR + 2 * counts.size * deviation / total)
    values = means(brentq(lambda shift: means(shift).sum() - total, low, high))
    scaled: Floats = values * (total / values.sum())
    return scaled
