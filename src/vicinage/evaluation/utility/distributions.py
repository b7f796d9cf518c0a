"""What happened to each column by itself."""

import numpy as np
import numpy.typing as npt

from vicinage.evaluation.pair import Pair
from vicinage.evaluation.record_codes import codes_of
from vicinage.evaluation.unit_scale import exponents, in_units

__all__ = ["column_statistics", "kolmogorov_smirnov", "total_variation"]

Floats = npt.NDArray[np.float64]

_QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


def kolmogorov_smirnov(pair: Pair) -> dict[str, float | str]:
    """Return the largest difference of the distribution functions, by numeric or date column.

    Missing cells are left out.
    """
    return {
        name: _largest_gap(*(cells[~np.isnan(cells)] for cells in pair.cells[name]))
        for name in _measured(pair)
    }


def total_variation(pair: Pair) -> dict[str, float]:
    """Return half the sum of differences of the shares, by categorical or ordinal column.

    A missing cell is a category of its own.
    """
    figures = {}
    for name in pair.cells:
        if name in _measured(pair):
            continue
        both = np.concatenate(pair.cells[name])
        codes = codes_of(both)
        before, after = np.split(codes, 2)
        counts = np.bincount(before, minlength=codes.max() + 1) - np.bincount(
            after, minlength=codes.max() + 1
        )
        figures[name] = float(np.abs(counts).sum() / both.size)
    return figures


def column_statistics(pair: Pair) -> dict[str, dict[str, float | list[float] | str]]:
    """Return mean, standard deviation (divisor n - 1) and quantiles of both tables.

    By numeric column: ``mean_original``, ``mean_released``, ``sd_original``, ``sd_released``,
    ``quantiles_original``, ``quantiles_released`` (at 5, 25, 50, 75 and 95 %). For the steward:
    quantiles of the original are cells.
    """
    return {
        name: {
            f"{statistic}_{side}": figure
            for side, cells in zip(("original", "released"), pair.cells[name], strict=True)
            for statistic, figure in _statistics(cells[~np.isnan(cells)]).items()
        }
        for name in pair.numeric
    }


def _measured(pair: Pair) -> tuple[str, ...]:
    return (*pair.numeric, *pair.dates)


def _largest_gap(before: Floats, after: Floats) -> float | str:
    if after.size == 0:
        return "not defined: empty"
    places = np.concatenate([before, after])
    shares = [
        np.searchsorted(np.sort(cells), places, side="right") / cells.size
        for cells in (before, after)
    ]
    return float(np.abs(shares[0] - shares[1]).max())


def _statistics(cells: Floats) -> dict[str, float | list[float] | str]:
    if cells.size == 0:
        return dict.fromkeys(("mean", "sd", "quantiles"), "not defined: empty")
    scaled, scale = in_units(cells), exponents(cells)
    return {
        "mean": float(np.ldexp(scaled.mean(), scale)),
        "sd": float(np.ldexp(scaled.std(ddof=1), scale))
        if cells.size > 1
        else "not defined: one cell",
        "quantiles": np.ldexp(np.quantile(scaled, _QUANTILES), scale).tolist(),
    }
