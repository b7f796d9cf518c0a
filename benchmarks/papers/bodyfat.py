"""The bodyfat table and the measures that the RWN authors took on it.

Source of the definitions: the notebooks of N. Perry, N. Matloff, P. Tendick, "RWN: A Novel
Neighborhood-Based Method for Statistical Disclosure Control", arXiv 2210.06687.
"""

import os
from pathlib import Path

import numpy as np
import pandas as pd

from vicinage import RWN, Microaggregation, RankSwapping
from vicinage.evaluation.pair import Pair
from vicinage.evaluation.risk.closest_record import closest_record
from vicinage.evaluation.risk.interval import interval_disclosure
from vicinage.evaluation.risk.robust_interval import robust_interval_disclosure
from vicinage.evaluation.utility.correlation import correlation_figures
from vicinage.table import Table

REFERENCE = Path(
    os.environ.get("VICINAGE_REFERENCE")
    or Path(__file__).resolve().parents[3] / "shared" / "reference"
)
MEASURES = {
    "dcr": "DCR mean",
    "sdid": "SDID",
    "rmdid": "RMDID",
    "correlation": "Cor MAD",
    "pc1": "PC1 MAD",
    "pc2": "PC2 MAD",
    "coefficients": "Coef MAD",
    "r2": "R^2",
}
METHODS = {"rwn": "RWN", "rank_swapping": "rank swapping", "mdav": "MDAV"}
SETTINGS = {
    "rwn": [round(0.25 + 0.05 * i, 2) for i in range(15)],
    "rank_swapping": [round(0.12 + 0.03 * i, 2) for i in range(15)],
    "mdav": list(range(2, 17)),
}


def bodyfat():
    """Read the 241 x 14 table as the authors used it: every column a real number."""
    return pd.read_csv(REFERENCE / "bodyfat.csv").astype(float)


def masker(method, setting, seed):
    if method == "rwn":
        return RWN(n_neighbors=5, radius=setting, probability=1.0, seed=seed)
    if method == "rank_swapping":
        return RankSwapping(fraction=setting, seed=seed)
    return Microaggregation(group_size=setting)


def regression(frame):
    """Fit bodyfat_pct on all other columns and the body mass index, everything standardised.

    Returns
    -------
    coefficients : ndarray of shape (14,)
    r2 : float
        Share of the sum of squares that the fit explains; there is no intercept.
    """
    with_index = frame.assign(bmi=703 * frame["weight"] / frame["height"] ** 2)
    scaled = (with_index - with_index.mean()) / with_index.std()
    response = scaled.pop("bodyfat_pct").to_numpy()
    coefficients, *_ = np.linalg.lstsq(scaled.to_numpy(), response, rcond=None)
    left = response - scaled.to_numpy() @ coefficients
    return coefficients, 1.0 - left @ left / (response @ response)


def measure(original, coefficients, released):
    """Return the measures of one release, in the order of MEASURES."""
    pair = Pair.of(original, Table.from_frame(released))
    utility = correlation_figures(pair)
    after, r2 = regression(released)
    return (
        closest_record(pair)["dcr_mean"],
        interval_disclosure(pair)["sdid"],
        robust_interval_disclosure(pair)["rmdid"],
        utility["correlation_mad"],
        *utility["pca_loading_mad"][:2],
        np.abs(coefficients - after).mean(),
        r2,
    )


def runs(method, setting, repetitions):
    """Measure releases with seeds of their own; one is enough where nothing is drawn.

    No two settings share a seed, so that their errors are independent.

    Returns
    -------
    ndarray of shape (n_releases, 8)
    """
    frame = bodyfat()
    original, coefficients = Table.from_frame(frame), regression(frame)[0]
    first = 1000 * SETTINGS[method].index(setting)
    seeds = range(first, first + (1 if method == "mdav" else repetitions))
    releases = (masker(method, setting, seed).fit_transform(frame) for seed in seeds)
    return np.array([measure(original, coefficients, released) for released in releases])
