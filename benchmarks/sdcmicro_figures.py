"""Our figures beside those of sdcMicro on its standard tables: bodyfat, CASC and Tarragona.

Run ``python benchmarks/sdcmicro_figures.py [--repetitions 100] [--write docs/benchmarks]``. It ends
with exit code 1 if a figure does not fit, and says so if the tables are not at hand.
"""

import argparse
import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from vicinage import Microaggregation, RankSwapping
from vicinage.evaluation.pair import Pair
from vicinage.evaluation.risk.closest_record import closest_record
from vicinage.evaluation.risk.interval import interval_disclosure
from vicinage.evaluation.risk.robust_interval import robust_interval_disclosure
from vicinage.evaluation.utility.correlation import correlation_figures
from vicinage.evaluation.utility.information_loss import information_loss
from vicinage.table import Table

_BESIDE = Path(__file__).resolve().parents[2] / "shared" / "reference"
REFERENCE = Path(os.environ.get("VICINAGE_REFERENCE") or _BESIDE)

TABLES = ("bodyfat", "CASCrefmicrodata", "Tarragona")

# By sdcMicro's name of the run: fraction of ranks, and of either tail.
SWAPS = {
    "rankSwap_P0.15_fraction": (0.15, 0.05),
    "rankSwap_P0.3_fraction": (0.3, 0.05),
    "rankSwap_P0.45_fraction": (0.45, 0.05),
    "rankSwap_P15_literal": (1.0, 0.05),  # 1500 %: the whole column
    "rankSwap_P0.15_fraction_Top0_Bottom0": (0.15, 0.0),
}
GROUPS = {f"mdav_k{k}": k for k in (3, 5, 10)}

FIGURES = {
    "dcr_mean": "dcr_orig_raw",
    "dcr_mean_scaled": "dcr_orig_minmax",
    "dcr_median_scaled": "dcr_orig_minmax_median",
    "dcr_mean_released": "dcr_pert_raw",
    "dcr_mean_scaled_released": "dcr_pert_minmax",
    "sdid": "dRisk_k1",
    "sdid_0.1": "dRisk_k0.1",
    "sdid_0.05": "dRisk_k0.05",
    "rmdid": "dRiskRMD_risk1",
    "rmdid_isolated": "dRiskRMD_risk2",
    "rmdid_weighted": "dRiskRMD_wrisk1",
    "il1s": "IL1s",
    "correlation_mad": "cor_mad",
    "pca_loading_mad": "pc1_loading_mad",
    "eigenvalue_difference": "eigen",
}
# Of CASC, collinear columns are left out of two figures: PTOTVAL is the sum of two others.
SUBSETS = {
    "eigenvalue_difference": ("eigen_12col", ["PTOTVAL"]),
    "rmdid": ("dRiskRMD_risk1_10col", ["PTOTVAL", "ERNVAL", "PEARNVAL"]),
}
_SUBSET_NAMES = {
    "rankSwap_P0.15_fraction": "rankSwap_P0.15",
    "rankSwap_P0.3_fraction": "rankSwap_P0.3",
    "rankSwap_P0.45_fraction": "rankSwap_P0.45",
    "rankSwap_P15_literal": "rankSwap_P15",
}

# The robust covariance is another estimate of the same kind; its weighted sum magnifies that.
_GRANTED = {"rmdid": 0.03, "rmdid_isolated": 0.03, "rmdid_weighted": 0.25}


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One figure of one run, ours and theirs; the errors are standard errors of the means."""

    table: str
    run: str
    figure: str
    ours: float
    error: float
    theirs: float
    their_error: float

    @property
    def units(self):
        """Difference in standard errors, less what is granted; 0 if within it."""
        granted = _GRANTED.get(self.figure, 1e-8) * abs(self.theirs)
        granted += 0.006 if self.figure in _GRANTED else 1e-9
        excess = max(0.0, abs(self.ours - self.theirs) - granted)
        error = float(np.hypot(self.error, self.their_error))
        return excess / error if error else np.inf if excess else 0.0

    @property
    def fits(self):
        """Within three and a half standard errors: of 200 figures, one falls out in ten runs."""
        return self.units <= 3.5


def read(name):
    """Read a table as real numbers, as R does: on integers, means of tails would be rounded."""
    folder = REFERENCE if name == "bodyfat" else REFERENCE / "sdc"
    return pd.read_csv(folder / f"{name}.csv").astype(np.float64)


def figures_of(original, released, dropped=()):
    """Return those figures of a release that sdcMicro has, without some columns."""
    sides = [Table.from_frame(frame.drop(columns=list(dropped))) for frame in (original, released)]
    pair = Pair.of(*sides)
    found = {
        **closest_record(pair),
        **interval_disclosure(pair),
        **robust_interval_disclosure(pair),
        **correlation_figures(pair),
        **information_loss(pair),
    }
    figures = {name: found[name] for name in FIGURES}
    figures["pca_loading_mad"] = found["pca_loading_mad"][0]
    return {name: value for name, value in figures.items() if not isinstance(value, str)}


def runs(name, repetitions):
    """Yield the name of each run of sdcMicro, and our releases of the same kind."""
    original = read(name)
    for run, k in GROUPS.items():
        yield run, original, [Microaggregation(group_size=k).fit_transform(original)]
    for run, (fraction, tails) in SWAPS.items():
        maskers = (
            RankSwapping(fraction=fraction, tail_fraction=tails, seed=seed)
            for seed in range(repetitions)
        )
        yield run, original, [masker.fit_transform(original) for masker in maskers]


def shared_seeds(n_seeds):
    """Return how many independent releases the mean of sdcMicro's seeds 1 to n is worth.

    Its generator replaces a small seed s by 2 s + 1 until it is large, so many seeds are one.
    """
    sizes = {}
    for seed in range(1, n_seeds + 1):
        root = seed
        while root % 2 and root > 1:
            root //= 2
        sizes[root] = sizes.get(root, 0) + 1
    return n_seeds**2 / sum(size**2 for size in sizes.values())


def compared(name, repetitions):
    """Compare all runs of a table."""
    stored = json.loads((REFERENCE / "sdc" / "sdcmicro.json").read_text())
    lines = []
    for run, original, releases in runs(name, repetitions):
        theirs = stored["results"][name][run]
        mean, sd = theirs.get("mean", theirs), theirs.get("sd", {})
        worth = shared_seeds(theirs.get("n_seeds", 1))
        found = pd.DataFrame([figures_of(original, released) for released in releases])
        wanted = {figure: (found[figure], mean.get(FIGURES[figure])) for figure in found}
        if name == "CASCrefmicrodata":
            subset = stored["casc_column_subset"].get(_SUBSET_NAMES.get(run, run), {})
            for figure, (key, dropped) in SUBSETS.items():
                told = [figures_of(original, released, dropped) for released in releases]
                wanted[figure] = (pd.Series([one[figure] for one in told]), subset.get(key))
        lines += [
            Line(
                table=name,
                run=run,
                figure=figure,
                ours=float(ours.mean()),
                error=float(ours.std() / len(ours) ** 0.5) if len(ours) > 1 else 0.0,
                theirs=reference,
                their_error=float(sd.get(FIGURES[figure]) or 0.0) / worth**0.5,
            )
            for figure, (ours, reference) in wanted.items()
            if reference is not None
        ]
    return lines


def text_of(lines, repetitions):
    """Write the comparison as a page."""
    misfits = [line for line in lines if not line.fits]
    out = [
        "# sdcMicro's figures, line by line",
        "",
        "Written by `benchmarks/sdcmicro_figures.py`; see [evaluation.md](evaluation.md).",
        "",
        f"{repetitions} releases a random run; {len(lines)} figures, {len(misfits)} do not fit.",
        "",
        "| table | run | figure | ours | standard error | sdcMicro | standard error "
        "| beyond, in standard errors | verdict |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    out += [
        f"| {line.table} | {line.run} | {line.figure} | {line.ours:.6g} | {line.error:.2g} "
        f"| {line.theirs:.6g} | {line.their_error:.2g} | {line.units:.1f} "
        f"| {'fits' if line.fits else 'DOES NOT FIT'} |"
        for line in lines
    ]
    return "\n".join([*out, ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repetitions", type=int, default=100, help="releases of a random run")
    parser.add_argument("--write", type=Path, help="folder for the page")
    arguments = parser.parse_args()
    if not REFERENCE.is_dir():
        print(f"Skipped: the tables are not at hand ({REFERENCE}).")
        return 0
    lines = [line for name in TABLES for line in compared(name, arguments.repetitions)]
    text = text_of(lines, arguments.repetitions)
    if arguments.write:
        (arguments.write / "sdcmicro-figures.md").write_text(text, encoding="utf-8")
    print(text)
    return 0 if all(line.fits for line in lines) else 1


if __name__ == "__main__":
    sys.exit(main())
