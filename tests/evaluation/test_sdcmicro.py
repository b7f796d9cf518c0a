"""Figures of sdcMicro's random runs, met within Monte Carlo error.

benchmarks/sdcmicro_figures.py compares all of them. Seeds are fixed; for others, one of the figures
below would lie outside 4 standard errors in about one of a thousand runs.
"""

import json

import numpy as np
import pandas as pd
import pytest

from support.reference import REFERENCE, needs_reference
from vicinage.evaluation.pair import Pair
from vicinage.evaluation.risk.interval import interval_disclosure
from vicinage.evaluation.risk.robust_interval import robust_interval_disclosure
from vicinage.evaluation.utility.correlation import correlation_figures
from vicinage.evaluation.utility.information_loss import information_loss
from vicinage.masking import Microaggregation, RankSwapping
from vicinage.table import Table

RELEASES = 8
NAMES = {
    "sdid": "dRisk_k1",
    "sdid_0.1": "dRisk_k0.1",
    "sdid_0.05": "dRisk_k0.05",
    "il1s": "IL1s",
    "correlation_mad": "cor_mad",
}


def stored():
    return json.loads((REFERENCE / "sdc" / "sdcmicro.json").read_text())


def read(name):
    folder = REFERENCE if name == "bodyfat" else REFERENCE / "sdc"
    return pd.read_csv(folder / f"{name}.csv").astype(np.float64)


def pairs(original, fraction):
    before = Table.from_frame(original)
    for seed in range(RELEASES):
        released = RankSwapping(fraction=fraction, seed=seed).fit_transform(original)
        yield Pair.of(before, Table.from_frame(released))


def units(ours, theirs, key, n_seeds):
    """Return the difference of two means in standard errors."""
    # Of sdcMicro's small seeds about half give the release of another one.
    error = np.hypot(np.std(ours, ddof=1) / RELEASES**0.5, theirs["sd"][key] / (n_seeds / 2) ** 0.5)
    gap = abs(np.mean(ours) - theirs["mean"][key])
    return gap / error if error else float(gap > 1e-9)


@needs_reference
@pytest.mark.parametrize("fraction", [0.15, 0.45])
@pytest.mark.parametrize("name", ["bodyfat", "CASCrefmicrodata", "Tarragona"])
def test_rank_swapping_is_judged_as_by_sdcmicro(name, fraction):
    theirs = stored()["results"][name][f"rankSwap_P{fraction}_fraction"]

    judged = [
        {**interval_disclosure(pair), **information_loss(pair), **correlation_figures(pair)}
        for pair in pairs(read(name), fraction)
    ]

    for ours, key in NAMES.items():
        figures = [figure[ours] for figure in judged]
        assert units(figures, theirs, key, theirs["n_seeds"]) < 4, ours


@needs_reference
def test_robust_interval_disclosure_of_rank_swapping_is_that_of_sdcmicro():
    theirs = stored()["results"]["bodyfat"]["rankSwap_P0.15_fraction"]

    judged = [robust_interval_disclosure(pair) for pair in pairs(read("bodyfat"), 0.15)]

    for ours, key in (("rmdid", "dRiskRMD_risk1"), ("rmdid_isolated", "dRiskRMD_risk2")):
        assert units([figure[ours] for figure in judged], theirs, key, 100) < 4, ours


@needs_reference
@pytest.mark.parametrize("k", [3, 5, 10])
def test_casc_has_sdcmicros_figures_once_its_sums_are_left_out(k):
    theirs = stored()["casc_column_subset"][f"mdav_k{k}"]
    original = read("CASCrefmicrodata")
    released = Microaggregation(group_size=k).fit_transform(original)

    def without(*names):
        return Pair.of(
            *(Table.from_frame(t.drop(columns=list(names))) for t in (original, released))
        )

    eigen = information_loss(without("PTOTVAL")) | correlation_figures(without("PTOTVAL"))
    robust = robust_interval_disclosure(without("PTOTVAL", "ERNVAL", "PEARNVAL"))

    assert eigen["eigenvalue_difference"] == pytest.approx(theirs["eigen_12col"], rel=1e-7)
    assert robust["rmdid"] == pytest.approx(theirs["dRiskRMD_risk1_10col"], abs=5e-8)


@needs_reference
def test_a_fraction_that_is_a_little_off_is_noticed():
    theirs = stored()["results"]["bodyfat"]["rankSwap_P0.45_fraction"]
    wrong = [interval_disclosure(pair)["sdid"] for pair in pairs(read("bodyfat"), 0.42)]

    assert units(wrong, theirs, "dRisk_k1", 100) > 4
