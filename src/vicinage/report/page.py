"""One page, complete in itself, that shows what a release did to a table."""

from collections.abc import Mapping
from typing import Any

from jinja2 import Environment, PackageLoader

from vicinage.evaluation import Evaluation, figure_text, percent_text
from vicinage.report.comparison import compare_columns, compare_correlations
from vicinage.report.method_sentences import what_was_done
from vicinage.report.pictures import correlation_picture, distribution_picture
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
        record=record,
        done=what_was_done(record),
        headlines=_headlines(evaluation),
        columns=[
            {"name": column["name"], "svg": distribution_picture(column)}
            for column in compared[:_SHOWN]
        ],
        left_out=max(0, len(compared) - _SHOWN),
        correlations=correlation_picture(pairs) if pairs else None,
        figures={} if evaluation is None else evaluation.rows(),
        warnings=() if evaluation is None else evaluation.warnings,
    )


def _headlines(evaluation: Evaluation | None) -> list[dict[str, str]]:
    if evaluation is None:
        return []
    shares = [
        {"value": percent_text(figure), "text": text}
        for name, text in _HEADLINES.items()
        if isinstance(figure := evaluation.risk[name], float)
    ]
    change = evaluation.utility["correlation_mad"]
    if isinstance(change, float):
        moved = "is how far a correlation moved, on average"
        shares.append({"value": figure_text(change), "text": moved})
    return shares
