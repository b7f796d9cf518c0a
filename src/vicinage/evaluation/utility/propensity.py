"""Propensity score: how well a model tells released records from original ones."""

import warnings

import numpy as np
from sklearn.linear_model import LogisticRegression

from vicinage.evaluation.pair import CONSTANT, Pair
from vicinage.evaluation.points import ORIGINAL, RELEASED, scaled_points

__all__ = ["propensity_figures"]

_SAMPLE = 50_000  # records of each table; the figure is a mean
_LEVELS = 20  # categories with an indicator of their own; the rest share none


def propensity_figures(pair: Pair) -> dict[str, float | str]:
    """Fit a logistic regression that tells the two tables apart.

    Main effects of all columns, scaled by the original's range; of at most 50,000 evenly spaced
    records of each table, which count alike, whatever their weights.

    Returns
    -------
    dict
        ``pmse``: mean squared difference of the fitted chance from 1/2; 0 where the tables
        cannot be told apart, 1/4 where they always can. ``pmse_ratio``: the same over what is
        expected of records drawn from the original with replacement, ``m / (8 N)`` for m
        columns of the model and N records of both tables. A release that keeps its records may
        lie below 1.

    References
    ----------
    J. Snoke et al., "General and specific utility measures for synthetic data", Journal of the
    Royal Statistical Society A 181 (2018), Theorem 1.
    """
    points = scaled_points(pair)
    if isinstance(points, str):
        return dict.fromkeys(("pmse", "pmse_ratio"), points)
    rows = np.arange(0, pair.n_rows, -(-pair.n_rows // _SAMPLE))
    spaces = [points.space(side, rows) for side in (ORIGINAL, RELEASED)]
    cells = np.concatenate([space.coordinates for space in spaces])
    columns = []
    for values, weight in zip(cells.T, spaces[0].weights, strict=True):
        if weight == 0:
            columns.append(values)
            continue
        levels, counts = np.unique(values, return_counts=True)
        common = levels[np.argsort(-counts, kind="stable")][1 : _LEVELS + 1]
        columns += [(values == level).astype(np.float64) for level in common]
    varying = [column for column in columns if np.ptp(column) > 0]
    if not varying:  # what varies is not in the sample
        return dict.fromkeys(("pmse", "pmse_ratio"), CONSTANT)
    design = np.column_stack(varying)
    truth = np.repeat([0, 1], cells.shape[0] // 2)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # tables that a line separates have no finite optimum
        # Newton's steps: the figure is a small square, which rough optima miss by a percent.
        model = LogisticRegression(C=1e6, solver="newton-cholesky", tol=1e-8).fit(design, truth)
    pmse = float(((model.predict_proba(design)[:, 1] - 0.5) ** 2).mean())
    return {"pmse": pmse, "pmse_ratio": pmse / (design.shape[1] / (8 * truth.size))}
