"""Our figures beside those of the paper, and the rule that says whether they fit.

Some of hundreds of comparisons of random means are far off by chance. The rule is Bonferroni's: a
mean is a misfit when it is so far from the other that, were both means of the same law, all
comparisons together would show one such in a hundred runs.
"""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from bodyfat import MEASURES, METHODS, REFERENCE, SETTINGS
from scipy.stats import t

_CURVES = Path(__file__).with_name("rwn_curves.json")
_REPETITIONS = 100  # behind every random figure that we compare with
_ROUNDING = 6e-5  # the re-implementation's figures are written with four decimals
_MCD = 2 / 241  # RMDID rests on a robust covariance, of which R's is another estimate: two records
_FALSE_ALARMS = 0.01  # chance that a run names a misfit where there is none
_SDCMICRO = {
    "dcr": "dcr_orig_raw",
    "sdid": "dRisk_k1",
    "rmdid": "dRiskRMD_risk1",
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
    reference : float or None
        Mean of the independent re-implementation.
    plotted, sdcmicro : float or None
        Read off the authors' plot, and recomputed with sdcMicro; None where there is none.
    error : float
        Monte Carlo standard error of the difference of two means.
    reading : float
        Precision of the plotted value: 1 % of the axis plus 0.002.
    limit : float
        Standard errors that a difference may have.
    """

    method: str
    measure: str
    setting: float
    mean: float
    sd: float
    reference: float | None
    plotted: float | None
    sdcmicro: float | None
    error: float
    reading: float
    limit: float

    @property
    def units(self):
        """Difference to the re-implementation in standard errors; None where nothing is drawn."""
        if not self.error or self.reference is None:
            return None
        return (self.mean - self.reference) / self.error

    @property
    def within_reading(self):
        """Within the precision to which the plot can be read."""
        return self.plotted is None or abs(self.mean - self.plotted) <= self.reading

    @property
    def fits(self):
        """Near enough to the re-implementation, the plot and, where nothing is drawn, sdcMicro."""
        chance = self.limit * self.error
        other_mcd = _MCD if self.measure == "rmdid" else 0.0
        others = [
            (self.reference, _ROUNDING + chance),
            (self.plotted, self.reading + chance + other_mcd),
        ]
        if self.method == "mdav":
            others.append((self.sdcmicro, 1e-6 + other_mcd))
        return all(
            abs(self.mean - other) <= allowed for other, allowed in others if other is not None
        )


def standard_errors(repetitions):
    """Return how many standard errors a difference may have, by Bonferroni's rule."""
    random = (len(METHODS) - 1) * 15 * len(MEASURES)  # figures, each compared twice
    return t.isf(_FALSE_ALARMS / (2 * 2 * random), min(repetitions, _REPETITIONS) - 1)


def compare(results, repetitions):
    """Compare what ``bodyfat.runs`` returned, by method one array a setting."""
    curves = json.loads(_CURVES.read_text())
    recomputed = json.loads((REFERENCE / "bodyfat_paper_curves.json").read_text())
    axes = {measure: _axis(curves, measure) for measure in MEASURES}
    limit = standard_errors(repetitions)
    comparisons = []
    for method in METHODS:
        recomputations = recomputed.get({"rank_swapping": "rankSwap"}.get(method, method))
        for m, measure in enumerate(MEASURES):
            curve = curves[method][measure]
            for i, setting in enumerate(SETTINGS[method]):
                figures = results[method][i][:, m]
                sd = figures.std(ddof=1) if method != "mdav" else 0.0
                theirs = curve.get("reimplementation_sd", [sd] * 15)[i]
                reference = curve.get("reimplementation", [None] * 15)[i]
                row = recomputations[i] if recomputations else {}
                comparisons.append(
                    Comparison(
                        method=method,
                        measure=measure,
                        setting=setting,
                        mean=figures.mean(),
                        sd=sd,
                        reference=reference,
                        plotted=curve["plotted"][i],
                        sdcmicro=row.get(_SDCMICRO.get(measure)),
                        error=np.sqrt(sd**2 / repetitions + theirs**2 / _REPETITIONS),
                        reading=0.01 * axes[measure] + 0.002,
                        limit=limit,
                    )
                )
    return comparisons


def _axis(curves, measure):
    """Length of the axis of a plot by R, which adds 4 % at either end of the values shown."""
    shown = [v for method in METHODS for v in curves[method][measure]["plotted"] if v is not None]
    return 1.08 * (max(shown) - min(shown))
