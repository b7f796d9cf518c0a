"""Pearson's correlations of columns with missing cells, and their principal components."""

import numpy as np
import numpy.typing as npt

from vicinage.evaluation.unit_scale import exponents
from vicinage.evaluation.weights import Weights

__all__ = ["COLLINEAR", "correlations", "spectrum"]

Floats = npt.NDArray[np.float64]

COLLINEAR = 1e-10  # eigenvalues of a correlation matrix below it are rounding

_BLOCK = 65_536  # records at a time


def correlations(values: Floats, weights: Weights | None = None) -> Floats:
    """Return Pearson's correlations, each over the records that have both numbers.

    Parameters
    ----------
    values : ndarray of shape (n, d)
        NaN is missing.
    weights : Weights, optional
        Of the records; without them all count alike.

    Returns
    -------
    ndarray of shape (d, d)
        NaN where a column is constant among those records.

    Notes
    -----
    Records are taken in blocks, so that the memory beyond `values` does not grow with n d.

    Examples
    --------
    >>> correlations(np.array([[1.0, 2.0], [2.0, 4.0], [3.0, 6.0], [9.0, np.nan]])).round(3)
    array([[1., 1.],
           [1., 1.]])
    """
    n, d = values.shape
    units = np.ones(n) if weights is None else weights.units
    # Powers of two first, or a mean may be too large for a float.
    powers = [-int(exponents(column)) for column in values.T]
    middles, sizes = np.zeros(d), np.ones(d)
    for j in range(d):
        middles[j], sizes[j] = _middle_and_size(np.ldexp(values[:, j], powers[j]), units)
    pairs, sums, products, squares = np.zeros((4, d, d))
    for start in range(0, n, _BLOCK):
        rows = slice(start, start + _BLOCK)
        present = ~np.isnan(values[rows])
        x = np.where(present, (np.ldexp(values[rows], powers) - middles) / sizes, 0.0)
        there = present.astype(np.float64)
        weighed = x * units[rows, None]
        pairs += (there * units[rows, None]).T @ there
        sums += weighed.T @ there
        products += weighed.T @ x
        squares += (weighed * x).T @ there
    pairs[pairs == 0] = 1.0
    spreads = squares - sums * sums / pairs
    # What is left of a constant column is rounding.
    spreads[spreads <= 1e-12 * squares] = 0.0
    norms = np.sqrt(spreads * spreads.T)
    result = np.full_like(norms, np.nan)
    np.divide(products - sums * sums.T / pairs, norms, out=result, where=norms > 0)
    return np.clip(result, -1.0, 1.0)


def _middle_and_size(column: Floats, units: Floats) -> tuple[float, float]:
    """Return the mean, and the largest distance from it; 1 where that is 0."""
    present = ~np.isnan(column) & (units > 0)
    cells = column[present]
    if cells.size == 0:
        return 0.0, 1.0
    middle = float((cells * units[present]).sum() / units[present].sum())
    return middle, float(np.abs(cells - middle).max()) or 1.0


def spectrum(matrix: Floats) -> tuple[Floats, Floats]:
    """Return the eigenvalues, largest first, and the eigenvectors as columns."""
    sizes, vectors = np.linalg.eigh(matrix)
    return sizes[::-1], vectors[:, ::-1].copy()
