"""Noisy tables drawn towards what is plausible: computed from released numbers only."""


import numpy as np
import numpy.typing as npt

from vicinage.categorical.domain import Domain, Pair
from vicinage.categorical.noisy_tables import NoisyTables

__all__ = ["expected_margins", "smoothed_tables"]

Floats = npt.NDArray[np.float64]

# A value that the noise leaves without records gets so many, so that its column of a table has
# the shares of the margin, and not none.
_LEAST = 0.5


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
    a row and noise of variance s, then projected to the vectors of sum `n_rows` without negative
    entries.
    """
    sums = {name: np.zeros(size) for name, size in domain.sizes.items()}
    weights = dict.fromkeys(sums, 0.0)
    for (x, y), table in noisy.tables.items():
        for name, other_axis in ((x, 1), (y, 0)):
            weight = 1 / (table.shape[other_axis] * noisy.variances[x, y])
            sums[name] += weight * table.sum(axis=other_axis)
            weights[name] += weight
    return {
        name: _positive(_on_simplex(total / weights[name], n_rows), n_rows)
        for name, total in sums.items()
        if weights[name] > 0
    }


def _centred(table: Floats) -> Floats:
    rows, columns = table.mean(axis=1, keepdims=True), table.mean(axis=0, keepdims=True)
    centred: Floats = table - rows - columns + table.mean()
    return centred


def _on_simplex(values: Floats, total: float) -> Floats:
    """Return the nearest vector of this sum without negative entries (Held, Wolfe, Crowder)."""
    descending = np.sort(values)[::-1]
    excess = (np.cumsum(descending) - total) / np.arange(1, values.size + 1)
    kept = np.flatnonzero(descending > excess)[-1]
    projected: Floats = np.maximum(values - excess[kept], 0.0)
    return projected


def _positive(margin: Floats, n_rows: int) -> Floats:
    raised = np.maximum(margin, min(_LEAST, n_rows / margin.size))
    positive: Floats = raised * (n_rows / raised.sum())
    return positive
