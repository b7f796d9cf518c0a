"""The user's own regression, on the original and on the release."""

from typing import Any

import numpy as np
import numpy.typing as npt
from statsmodels.regression.linear_model import WLS

from vicinage.errors import ParameterError
from vicinage.evaluation.weights import Weights
from vicinage.table import Table, model_frame

__all__ = ["regression_figures"]

Floats = npt.NDArray[np.float64]

_NAMES = (
    "regression_coef_mad",
    "r2_original",
    "r2_released",
    "interval_overlap",
    "regression_shift",
    "regression_terms",
)
_CONFIDENCE = 0.95
_EXACT = "not defined: the model fits exactly"


def regression_figures(
    original: Table, released: Table, formula: str, weights: Weights
) -> dict[str, Any]:
    """Fit a linear model to both tables by least squares, persons counting by their weights.

    Parameters
    ----------
    original, released : Table
    weights : Weights
        Of the records of both; those without any are left out. Standard errors are those of as
        many records as there are, not persons, and know nothing of how the sample was drawn.
    formula : str
        Such as ``"pay ~ age + sex"``, as statsmodels reads it. It is evaluated as an expression:
        take none from a stranger. Records with a missing cell are left out.

    Returns
    -------
    dict
        ``regression_coef_mad``: mean absolute difference of the standardised coefficients, without
        the intercept. ``r2_original``, ``r2_released``. ``interval_overlap``: mean overlap of the
        coefficients' 95 % confidence intervals, as a share of their lengths; 0 where they do
        not meet. ``regression_shift``: by term, how far the estimate moved, in standard errors
        of the original. ``regression_terms``: by term the estimate and standard error in both
        tables, and the overlap.

    Raises
    ------
    ParameterError
        If the formula cannot be read or names no column.

    References
    ----------
    A. Karr et al., "A framework for evaluating the utility of data altered to protect
    confidentiality", The American Statistician 60 (2006), for the overlap.
    """
    before, after = (_fit(table, formula, weights) for table in (original, released))
    if before.model.exog_names != after.model.exog_names:
        return dict.fromkeys(_NAMES, "not defined: the release lacks a level of a term")
    if min(before.df_resid, after.df_resid) <= 0 or not _full_rank(before, after):
        return dict.fromkeys(_NAMES, "not defined: too few records, or collinear terms")
    if np.ptp(before.model.endog) == 0 or np.ptp(after.model.endog) == 0:
        return dict.fromkeys(_NAMES, "not defined: constant")
    terms = _terms(before, after)
    change = np.abs(_standardised(before) - _standardised(after))
    return {
        "regression_coef_mad": float(change.mean()) if change.size else "not defined: no term",
        "r2_original": float(before.rsquared),
        "r2_released": float(after.rsquared),
        "interval_overlap": _mean_overlap(terms),
        "regression_shift": {name: _shift(term) for name, term in terms.items()},
        "regression_terms": terms,
    }


def _fit(table: Table, formula: str, weights: Weights) -> Any:
    """Fit by weighted least squares."""
    rows = weights.units > 0
    # Others cannot be meant; a name that stands in the formula by chance does no harm.
    named = [name for name in table.names if name in formula]
    try:
        frame = model_frame(table, named, rows)
        return WLS.from_formula(formula, frame, weights=weights.units[rows]).fit()
    except Exception as error:
        raise ParameterError(
            f'formula must be a model of columns of both tables such as "pay ~ age", got '
            f"{formula!r}; correct it"
        ) from error


def _terms(before: Any, after: Any) -> dict[str, dict[str, float | str]]:
    figures = {
        f"{figure}_{side}": np.asarray(getattr(fit, attribute)).tolist()
        for figure, attribute in (("estimate", "params"), ("error", "bse"))
        for side, fit in (("original", before), ("released", after))
    }
    figures["overlap"] = _overlaps(before, after)
    return {
        name: {figure: values[i] for figure, values in figures.items()}
        for i, name in enumerate(before.model.exog_names)
    }


def _overlaps(before: Any, after: Any) -> list[float | str]:
    """Return by term the overlap of the confidence intervals, as a share of their lengths."""
    intervals = [np.asarray(fit.conf_int(1 - _CONFIDENCE)).tolist() for fit in (before, after)]
    return [
        max(0.0, min(b, d) - max(a, c)) * (1 / (b - a) + 1 / (d - c)) / 2
        if b > a and d > c
        else _EXACT
        for (a, b), (c, d) in zip(*intervals, strict=True)
    ]


def _mean_overlap(terms: dict[str, dict[str, Any]]) -> float | str:
    overlaps = [term["overlap"] for term in terms.values()]
    return _EXACT if _EXACT in overlaps else float(np.mean(overlaps))


def _shift(term: dict[str, Any]) -> float | str:
    gap, error = abs(term["estimate_released"] - term["estimate_original"]), term["error_original"]
    return float(gap / error) if error > 0 else _EXACT


def _full_rank(*fits: Any) -> bool:
    return all(np.linalg.matrix_rank(fit.model.exog) == fit.model.exog.shape[1] for fit in fits)


def _standardised(fit: Any) -> Floats:
    deviations = _deviation(fit, fit.model.exog)
    terms = deviations > 0  # not the intercept
    estimates = np.asarray(fit.params)[terms] * deviations[terms]
    scaled: Floats = estimates / _deviation(fit, fit.model.endog)
    return scaled


def _deviation(fit: Any, values: Floats) -> Floats:
    """Return weighted standard deviations, 0 for a constant column."""
    shares = fit.model.weights / fit.model.weights.sum()
    deviations: Floats = np.sqrt(shares @ (values - shares @ values) ** 2)
    return np.where(np.ptp(values, axis=0) > 0, deviations, 0.0)
