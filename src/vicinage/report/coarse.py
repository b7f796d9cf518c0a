"""What a public report may show of a table: rounded aggregates, and nothing of a single record."""

from typing import Any

import numpy as np
import numpy.typing as npt

from vicinage.evaluation import Evaluation
from vicinage.schema import Categorical, Numeric, Ordinal, Schema
from vicinage.table import Table

__all__ = ["coarse_columns", "coarse_figures", "coarse_pairs", "coarse_percent"]

Floats = npt.NDArray[np.float64]

_BINS = 10
_FEW = 10  # fewer records than this count as none
_STEP = 5  # percent
# Of fewer records than this, a step is fewer than _FEW of them: the share would be a small count.
_LEAST = 100 * _FEW // _STEP

# Means over all records only: no extremes, no quantiles, and nothing that one record decides.
_SHARES = (
    "changed_cell_share", "exact_match_share", "dcr_share", "sdid", "rmdid", "linkage_distance",
)  # fmt: skip
_MEANS = {
    "Risk": ("dcr_mean_scaled",),
    "Utility": ("correlation_mad", "pca_loading_mad", "eigenvalue_difference", "il1s_per_cell"),
}


def coarse_columns(
    original: Table, released: Table, names: tuple[str, ...]
) -> list[dict[str, Any]]:
    """Return rounded distributions of the columns whose range or levels were declared public.

    Shares are rounded to 5 percent, and what fewer than 10 records have counts as none. Bins have
    declared bounds: observed ones are the smallest and largest cell. Columns in which fewer than
    200 records have a value are left out.

    Returns
    -------
    list of dict
        As :func:`vicinage.report.comparison.compare_columns` returns it.
    """
    schema = original.declared
    if schema is None or not schema.public:
        return []
    return [
        column
        for name in names
        if (column := _column(original, released, name, schema)) is not None
    ]


def coarse_pairs(pairs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Round correlations to one decimal, and their difference likewise."""
    return [
        pair
        | {
            "original": round(pair["original"], 1),
            "protected": round(pair["protected"], 1),
            "difference": round(round(pair["protected"], 1) - round(pair["original"], 1), 1),
        }
        for pair in pairs
    ]


def coarse_figures(evaluation: Evaluation, n_rows: int) -> dict[str, list[dict[str, str]]]:
    """Return the figures that may be published, shares in steps of 5 %, others with one digit.

    Examples
    --------
    >>> judged = Evaluation(risk={"sdid": 0.0041}, utility={"correlation_mad": 0.0712})
    >>> coarse_figures(judged, n_rows=900)
    ... # doctest: +NORMALIZE_WHITESPACE
    {'Risk': [{'name': 'sdid', 'value': 'below 5 %', 'sentence': 'share of records whose every
    number lies within one standard deviation of its released value; lower is safer'}],
    'Utility': [{'name': 'correlation_mad', 'value': 'about 0.07', 'sentence': 'mean change of the
    correlations between numeric columns; 0 is best'}]}
    """
    values = {**evaluation.risk, **evaluation.utility}
    figures: dict[str, list[dict[str, str]]] = {}
    for title, rows in evaluation.rows().items():
        figures[title] = []
        for row in rows:
            value = values[row.name]
            number = value[0] if isinstance(value, list) and value else value
            if not isinstance(number, float | int):
                continue
            if row.name in _SHARES:
                text = coarse_percent(float(number), n_rows)
            elif row.name in _MEANS.get(title, ()):
                text = _one_digit(float(number))
            else:
                continue
            figures[title].append({"name": row.name, "value": text, "sentence": row.sentence})
    return figures


def coarse_percent(share: float, of: int) -> str:
    """Write a share of `of` records in steps of 5 %, or not at all.

    Where a step is fewer than 10 records, that is below 200, the share is a count in disguise.

    Examples
    --------
    >>> [coarse_percent(share, of=200) for share in (0.004, 0.33, 0.996)]
    ['below 5 %', 'about 35 %', 'above 95 %']
    >>> coarse_percent(0.33, of=199)
    'withheld'
    """
    if of < _LEAST:
        return "withheld"
    if share < _STEP / 100:
        return f"below {_STEP} %"
    if share > 1 - _STEP / 100:
        return f"above {100 - _STEP} %"
    return f"about {_STEP * round(100 * share / _STEP)} %"


def _one_digit(number: float) -> str:
    return f"about {float(f'{number:.1g}'):g}" if abs(number) >= 0.01 else "below 0.01"


def _column(original: Table, released: Table, name: str, schema: Schema) -> dict[str, Any] | None:
    kind = schema[name].kind
    if isinstance(kind, Numeric) and kind.lower is not None and kind.upper is not None:
        edges = np.linspace(kind.lower, kind.upper, _BINS + 1)
        numbers = [table.clamped(name) for table in (original, released)]
        present = [values[~np.isnan(values)] for values in numbers]
        if min(map(len, present)) < _LEAST:
            return None
        shares = [_binned(values, edges) for values in present]
        rows = [
            {"lower": edges[i], "upper": edges[i + 1], "original": b, "protected": a}
            for i, (b, a) in enumerate(zip(*shares, strict=True))
        ]
        return {"name": name, "unit": kind.unit, "shape": "histogram", "rows": rows}
    levels = kind.levels if isinstance(kind, Ordinal) else None
    if isinstance(kind, Categorical):
        levels = kind.categories
    if not levels or original.n_rows < _LEAST:
        return None
    sides = [table.labels(name) for table in (original, released)]
    rows = [
        {"label": level, "original": b, "protected": a}
        for level in levels
        for b, a in [[_coarse(cells.count(level), len(cells)) for cells in sides]]
    ]
    return {"name": name, "unit": "", "shape": "bars", "rows": rows}


def _binned(present: Floats, edges: Floats) -> list[float]:
    return [_coarse(int(count), present.size) for count in np.histogram(present, edges)[0]]


def _coarse(count: int, total: int) -> float:
    """Return a share in percent, in steps of 5; 0 where fewer than 10 records are behind it."""
    return float(_STEP * round(100 * count / total / _STEP)) if count >= _FEW else 0.0
