"""What a report says of a release: plain dictionaries, before anything is drawn."""

from collections.abc import Mapping
from typing import Any

from vicinage.evaluation import Evaluation, figure_text, percent_text
from vicinage.report.advice import advice
from vicinage.report.attack_table import attack_table
from vicinage.report.coarse import coarse_columns, coarse_figures, coarse_pairs, coarse_percent
from vicinage.report.comparison import compare_columns, compare_correlations
from vicinage.report.components import compare_components
from vicinage.report.isolation import isolation
from vicinage.report.method_sentences import what_was_done
from vicinage.table import Table

__all__ = ["summarize"]

_SHOWN = 24

# Shares of records or cells that a reader should see first, and what they say.
_HEADLINES = {
    "changed_cell_share": "of the cells are not what they were",
    "exact_match_share": "of the original records still occur unchanged",
    "linkage_distance": "of the records are still nearest to themselves",
}


def summarize(
    original: Table,
    released: Table,
    evaluation: Evaluation | None,
    record: Mapping[str, Any],
    *,
    public: bool = False,
    files: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Condense a release to what its report shows.

    Parameters
    ----------
    original, released : Table
        Row i of `released` is the release of row i of `original`.
    evaluation : Evaluation or None
        None leaves the figures out.
    record : mapping
        As :meth:`vicinage.privacy.ReleaseRecord.as_dict` returns it.
    public : bool, default False
        Keep rounded aggregates only: no smallest, largest or quantile of the original, no point
        that is a record, no small count. What is not public is not in the dictionary at all.
    files : mapping of str to str, optional
        SHA-256 of the files, by what they are; the original's is left out of a public report.

    Returns
    -------
    dict
        Fit for JSON, and for :func:`vicinage.report.page.render_page`.
    """
    names = tuple(record["columns"])
    compared = (coarse_columns if public else compare_columns)(original, released, names)
    pairs = compare_correlations(original, released)
    return {
        "public": public,
        "record": dict(record),
        "n_rows": original.n_rows,
        "done": what_was_done(record),
        "advice": [] if public else list(advice(record)),
        "headlines": _headlines(evaluation, original.n_rows, public=public),
        "columns": compared[:_SHOWN],
        "left_out": max(0, len(compared) - _SHOWN),
        "correlations": coarse_pairs(pairs) if public else pairs,
        "components": _components(original, released, names, public=public),
        "isolation": None if public else isolation(original, record),
        "figures": _figures(evaluation, original.n_rows, public=public),
        "attacks": attack_table(evaluation.attacks if evaluation else (), public=public),
        "warnings": [] if evaluation is None or public else list(evaluation.warnings),
        "files": {k: v for k, v in (files or {}).items() if not (public and k == "original")},
    }


def _headlines(evaluation: Evaluation | None, n_rows: int, *, public: bool) -> list[dict[str, str]]:
    if evaluation is None:
        return []
    shares = [
        {
            "value": coarse_percent(figure, n_rows) if public else percent_text(figure),
            "text": text,
        }
        for name, text in _HEADLINES.items()
        if isinstance(figure := evaluation.risk[name], float)
    ]
    change = evaluation.utility["correlation_mad"]
    if isinstance(change, float):
        moved = "is how far a correlation moved, on average"
        value = f"{change:.1g}" if public else figure_text(change)
        shares.append({"value": value, "text": moved})
    return shares


def _figures(
    evaluation: Evaluation | None, n_rows: int, *, public: bool
) -> dict[str, list[dict[str, str]]]:
    if evaluation is None:
        return {}
    if public:
        return coarse_figures(evaluation, n_rows)
    return {
        title: [{"name": r.name, "value": r.value, "sentence": r.sentence} for r in rows]
        for title, rows in evaluation.rows().items()
    }


def _components(
    original: Table, released: Table, names: tuple[str, ...], *, public: bool
) -> dict[str, Any] | None:
    found = compare_components(original, released, names, points=not public)
    if found is None or not public:
        return found
    found["shares"] = [[round(share, 1) for share in shares] for shares in found["shares"]]
    for row in found["loadings"]:
        row["loading"] = round(row["loading"], 1)
    return found
