"""Principal components of original and release, on the same axes."""

from typing import Any

import numpy as np
import numpy.typing as npt

from vicinage.schema import Numeric
from vicinage.table import Table

__all__ = ["compare_components"]

Floats = npt.NDArray[np.float64]

_DRAWN = 1000  # records, evenly spaced over the rows


def compare_components(
    original: Table, released: Table, names: tuple[str, ...], *, points: bool
) -> dict[str, Any] | None:
    """Project both tables on the first two components of the original.

    Numbers are standardised by the original's means and standard deviations; records with a
    missing number are left out.

    Parameters
    ----------
    points : bool
        Whether records are shown; for the steward only.

    Returns
    -------
    dict or None
        ``shares``, of the variance that the components explain in each table; ``loadings``, one
        row a column; ``points``, at most 1,000 records of either table. None where fewer than
        two numeric columns vary.
    """
    numeric = [name for name in names if isinstance(original.schema[name].kind, Numeric)]
    before, after = (_numbers(table, numeric) for table in (original, released))
    if len(before) < 3 or len(after) < 3:
        return None
    with np.errstate(all="ignore"):
        mean, spread = before.mean(axis=0), before.std(axis=0)
        varying = (spread > 1e-12 * (1 + np.abs(mean))) & np.isfinite(spread)
        if varying.sum() < 2:
            return None
        before, after = (((t - mean) / spread)[:, varying] for t in (before, after))
    if not (np.isfinite(before).all() and np.isfinite(after).all()):
        return None
    axes = _axes(before)
    kept = [name for name, varies in zip(numeric, varying, strict=True) if varies]
    return {
        "shares": [_shares(before), _shares(after)],
        "loadings": [
            {"column": name, "component": f"component {c + 1}", "table": table, "loading": float(v)}
            for table, found in (("original", axes), ("protected", _aligned(_axes(after), axes)))
            for c in range(2)
            for name, v in zip(kept, found[:, c], strict=True)
        ],
        "points": [
            {"table": table, "x": round(x, 3), "y": round(y, 3)}
            for table, cells in (("original", before), ("protected", after))
            for x, y in (cells[:: -(-len(cells) // _DRAWN)] @ axes).tolist()
        ]
        if points
        else [],
    }


def _numbers(table: Table, names: list[str]) -> Floats:
    if not names:
        return np.empty((0, 0))
    cells = np.column_stack([table.values(name) for name in names])
    whole: Floats = cells[~np.isnan(cells).any(axis=1)]
    return whole


def _axes(cells: Floats) -> Floats:
    """Return the first two components, of shape (d, 2), the largest loading of each positive."""
    _, vectors = np.linalg.eigh(np.cov(cells, rowvar=False))
    axes: Floats = vectors[:, ::-1][:, :2]
    largest = np.abs(axes).argmax(axis=0)
    return axes * np.sign(axes[largest, [0, 1]])


def _aligned(axes: Floats, like: Floats) -> Floats:
    """Turn each axis the way of its counterpart: the sign of a component is arbitrary."""
    return axes * np.where((axes * like).sum(axis=0) < 0, -1.0, 1.0)


def _shares(cells: Floats) -> list[float]:
    values = np.linalg.eigvalsh(np.cov(cells, rowvar=False))[::-1]
    return [float(value) for value in values[:2] / max(values.sum(), 1e-300)]
