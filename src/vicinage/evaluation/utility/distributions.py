"""What happened to each column by itself."""

import numpy as np

from vicinage.evaluation.distribution import Distribution
from vicinage.evaluation.pair import Pair
from vicinage.table.record_codes import codes_of

__all__ = ["column_figures", "total_variation"]

_QUANTILES = [0.05, 0.25, 0.5, 0.75, 0.95]
_NO_CELL = "not defined: empty"

Statistics = dict[str, float | list[float] | str]


def column_figures(pair: Pair) -> dict[str, dict[str, float | str] | dict[str, Statistics]]:
    """Compare the distributions of numbers and dates, persons counting by their weights.

    Missing cells are left out.

    Returns
    -------
    dict
        ``ks``: the largest difference of the distribution functions, by numeric or date column.
        ``columns``: by numeric column ``mean_original``, ``mean_released``, ``sd_original``,
        ``sd_released`` (divisor n - 1), ``quantiles_original`` and ``quantiles_released`` (at 5,
        25, 50, 75 and 95 %). For the steward: quantiles of the original are cells.
    """
    gaps: dict[str, float | str] = {}
    columns: dict[str, Statistics] = {}
    for name in (*pair.numeric, *pair.dates):
        # One column at a time, sorted once for everything that is said of it.
        before, after = (Distribution.of(cells, pair.weights) for cells in pair.cells[name])
        gaps[name] = _NO_CELL if after.empty else before.largest_gap(after)
        if name in pair.numeric:
            columns[name] = {
                f"{statistic}_{side}": figure
                for side, found in (("original", before), ("released", after))
                for statistic, figure in _statistics(found).items()
            }
    return {"ks": gaps, "columns": columns}


def total_variation(pair: Pair) -> dict[str, float]:
    """Return half the sum of differences of the shares, by categorical or ordinal column.

    A missing cell is a category of its own.
    """
    figures = {}
    for name in (*pair.ordinal, *pair.nominal):
        codes = codes_of(np.concatenate(pair.cells[name]))
        before, after = (
            pair.weights.counts(side, int(codes.max()) + 1) for side in np.split(codes, 2)
        )
        figures[name] = float(np.abs(before - after).sum() / (2 * pair.weights.units.sum()))
    return figures


def _statistics(found: Distribution) -> Statistics:
    if found.empty:
        return dict.fromkeys(("mean", "sd", "quantiles"), _NO_CELL)
    return {"mean": found.mean, "sd": found.sd, "quantiles": found.quantiles(_QUANTILES)}
