"""Distance to the closest record (DCR), and linkage by it."""

import numpy as np

from vicinage.evaluation.pair import Pair
from vicinage.evaluation.points import paired_distances, raw_points, scaled_points
from vicinage.neighbors import nearest_distances

__all__ = ["closest_record"]


def closest_record(pair: Pair) -> dict[str, float | str]:
    """Measure how far each original record is from the nearest released one.

    Returns
    -------
    dict
        ``dcr_mean`` and ``dcr_median``: of the distances over the numeric columns in their
        units. ``dcr_mean_scaled`` and ``dcr_median_scaled``: over all columns, each scaled by
        the original's range, categories by indicator variables. Larger is safer.
        ``linkage_distance``: the share of originals whose nearest released record, over all
        columns, is their own release. Where t released records are equally near and the right
        one is among them, the record counts 1/t: what an intruder gains who picks one of them
        at random.

    References
    ----------
    N. Perry, N. Matloff, P. Tendick, "RWN: A Novel Neighborhood-Based Method for Statistical
    Disclosure Control", arXiv 2210.06687. The definitions are those of the authors' notebooks.
    """
    raw, scaled = raw_points(pair), scaled_points(pair)
    figures: dict[str, float | str] = {}
    if raw is None:
        figures |= dict.fromkeys(("dcr_mean", "dcr_median"), pair.why_no_numbers)
    else:
        original, released, scale = raw
        distances, _ = nearest_distances(original, released)
        figures["dcr_mean"] = float(np.ldexp(distances.mean(), scale))
        figures["dcr_median"] = float(np.ldexp(np.median(distances), scale))
    if isinstance(scaled, str):
        names = ("dcr_mean_scaled", "dcr_median_scaled", "linkage_distance")
        return figures | dict.fromkeys(names, scaled)
    distances, ties = nearest_distances(*scaled)
    figures["dcr_mean_scaled"] = float(distances.mean())
    figures["dcr_median_scaled"] = float(np.median(distances))
    linked = paired_distances(*scaled) == distances
    figures["linkage_distance"] = float(np.where(linked, 1.0 / ties, 0.0).mean())
    return figures
