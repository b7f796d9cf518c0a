"""Robust Mahalanobis interval disclosure (RMDID): outliers are disclosed from farther away."""

import warnings

import numpy as np
import numpy.typing as npt
from scipy.stats import chi2
from sklearn.covariance import fast_mcd

from vicinage.evaluation.figure import TOO_LARGE
from vicinage.evaluation.pair import CONSTANT, Pair
from vicinage.evaluation.pearson import COLLINEAR, correlations, spectrum
from vicinage.evaluation.points import asked_rows
from vicinage.evaluation.unit_scale import in_units
from vicinage.neighbors import Space, Tree

__all__ = ["robust_covariance", "robust_interval_disclosure"]

Floats = npt.NDArray[np.float64]

_NAMES = ("rmdid", "rmdid_weighted", "rmdid_isolated")
_STEP, _WIDTH = 0.05, 0.01  # sdcMicro's defaults: the half-width is their product times m
_APART = 0.05  # standard deviations; sdcMicro's default
_SAMPLE = 10_000  # records from which the covariance is estimated; more change it little
_TRIM = 0.975  # records beyond this quantile are outliers to the reweighted covariance


def robust_interval_disclosure(pair: Pair) -> dict[str, float | str]:
    """Measure how many records have a number that lies very near its released value.

    Both tables are standardised by their own means and standard deviations. A record is
    disclosed if in any column the two differ by less than ``0.0005 m``, m being the record's
    robust Mahalanobis distance from the mean: an outlier has fewer peers to hide among. Records
    with a missing number are left out.

    Returns
    -------
    dict
        ``rmdid``: share of disclosed records. ``rmdid_weighted``: their number times the sum of
        their ``0.05 m``, over n. ``rmdid_isolated``: share of records that are disclosed and
        whose release has no other released record within 0.05 standard deviations; of the
        records of :func:`~vicinage.evaluation.points.asked_rows`.

    Notes
    -----
    The definitions are those of sdcMicro's ``dRiskRMD`` (risk1, wrisk1, risk2), without its
    matrix of all distances. Its covariance comes from R's
    robustbase and depends on the seed; this one lacks robustbase's small-sample factors, and its
    distances differ by up to a few percent. It is estimated from 10,000 evenly spaced records at
    most.
    """
    original, released = pair.numbers()
    if original.shape[1] == 0:
        return dict.fromkeys(_NAMES, pair.why_no_numbers)
    whole = ~np.isnan(original).any(axis=1) & ~np.isnan(released).any(axis=1)
    x, masked = in_units(original[whole]), in_units(released[whole])
    del original, released  # as large as the tables
    reason = _why_not(x, masked)
    if reason:
        return dict.fromkeys(_NAMES, reason)
    x, masked = _standardised(x), _standardised(masked)
    covariance = robust_covariance(x[:: -(-x.shape[0] // _SAMPLE)])
    if covariance is None:
        return dict.fromkeys(_NAMES, "not defined: half of the records are collinear")
    reach = _STEP * np.sqrt(_squared_distances(x, covariance))
    if not np.isfinite(reach).all():
        return dict.fromkeys(_NAMES, TOO_LARGE)
    near = np.any(np.abs(x - masked) < _WIDTH * reach[:, None], axis=1)
    return {
        "rmdid": float(near.mean()),
        "rmdid_weighted": float(near.mean() * reach[near].sum()),
        "rmdid_isolated": _isolated(masked, near),
    }


def _why_not(x: Floats, masked: Floats) -> str | None:
    if x.shape[0] <= 2 * x.shape[1]:
        return "not defined: too few records for a robust covariance"
    if (np.ptp(x, axis=0) == 0).any() or (np.ptp(masked, axis=0) == 0).any():
        return CONSTANT
    if spectrum(correlations(x))[0][-1] < COLLINEAR:
        return "not defined: columns are collinear"
    return None


def _isolated(masked: Floats, near: npt.NDArray[np.bool_]) -> float:
    """Return the share of records that are near and, once released, alone."""
    rows = asked_rows(near.size)
    asked = rows[near[rows]]
    if asked.size == 0:
        return 0.0
    space = Space.of_numbers(masked)
    within = Tree.build(space).count(
        np.full(asked.size, space.bound(_APART)), Tree.build(space.take(asked))
    )
    return float((within == 1).sum() / rows.size)  # the one is the record itself


def robust_covariance(values: Floats) -> Floats | None:
    """Return the reweighted minimum covariance determinant estimate.

    Parameters
    ----------
    values : ndarray of shape (n, d)

    Returns
    -------
    ndarray of shape (d, d), or None if half of the records, or those that are no outliers, lie
    in fewer dimensions.

    References
    ----------
    P. Rousseeuw, K. Van Driessen, "A fast algorithm for the minimum covariance determinant
    estimator", Technometrics 41 (1999); consistency factors of C. Croux, G. Haesbroeck (1999).
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a singular half is found by its determinant, below
        center, _, support, _ = fast_mcd(values, random_state=0)
    first = _consistent(values[support], support.mean())
    if first is None:
        return None
    distances = _squared_distances(values - center, first)
    kept = distances <= chi2.ppf(_TRIM, values.shape[1])
    return _consistent(values[kept], kept.mean())


def _consistent(values: Floats, share: float) -> Floats | None:
    """Covariance of the innermost `share` of a normal sample, scaled to that of the whole."""
    d = values.shape[1]
    if values.shape[0] <= d:
        return None
    covariance = np.atleast_2d(np.cov(values, rowvar=False))
    if np.linalg.eigvalsh(covariance)[0] <= COLLINEAR * np.trace(covariance):
        return None
    factor = share / chi2.cdf(chi2.ppf(share, d), d + 2) if share < 1 else 1.0
    scaled: Floats = covariance * factor
    return scaled


def _squared_distances(values: Floats, covariance: Floats) -> Floats:
    distances: Floats = (values * np.linalg.solve(covariance, values.T).T).sum(axis=1)
    return distances


def _standardised(values: Floats) -> Floats:
    standardised: Floats = (values - values.mean(axis=0)) / values.std(axis=0, ddof=1)
    return standardised
