"""Distance to the closest record, of the original against records that were held out."""

import numpy as np
import numpy.typing as npt

from vicinage.evaluation.pair import CONSTANT
from vicinage.evaluation.points import asked_rows
from vicinage.evaluation.risk.attack_data import AttackData, drawn_rows, unit_values
from vicinage.evaluation.risk.attack_settings import AttackSettings
from vicinage.evaluation.risk.trials import Trials
from vicinage.neighbors import MinMax, Space, Variable, nearest_distances

__all__ = ["closeness_share"]

Rows = npt.NDArray[np.int64]

_ROUNDING = 1e-9  # distances of scaled whole numbers that differ by less are equal
_NAMES = ("dcr_share", "dcr_share_lower", "dcr_share_upper")


def closeness_share(data: AttackData, settings: AttackSettings) -> dict[str, float | str]:
    """Return how many released records are closer to the original than to the hold-out.

    As many records of the original as of the hold-out are taken, with their releases: all of the
    smaller table, and of the larger as many, drawn by the key. A released record that is equally
    far from both counts half. Did the release tell no more of the original's people than of
    others, half of the records would be closer to the original.

    Returns
    -------
    dict
        ``dcr_share``, from 0 to 1, and the ends of its Wilson interval, ``dcr_share_lower`` and
        ``dcr_share_upper``. The distance is Euclidean, over all columns, each scaled by the range
        of original and hold-out together, so that neither is preferred.

    Notes
    -----
    Masking keeps record for record, so a share far above a half is the rule; microaggregation of
    large groups, or drawing from wide neighbourhoods, brings it down. The interval takes released
    records as independent. Above 100,000 records, those of
    :func:`~vicinage.evaluation.points.asked_rows` are asked.

    References
    ----------
    M. Platzer, T. Reutterer, "Holdout-based empirical assessment of mixed-type synthetic data",
    Frontiers in Big Data 4 (2021).
    """
    size = min(data.sizes[0], data.sizes[2])
    rows = drawn_rows(settings, np.arange(data.sizes[0]), "closest record", size)
    held = drawn_rows(settings, np.arange(data.sizes[2]), "closest record, held out", size)
    space = _space(data, rows, held)
    if space is None:
        return dict.fromkeys(_NAMES, CONSTANT)
    original, released, holdout = (
        space.take(part) for part in np.split(np.arange(3 * size, dtype=np.intp), 3)
    )
    asked = released.take(asked_rows(size))
    to_original, to_holdout = (
        nearest_distances(asked, points)[0] for points in (original, holdout)
    )
    equal = np.isclose(to_original, to_holdout, rtol=_ROUNDING, atol=0.0)
    closer = np.where(equal, 0.5, to_original < to_holdout)
    trials = Trials(attacks=closer.size, successes=float(closer.sum()))
    figures = (float(closer.mean()), *trials.interval(settings.confidence))
    return dict(zip(_NAMES, figures, strict=True))


def _space(data: AttackData, rows: Rows, held: Rows) -> Space | None:
    """Place original, released and held out records, in this order; None if nothing varies."""
    variables = []
    for name in data.columns:
        sides = data.original[name][rows], data.released[name][rows], data.holdout[name][held]
        values = np.concatenate(sides)
        if name in data.nominal:
            variables.append(Variable(name=name, values=values, lower=0, upper=1, labels=()))
            continue
        known = np.concatenate([sides[0], sides[2]])
        known = known[~np.isnan(known)]
        if known.size and known.min() < known.max():
            values = unit_values(values, float(known.min()), float(known.max()))
        else:
            values = np.where(np.isnan(values), np.nan, 0.0)
        variables.append(Variable(name=name, values=values, lower=0.0, upper=1.0))
    if not rows.size or all(variable.constant for variable in variables):
        return None
    return MinMax().space(variables)
