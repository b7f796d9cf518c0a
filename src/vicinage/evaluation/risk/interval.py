"""Interval disclosure (SDID): records whose every number lies near its released value."""

import numpy as np

from vicinage.evaluation.pair import Pair
from vicinage.evaluation.unit_scale import in_units

__all__ = ["interval_disclosure"]


_WIDTHS = {"sdid": 1.0, "sdid_0.1": 0.1, "sdid_0.05": 0.05}


def interval_disclosure(pair: Pair) -> dict[str, float | str]:
    """Return the share of records whose every number lies near its released value.

    A number lies near when it is at most a width times the standard deviation (divisor n - 1) of
    the RELEASED column away. Comparisons with a missing cell are left out.

    Returns
    -------
    dict
        ``sdid``: width 1, as in the RWN paper. ``sdid_0.1``, and ``sdid_0.05``: the width that
        sdcMicro takes by default.

    References
    ----------
    sdcMicro, function ``dRisk``.
    """
    columns = [pair.cells[name] for name in pair.numeric if name not in pair.skipped]
    if not columns:
        return dict.fromkeys(_WIDTHS, pair.why_no_numbers)
    near = {name: np.ones(pair.n_rows, dtype=bool) for name in _WIDTHS}
    for cells in columns:
        x, masked = np.split(in_units(np.concatenate(cells)), 2)
        present = masked[~np.isnan(masked)]
        deviation = present.std(ddof=1) if present.size > 1 else 0.0
        for name, width in _WIDTHS.items():
            reach = width * deviation
            # Written so that a comparison with NaN counts as near.
            near[name] &= ~((x < masked - reach) | (x > masked + reach))
    return {name: float(records.mean()) for name, records in near.items()}
