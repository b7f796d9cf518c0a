"""Our figures beside those of the paper, and the rule that says whether they fit."""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from bodyfat import MEASURES, METHODS, REFERENCE, SETTINGS

_CURVES = Path(__file__).with_name("rwn_curves.json")
_REPETITIONS = 100  # behind every random figure that we compare with
_ROUNDING = 6e-5  # the re-implementation's figures are written with four decimals
_SDCMICRO = {
    "dcr": "dcr_orig_raw",
    "sdid": "dRisk_k1",
    "correlation": "cor_mad",
    "pc1": "pc1_loading_mad",
    "coefficients": "coefMAD",
    "r2": "r2",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """One figure at one setting.

    Parameters
    ----------
    mean, sd : float
        Of our releases; sd is 0 where nothing is drawn.
    reference : float
        Mean of the independent re-implementation.
    plotted, sdcmicro : float or None
        Read off the authors' plot, and recomputed with sdcMicro; None where there is none.
    error : float
        Monte Carlo standard error of the difference of two means.
    reading : float
        Precision of the plotted value: 1 % of the axis plus 0.002.
    """

    method: str
    measure: str
    setting: float
    mean: float
    sd: float
    reference: float
    plotted: float | None
    sdcmicro: float | None
    error: float
    reading: float

    @property
    def units(self):
        """Difference to the re-implementation in standard errors; None where nothing is drawn."""
        return (self.mean - self.reference) / self.error if self.error else None

    @property
    def reference_fits(self):
        """Within 3 standard errors of the difference, 3 sqrt(2) of one mean; else to the digit."""
        return abs(self.mean - self.reference) <= 3 * self.error + _ROUNDING

    @property
    def within_reading(self):
        """Within the precision to which the plot can be read."""
        return self.plotted is None or abs(self.mean - self.plotted) <= self.reading

    @property
    def plotted_fits(self):
        """The same, granted that the plotted value is a mean of random releases too."""
        gap = 0.0 if self.plotted is None else abs(self.mean - self.plotted)
        return gap <= self.reading + 3 * self.error

    @property
    def sdcmicro_fits(self):
        """Equal to sdcMicro's figure where both draw nothing."""
        drawn = self.method != "mdav" or self.sdcmicro is None
        return drawn or abs(self.mean - self.sdcmicro) <= 1e-6

    @property
    def fits(self):
        """All of the above, but for the bare reading precision."""
        return self.reference_fits and self.plotted_fits and self.sdcmicro_fits


def compare(results, repetitions):
    """Compare what ``bodyfat.runs`` returned, by method one array a setting."""
    curves = json.loads(_CURVES.read_text())
    recomputed = json.loads((REFERENCE / "bodyfat_paper_curves.json").read_text())
    axes = {measure: _axis(curves, measure) for measure in MEASURES}
    comparisons = []
    for method in METHODS:
        recomputations = recomputed.get({"rank_swapping": "rankSwap"}.get(method, method))
        for m, measure in enumerate(MEASURES):
            curve = curves[method][measure]
            for i, setting in enumerate(SETTINGS[method]):
                figures = results[method][i][:, m]
                sd = figures.std(ddof=1) if method != "mdav" else 0.0
                theirs = curve.get("reimplementation_sd", [sd] * 15)[i]
                row = recomputations[i] if recomputations else {}
                comparisons.append(
                    Comparison(
                        method=method,
                        measure=measure,
                        setting=setting,
                        mean=figures.mean(),
                        sd=sd,
                        reference=curve["reimplementation"][i],
                        plotted=curve["plotted"][i],
                        sdcmicro=row.get(_SDCMICRO.get(measure)),
                        error=np.sqrt(sd**2 / repetitions + theirs**2 / _REPETITIONS),
                        reading=0.01 * axes[measure] + 0.002,
                    )
                )
    return comparisons


def _axis(curves, measure):
    """Length of the axis of a plot by R, which adds 4 % at either end of the values shown."""
    shown = [v for method in METHODS for v in curves[method][measure]["plotted"] if v is not None]
    return 1.08 * (max(shown) - min(shown))
