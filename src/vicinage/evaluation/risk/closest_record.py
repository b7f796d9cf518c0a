"""Distance to the closest record (DCR), and linkage by it."""

import numpy as np
import numpy.typing as npt

from vicinage.evaluation.pair import Pair
from vicinage.evaluation.points import (
    ORIGINAL,
    RELEASED,
    asked_rows,
    nearest,
    paired_distances,
    raw_points,
    scaled_points,
)
from vicinage.neighbors import Space, Tree

__all__ = ["closest_record", "linked_share"]

Floats = npt.NDArray[np.float64]

_ROUNDING = (1 + 1e-9) ** 2  # of squared distances

_RAW = ("dcr_mean", "dcr_median", "dcr_mean_released")
_SCALED = (
    "dcr_mean_scaled",
    "dcr_median_scaled",
    "dcr_mean_scaled_released",
    "linkage_distance",
)


def closest_record(pair: Pair) -> dict[str, float | str]:
    """Measure how far each original record is from the nearest released one.

    Returns
    -------
    dict
        ``dcr_mean`` and ``dcr_median``: of the distances over the numeric columns in their
        units. ``dcr_mean_scaled`` and ``dcr_median_scaled``: over all columns, each scaled by
        the original's range, categories by indicator variables. ``dcr_mean_released`` and
        ``dcr_mean_scaled_released``: from each released record to the nearest original. Larger
        is safer. ``linkage_distance``: see :func:`linked_share`, over all columns, scaled.

    Notes
    -----
    Above 100,000 records, distances are those of an evenly spaced sample (see
    :func:`~vicinage.evaluation.points.asked_rows`) to the whole other table.

    References
    ----------
    N. Perry, N. Matloff, P. Tendick, "RWN: A Novel Neighborhood-Based Method for Statistical
    Disclosure Control", arXiv 2210.06687. The definitions are those of the authors' notebooks.
    """
    return {**_in_units(pair), **_scaled(pair)}


def linked_share(original: Space, released: Space, others: Space) -> tuple[Floats, float]:
    """Return nearest distances, and the share of originals whose own release is as near.

    Where t released records are equally near and the right one is among them, the record counts
    1/t: what an intruder gains who picks one of them at random. Distances are equal here if they
    differ by a billionth of themselves at most, since scaled whole numbers are rounded.

    Parameters
    ----------
    original, released : Space
        The asked records: row i of one is the release of row i of the other.
    others : Space
        All released records.
    """
    asked, tree = Tree.build(original), Tree.build(others)
    measures = tree.kth_measures(1, asked)
    distances, reach = others.distance(measures), measures * _ROUNDING
    own = paired_distances(original, released)
    linked = np.where(own <= others.distance(reach), 1.0 / tree.count(reach, asked), 0.0)
    return distances, float(linked.mean())


def _in_units(pair: Pair) -> dict[str, float | str]:
    raw = raw_points(pair)
    if raw is None:
        return dict.fromkeys(_RAW, pair.why_no_numbers)
    points, exponent = raw
    rows = asked_rows(pair.n_rows)
    distances = nearest(points.space(ORIGINAL, rows), points.space(RELEASED))
    back = nearest(points.space(RELEASED, rows), points.space(ORIGINAL))
    figures = (distances.mean(), np.median(distances), back.mean())
    return {
        name: float(np.ldexp(figure, exponent)) for name, figure in zip(_RAW, figures, strict=True)
    }


def _scaled(pair: Pair) -> dict[str, float | str]:
    points = scaled_points(pair)
    if isinstance(points, str):
        return dict.fromkeys(_SCALED, points)
    rows = asked_rows(pair.n_rows)
    original, released = points.space(ORIGINAL, rows), points.space(RELEASED, rows)
    distances, linked = linked_share(original, released, points.space(RELEASED))
    back = nearest(released, points.space(ORIGINAL))
    figures = (distances.mean(), np.median(distances), back.mean(), linked)
    return {name: float(figure) for name, figure in zip(_SCALED, figures, strict=True)}
