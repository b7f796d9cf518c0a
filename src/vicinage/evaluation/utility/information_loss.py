"""How far the numbers moved."""

import numpy as np

from vicinage.evaluation.distribution import Distribution
from vicinage.evaluation.pair import Pair
from vicinage.evaluation.unit_scale import exponents

__all__ = ["information_loss"]

_NAMES = ("il1s", "il1s_per_cell", "il1")


def information_loss(pair: Pair) -> dict[str, float | str]:
    """Sum the changes of the numbers, persons counting by their weights.

    Returns
    -------
    dict
        ``il1s``: sum over all cells of ``|x - x'| / (sqrt(2) * sd)``, sd being the original
        column's (divisor n - 1). ``il1s_per_cell``: the same divided by the number of cells.
        ``il1``: sum over all cells of ``100 |x - x'| / |x|``, in percent of the original cell;
        cells of 0 are left out of it. Pairs with a missing cell and constant columns are left
        out of all.

    References
    ----------
    sdcMicro, function ``dUtility`` (methods "IL1s" and "IL1").
    """
    in_deviations, in_percent, cells = 0.0, 0.0, 0.0
    for name in pair.numeric:
        if name in pair.skipped:
            continue
        scale = -exponents(pair.cells[name][0])
        original, released = (np.ldexp(side, scale) for side in pair.cells[name])
        spread = Distribution.of(original, pair.weights).sd
        both = ~np.isnan(original) & ~np.isnan(released)
        if isinstance(spread, str) or spread == 0:
            continue
        units = pair.weights.units[both] / pair.weights.one
        x, moved = np.abs(original[both]), np.abs(original[both] - released[both])
        percent = np.divide(100 * moved, x, where=x > 0, out=np.zeros_like(x))
        in_deviations += float((units * moved).sum() / (np.sqrt(2.0) * spread))
        in_percent += float((units * percent).sum())
        cells += float(units.sum())
    if cells == 0:
        return dict.fromkeys(_NAMES, pair.why_no_numbers)
    figures = (in_deviations, in_deviations / cells, in_percent)
    return dict(zip(_NAMES, figures, strict=True))
