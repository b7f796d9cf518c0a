"""What happened to the correlations of the numeric columns."""

import numpy as np

from vicinage.evaluation.pair import CONSTANT, Pair
from vicinage.evaluation.pearson import COLLINEAR, correlations, spectrum

__all__ = ["correlation_figures"]


def correlation_figures(pair: Pair) -> dict[str, float | str | list[float]]:
    """Compare the correlation matrices of original and release.

    Persons count by their weights. Columns that are constant in the original are left out; if one
    became constant in the release, its correlations do not exist and nothing is defined.

    Returns
    -------
    dict
        ``correlation_mad``: mean absolute difference of the correlations, over pairs of columns.
        ``pca_loading_mad``: for each principal component of the standardised columns the mean
        absolute difference of the loadings, signs aligned. ``eigenvalue_difference``: sum over
        eigenvalues of the absolute difference, relative to the original's.

    References
    ----------
    sdcMicro, function ``dUtility`` (method "eigen"); the RWN authors' notebooks.
    """
    names = ("correlation_mad", "pca_loading_mad", "eigenvalue_difference")
    original, released = pair.numbers()
    if original.shape[1] < 2:
        reason = (
            CONSTANT if len(pair.numeric) > 1 else "not defined: fewer than two numeric columns"
        )
        return dict.fromkeys(names, reason)
    before, after = (correlations(table, pair.weights) for table in (original, released))
    if np.isnan(before).any() or np.isnan(after).any():
        return dict.fromkeys(names, CONSTANT)
    upper = np.triu_indices(before.shape[0], k=1)
    sizes, loadings = spectrum(before)
    new_sizes, new_loadings = spectrum(after)
    new_loadings *= np.where((loadings * new_loadings).sum(axis=0) < 0, -1.0, 1.0)
    collinear = sizes[-1] < COLLINEAR
    return {
        "correlation_mad": float(np.abs(before - after)[upper].mean()),
        "pca_loading_mad": np.abs(loadings - new_loadings).mean(axis=0).tolist(),
        "eigenvalue_difference": "not defined: columns are collinear"
        if collinear
        else float((np.abs(sizes - new_sizes) / sizes).sum()),
    }
