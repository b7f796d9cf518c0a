"""Records held out must not be those of the original."""

import math

import numpy as np

from vicinage.errors import TableError
from vicinage.evaluation.risk.attack_data import AttackData
from vicinage.table.record_codes import codes_of, joint_codes

__all__ = ["refuse_overlap"]

_GRANTED = 0.05  # share of the hold-out, beside three standard errors


def refuse_overlap(data: AttackData) -> None:
    """Refuse a hold-out that was not held out: attacks on it would succeed as often.

    A record drawn from the same population occurs in the original about as often as an original
    record occurs there twice. A hold-out is refused if more of it does, by 5 % and three
    standard errors, or if it is the original itself.

    Raises
    ------
    TableError
    """
    n, _, m = data.sizes
    if not (data.columns and m):
        return
    records = joint_codes(
        codes_of(np.concatenate([data.original[name], data.holdout[name]])) for name in data.columns
    )
    inside = float(np.isin(records[n:], records[:n]).mean())
    twice = float((np.bincount(records[:n])[records[:n]] > 1).mean())
    error = math.sqrt(twice * (1 - twice) * (1 / n + 1 / m))
    if np.array_equal(records[:n], records[n:]) or inside > twice + _GRANTED + 3 * error:
        raise TableError(
            "holdout must hold other records than original, got many of the same; set records "
            "aside before the release, and give those"
        )
