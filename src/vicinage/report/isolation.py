"""How isolated records are: Figure 1 of the RWN paper, for the steward."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from vicinage.neighbors import (
    Space,
    Variable,
    kth_distances,
    metric_of,
    neighborhood_sizes,
)
from vicinage.schema import Categorical, Text
from vicinage.table import Table

__all__ = ["isolation"]

_MOST = 50_000  # records: beyond, the exact search would take longer than the release
_DRAWN = 2_000


def isolation(table: Table, record: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the nearest-record distance of each record against its neighbourhood size.

    Distances and neighbourhoods are those of the release, without strata. Where its radius is 0,
    the median distance to the `n_neighbors`-th record takes its place, or all would have the same
    size.

    Returns
    -------
    dict or None
        ``radius`` and ``points`` (``distance``, ``size``), at most 2,000, the most isolated
        always among them. None for other methods, for more than 50,000 records, and where the
        metric is the caller's own.
    """
    parameters = record["parameters"]
    known = parameters.get("metric") in ("minmax", "standard", "gower")
    if record["method"] != "RWN" or not known or not 2 < table.n_rows <= _MOST:
        return None
    names = parameters["distance_columns"] or record["columns"]
    variables = [
        _variable(table, name) for name in names if not isinstance(table.schema[name].kind, Text)
    ]
    space: Space = metric_of(parameters["metric"]).space(variables)
    if not space.weights.size:
        return None
    least, radius = parameters["n_neighbors"], parameters["radius"]
    nearest = kth_distances(space, 1)
    if radius == 0:
        radius = float(np.median(kth_distances(space, least)))
    sizes = neighborhood_sizes(space, n_neighbors=least, radius=radius)
    drawn = np.argsort(-nearest, kind="stable")
    drawn = np.concatenate([drawn[:50], drawn[50 :: -(-drawn.size // _DRAWN)]])
    return {
        "radius": radius,
        "points": [{"distance": round(float(nearest[i]), 4), "size": int(sizes[i])} for i in drawn],
    }


def _variable(table: Table, name: str) -> Variable:
    kind = table.schema[name].kind
    lower, upper = table.bounds(name)
    labels = kind.categories if isinstance(kind, Categorical) else None
    return Variable(name=name, values=table.clamped(name), lower=lower, upper=upper, labels=labels)
