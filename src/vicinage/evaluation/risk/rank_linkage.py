"""Record linkage by ranks, which sees through every monotone change of a column."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt
from scipy.stats import rankdata

from vicinage.evaluation.pair import Pair
from vicinage.evaluation.points import ORIGINAL, RELEASED, asked_rows, scaled_points
from vicinage.evaluation.risk.closest_record import linked_share

__all__ = ["rank_linkage"]

Floats = npt.NDArray[np.float64]


def rank_linkage(pair: Pair) -> float | str:
    """Return the share of originals whose nearest released record, by ranks, is their own.

    Numbers, dates and ordered levels are replaced by their ranks in their own table (ties get
    the middle rank), scaled to [0, 1]; categories stay. Ties between records count as in
    :func:`~vicinage.evaluation.risk.closest_record.linked_share`.

    References
    ----------
    J. Nin, J. Herranz, V. Torra, "Rethinking rank swapping to decrease disclosure risk", Data
    and Knowledge Engineering 64 (2008): an intruder who compares ranks.
    """
    cells = {
        name: both if name in pair.nominal else (_ranks(both[0]), _ranks(both[1]))
        for name, both in pair.cells.items()
    }
    points = scaled_points(replace(pair, cells=cells))
    if isinstance(points, str):
        return points
    rows = asked_rows(pair.n_rows)
    original, released = points.space(ORIGINAL, rows), points.space(RELEASED, rows)
    return linked_share(original, released, points.space(RELEASED))[1]


def _ranks(values: Floats) -> Floats:
    present = ~np.isnan(values)
    ranks = np.full(values.size, np.nan)
    ranks[present] = rankdata(values[present]) / max(1, int(present.sum()))
    return ranks
