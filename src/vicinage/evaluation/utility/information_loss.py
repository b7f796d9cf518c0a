"""How far the numbers moved."""

import numpy as np

from vicinage.evaluation.pair import Pair
from vicinage.evaluation.unit_scale import exponents

__all__ = ["information_loss"]


def information_loss(pair: Pair) -> dict[str, float | str]:
    """Sum the changes of the numbers, in standard deviations.

    Returns
    -------
    dict
        ``il1s``: sum over all cells of ``|x - x'| / (sqrt(2) * sd)``, sd being the original
        column's (divisor n - 1). ``il1s_per_cell``: the same divided by the number of cells.
        Pairs with a missing cell and constant columns are left out.

    References
    ----------
    sdcMicro, function ``dUtility`` (method "IL1s").
    """
    total, cells = 0.0, 0
    original, released = pair.numbers()
    scale = -exponents(original)
    scaled = np.ldexp(original, scale), np.ldexp(released, scale)
    for x, masked in zip(*(table.T for table in scaled), strict=True):
        present = x[~np.isnan(x)]
        both = ~np.isnan(x) & ~np.isnan(masked)
        spread = present.std(ddof=1) if present.size > 1 else 0.0
        if spread > 0:
            total += float(np.abs(x[both] - masked[both]).sum() / (np.sqrt(2.0) * spread))
            cells += int(both.sum())
    if cells == 0:
        return dict.fromkeys(("il1s", "il1s_per_cell"), pair.why_no_numbers)
    return {"il1s": total, "il1s_per_cell": total / cells}
