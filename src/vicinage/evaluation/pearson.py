"""Pearson's correlations of columns with missing cells, and their principal components."""

import numpy as np
import numpy.typing as npt

from vicinage.evaluation.unit_scale import in_units

__all__ = ["COLLINEAR", "correlations", "spectrum"]

Floats = npt.NDArray[np.float64]

COLLINEAR = 1e-10  # eigenvalues of a correlation matrix below it are rounding


def correlations(values: Floats) -> Floats:
    """Return Pearson's correlations, each over the records that have both numbers.

    Parameters
    ----------
    values : ndarray of shape (n, d)
        NaN is missing.

    Returns
    -------
    ndarray of shape (d, d)
        NaN where a column is constant among those records.

    Examples
    --------
    >>> correlations(np.array([[1.0, 2.0], [2.0, 4.0], [3.0, 6.0], [9.0, np.nan]])).round(3)
    array([[1., 1.],
           [1., 1.]])
    """
    present = ~np.isnan(values)
    there = present.astype(np.float64)
    counts = np.maximum(there.sum(axis=0), 1.0)
    x = np.where(present, in_units(values), 0.0)
    x = np.where(present, x - x.sum(axis=0) / counts, 0.0)
    scale = np.abs(x).max(axis=0)
    x /= np.where(scale > 0, scale, 1.0)
    pairs = np.maximum(there.T @ there, 1.0)
    sums = x.T @ there
    products = x.T @ x - sums * sums.T / pairs
    squares = (x * x).T @ there - sums * sums / pairs
    # What is left of a constant column is rounding.
    squares[squares <= 1e-12 * ((x * x).T @ there)] = 0.0
    norms = np.sqrt(squares * squares.T)
    result = np.full_like(norms, np.nan)
    np.divide(products, norms, out=result, where=norms > 0)
    return np.clip(result, -1.0, 1.0)


def spectrum(matrix: Floats) -> tuple[Floats, Floats]:
    """Return the eigenvalues, largest first, and the eigenvectors as columns."""
    sizes, vectors = np.linalg.eigh(matrix)
    return sizes[::-1], vectors[:, ::-1].copy()
