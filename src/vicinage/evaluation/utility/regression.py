"""The user's own regression, on the original and on the release."""

import warnings
from typing import Any

import numpy as np
import numpy.typing as npt
import statsmodels.api as sm

from vicinage.errors import ParameterError
from vicinage.schema import Text
from vicinage.table import Table

__all__ = ["regression_figures"]

Floats = npt.NDArray[np.float64]

_NAMES = (
    "regression_coef_mad",
    "r2_original",
    "r2_released",
    "interval_overlap",
    "regression_terms",
)
_CONFIDENCE = 0.95


def regression_figures(original: Table, released: Table, formula: str) -> dict[str, Any]:
    """Fit a linear model to both tables by least squares.

    Parameters
    ----------
    original, released : Table
    formula : str
        Such as ``"pay ~ age + sex"``, as statsmodels reads it. It is evaluated as an expression:
        take none from a stranger. Records with a missing cell are left out.

    Returns
    -------
    dict
        ``regression_coef_mad``: mean absolute difference of the standardised coefficients, without
        the intercept. ``r2_original``, ``r2_released``. ``interval_overlap``: mean overlap of the
        coefficients' 95 % confidence intervals, as a share of their lengths; 0 where they do
        not meet. ``regression_terms``: by term the estimate and standard error in both tables.

    Raises
    ------
    ParameterError
        If the formula cannot be read or names no column.

    References
    ----------
    A. Karr et al., "A framework for evaluating the utility of data altered to protect
    confidentiality", The American Statistician 60 (2006), for the overlap.
    """
    before, after = _fit(original, formula), _fit(released, formula)
    if before.model.exog_names != after.model.exog_names:
        return dict.fromkeys(_NAMES, "not defined: the release lacks a level of a term")
    if min(before.df_resid, after.df_resid) <= 0 or not _full_rank(before, after):
        return dict.fromkeys(_NAMES, "not defined: too few records, or collinear terms")
    if np.ptp(before.model.endog) == 0 or np.ptp(after.model.endog) == 0:
        return dict.fromkeys(_NAMES, "not defined: constant")
    change = np.abs(_standardised(before) - _standardised(after))
    return {
        "regression_coef_mad": float(change.mean()) if change.size else "not defined: no term",
        "r2_original": float(before.rsquared),
        "r2_released": float(after.rsquared),
        "interval_overlap": _overlap(before, after),
        "regression_terms": {
            name: {
                "estimate_original": float(np.asarray(before.params)[i]),
                "estimate_released": float(np.asarray(after.params)[i]),
                "error_original": float(np.asarray(before.bse)[i]),
                "error_released": float(np.asarray(after.bse)[i]),
            }
            for i, name in enumerate(before.model.exog_names)
        },
    }


def _fit(table: Table, formula: str) -> Any:
    """Fit by least squares."""
    numbers = {
        name: table.values(name)
        if table.schema[name].kind.label != "categorical"
        else np.array(table.labels(name), dtype=object)
        for name in table.names
        if not isinstance(table.schema[name].kind, Text)
    }
    try:
        with warnings.catch_warnings():
            # Columns are enough: no frame has to be made of them.
            warnings.filterwarnings("ignore", "Using dict data", DeprecationWarning)
            return sm.OLS.from_formula(formula, numbers).fit()
    except Exception as error:
        raise ParameterError(
            f'formula must be a model of columns of both tables such as "pay ~ age", got '
            f"{formula!r}; correct it"
        ) from error


def _full_rank(*fits: Any) -> bool:
    return all(np.linalg.matrix_rank(fit.model.exog) == fit.model.exog.shape[1] for fit in fits)


def _standardised(fit: Any) -> Floats:
    deviations = fit.model.exog.std(axis=0)
    terms = deviations > 0  # not the intercept
    scaled: Floats = np.asarray(fit.params)[terms] * deviations[terms] / fit.model.endog.std()
    return scaled


def _overlap(before: Any, after: Any) -> float | str:
    (a, b), (c, d) = (np.asarray(fit.conf_int(1 - _CONFIDENCE)).T for fit in (before, after))
    if (b <= a).any() or (d <= c).any():
        return "not defined: the model fits exactly"
    shared = np.maximum(np.minimum(b, d) - np.maximum(a, c), 0.0)
    return float((shared / (b - a) + shared / (d - c)).mean() / 2)
