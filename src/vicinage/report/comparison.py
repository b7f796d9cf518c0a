"""Original and protected table, condensed to what the pictures show: plain dictionaries."""

from typing import Any

import numpy as np
import numpy.typing as npt

from vicinage.evaluation.pearson import correlations
from vicinage.schema import Categorical, Date, Numeric, Ordinal, labels_of
from vicinage.table import Table, date_of

__all__ = ["compare_columns", "compare_correlations"]

Floats = npt.NDArray[np.float64]

_BINS = 32
_BARS = 10
_HALVES = 2.0**51  # up to it the middle between whole numbers is a float
_TAIL = 0.005  # of a long tail on either side, this share is left out of the picture


def compare_columns(
    original: Table, released: Table, names: tuple[str, ...]
) -> list[dict[str, Any]]:
    """Return the distributions of the named columns in both tables.

    Returns
    -------
    list of dict
        One a column: ``name``, ``unit``, ``shape`` ("histogram", "dates" or "bars") and ``rows``.
        A row of a histogram has ``lower``, ``upper``; one of bars has ``label``; both have
        ``original`` and ``protected``, in percent. Texts and empty columns are left out.
    """
    compared = []
    for name in names:
        kind = original.schema[name].kind
        if isinstance(kind, Numeric | Date):
            cells = _present(original.values(name)), _present(released.values(name))
            if cells[0].size and cells[1].size:
                compared.append(_histogram(name, kind, *cells))
        elif isinstance(kind, Categorical | Ordinal):
            compared.append(_bars(name, original.labels(name), released.labels(name), kind))
    return compared


def compare_correlations(original: Table, released: Table) -> list[dict[str, Any]]:
    """Return what happened to each correlation of two different numeric columns.

    Returns
    -------
    list of dict
        One a pair, with ``row``, ``column``, ``original``, ``protected`` and ``difference``;
        those that are not defined are left out.
    """
    names = [
        column.name
        for column in original.schema
        if isinstance(column.kind, Numeric) and column.name in released.names
    ]
    if len(names) < 2:
        return []
    before, after = (
        correlations(np.column_stack([table.values(name) for name in names]))
        for table in (original, released)
    )
    return [
        {
            "row": names[i],
            "column": names[j],
            "original": float(before[i, j]),
            "protected": float(after[i, j]),
            "difference": float(after[i, j] - before[i, j]),
        }
        for i in range(len(names))
        for j in range(len(names))
        if i != j and np.isfinite(before[i, j] + after[i, j])
    ]


def _present(values: Floats) -> Floats:
    return values[~np.isnan(values)]


def _histogram(name: str, kind: Numeric | Date, before: Floats, after: Floats) -> dict[str, Any]:
    whole = isinstance(kind, Date) or kind.integer
    edges = _edges(np.concatenate([before, after]), whole=whole)
    shares = [100 * np.histogram(cells, edges)[0] / cells.size for cells in (before, after)]
    places: list[Any] = edges.tolist()
    if isinstance(kind, Date):
        places = [date_of(day).isoformat() for day in np.round(edges)]
    rows = [
        {"lower": places[i], "upper": places[i + 1], "original": b, "protected": a}
        for i, (b, a) in enumerate(zip(*(share.tolist() for share in shares), strict=True))
    ]
    dates = isinstance(kind, Date)
    unit = "" if isinstance(kind, Date) else kind.unit
    return {"name": name, "unit": unit, "shape": "dates" if dates else "histogram", "rows": rows}


def _edges(cells: Floats, *, whole: bool) -> Floats:
    """Cut the range into equal bins, without long tails, in which nothing else could be seen."""
    lower, upper = cells.min(), cells.max()
    inner = np.quantile(cells, (_TAIL, 1 - _TAIL))
    if upper - lower > 2 * (inner[1] - inner[0]) > 0:
        lower, upper = inner
    size = max(1.0, abs(lower), abs(upper))
    if not whole or size > _HALVES:
        if upper - lower < 1e-9 * size:  # as good as constant
            lower, upper = lower - size / 2, upper + size / 2
        return np.linspace(lower, upper, _BINS + 1)
    width = max(1.0, np.ceil((upper - lower + 1) / _BINS))
    return np.arange(np.floor(lower) - 0.5, np.ceil(upper) + 0.5 + width, width)


def _bars(
    name: str, before: list[str | None], after: list[str | None], kind: Categorical | Ordinal
) -> dict[str, Any]:
    labels = labels_of(kind)
    shares = [_shares(cells) for cells in (before, after)]
    kept = sorted(labels, key=lambda label: -shares[0].get(label, 0.0))[:_BARS]
    rows = [_bar(label, label, shares) for label in labels if label in kept]
    if len(labels) > len(kept):
        rest = [{k: v for k, v in share.items() if k and k not in kept} for share in shares]
        rows.append(_bar("all others", "", [{"": sum(share.values())} for share in rest]))
    if any(None in share for share in shares):
        rows.append(_bar("missing", None, shares))
    return {"name": name, "unit": "", "shape": "bars", "rows": rows}


def _shares(cells: list[str | None]) -> dict[str | None, float]:
    present, counts = np.unique([c for c in cells if c is not None], return_counts=True)
    shares: dict[str | None, float] = dict(
        zip(present.tolist(), (100 * counts / len(cells)).tolist(), strict=True)
    )
    if len(cells) > counts.sum():
        shares[None] = 100 * (1 - float(counts.sum()) / len(cells))
    return shares


def _bar(label: str, key: str | None, shares: list[dict[str | None, float]]) -> dict[str, Any]:
    before, after = (share.get(key, 0.0) for share in shares)
    return {"label": label, "original": before, "protected": after}
