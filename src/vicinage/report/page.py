"""One page, complete in itself, that shows what a release did to a table."""

from collections.abc import Mapping
from typing import Any

from jinja2 import Environment, PackageLoader

from vicinage.evaluation import Evaluation
from vicinage.evaluation.sentences import RISK, UTILITY
from vicinage.report.comparison import compare_columns, compare_correlations
from vicinage.report.figures import correlation_figure, distribution_figure
from vicinage.report.words import what_was_done
from vicinage.table import Table

__all__ = ["release_page"]

_SHOWN = 24

# Shares of records or cells that a reader should see first, and what they say.
_HEADLINES = {
    "changed_cell_share": "of the cells are not what they were",
    "exact_match_share": "of the original records still occur unchanged",
    "linkage_distance": "of the records are still nearest to themselves",
}


def release_page(
    original: Table,
    released: Table,
    evaluation: Evaluation | None,
    record: Mapping[str, Any],
    title: str = "Original against protected",
) -> str:
    """Return an HTML page for the steward; it needs no other file and no network.

    Parameters
    ----------
    original, released : Table
        Row i of `released` is the release of row i of `original`.
    evaluation : Evaluation or None
        None leaves the figures out.
    record : mapping
        As :meth:`vicinage.privacy.ReleaseRecord.as_dict` returns it.
    title : str
    """
    compared = compare_columns(original, released, tuple(record["columns"]))
    pairs = compare_correlations(original, released)
    template = Environment(
        loader=PackageLoader("vicinage.report"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    ).get_template("release.html")
    return template.render(
        title=title,
        record=record,
        done=what_was_done(record),
        headlines=_headlines(evaluation),
        columns=[
            {"name": column["name"], "svg": distribution_figure(column)}
            for column in compared[:_SHOWN]
        ],
        left_out=max(0, len(compared) - _SHOWN),
        correlations=correlation_figure(pairs) if pairs else None,
        figures=_figures(evaluation),
        warnings=() if evaluation is None else evaluation.warnings,
    )


def _headlines(evaluation: Evaluation | None) -> list[dict[str, str]]:
    if evaluation is None:
        return []
    shares = [
        {"value": f"{100 * figure:.1f}\N{NO-BREAK SPACE}%", "text": text}
        for name, text in _HEADLINES.items()
        if isinstance(figure := evaluation.risk[name], float)
    ]
    change = evaluation.utility["correlation_mad"]
    if isinstance(change, float):
        shares.append(
            {"value": f"{change:.3f}", "text": "is how far a correlation moved, on average"}
        )
    return shares


def _figures(evaluation: Evaluation | None) -> dict[str, list[dict[str, str]]]:
    if evaluation is None:
        return {}
    parts = {"Risk": (evaluation.risk, RISK), "Utility": (evaluation.utility, UTILITY)}
    return {
        part: [
            {"name": name, "value": _text(figures[name]), "sentence": sentence}
            for name, sentence in sentences.items()
            if name in figures
        ]
        for part, (figures, sentences) in parts.items()
    }


def _text(figure: Any) -> str:
    """Write one figure: of a mapping by column the largest, of a list by component the first."""
    if isinstance(figure, Mapping):
        numbers = [value for value in figure.values() if isinstance(value, float)]
        return _text(max(numbers)) if numbers else "not applicable"
    if isinstance(figure, list):
        return _text(figure[0])
    if isinstance(figure, str):
        return figure
    return f"{figure:,.0f}" if abs(figure) >= 1000 else f"{figure:.3g}"
