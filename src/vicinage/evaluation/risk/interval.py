"""Interval disclosure (SDID): records whose every number lies near its released value."""

import numpy as np

from vicinage.evaluation.pair import CONSTANT, Pair

__all__ = ["interval_disclosure"]


def interval_disclosure(pair: Pair, width: float = 1.0) -> float | str:
    """Return the share of records whose every number lies near its released value.

    A number lies near when it is at most `width` standard deviations (divisor n - 1) of the
    RELEASED column away. Comparisons with a missing cell are left out.

    References
    ----------
    sdcMicro, function ``dRisk``.
    """
    original, released = pair.numbers()
    if original.shape[1] == 0:
        return CONSTANT if pair.numeric else "not defined: no numeric column"
    near = np.ones(original.shape[0], dtype=bool)
    for x, masked in zip(original.T, released.T, strict=True):
        present = masked[~np.isnan(masked)]
        reach = width * present.std(ddof=1) if present.size > 1 else 0.0
        # Written so that a comparison with NaN counts as near.
        near &= ~((x < masked - reach) | (x > masked + reach))
    return float(near.mean())
