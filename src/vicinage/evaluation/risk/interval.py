"""Interval disclosure (SDID): records whose every number lies near its released value."""

import numpy as np

from vicinage.evaluation.pair import Pair
from vicinage.evaluation.unit_scale import in_units

__all__ = ["interval_disclosure"]


def interval_disclosure(pair: Pair) -> float | str:
    """Return the share of records whose every number lies near its released value.

    A number lies near when it is at most one standard deviation (divisor n - 1) of the RELEASED
    column away. Comparisons with a missing cell are left out.

    References
    ----------
    sdcMicro, function ``dRisk``.
    """
    original, released = pair.numbers()
    if original.shape[1] == 0:
        return pair.why_no_numbers
    near = np.ones(original.shape[0], dtype=bool)
    scaled = np.split(in_units(np.concatenate([original, released])), 2)
    for x, masked in zip(*(table.T for table in scaled), strict=True):
        present = masked[~np.isnan(masked)]
        reach = present.std(ddof=1) if present.size > 1 else 0.0
        # Written so that a comparison with NaN counts as near.
        near &= ~((x < masked - reach) | (x > masked + reach))
    return float(near.mean())
