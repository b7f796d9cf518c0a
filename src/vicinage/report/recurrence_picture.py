"""Pictures of how often results recur; for the steward."""

import html
from collections.abc import Sequence
from typing import Any

import altair as alt

from vicinage.integral.diagnostics import RecurrenceTable
from vicinage.report.pictures import svg_of

__all__ = ["recurrence_page", "recurrence_picture"]

_COLOURS = {"released": "#0f9d8a", "candidate": "#3f7fe0", "other": "#8b95a7"}
_WIDTH, _HEIGHT, _ABREAST = 300, 150, 3


def recurrence_picture(tables: Sequence[RecurrenceTable]) -> str:
    """Draw the frequency of each result: released, candidates and others; return SVG.

    Parameters
    ----------
    tables : sequence of RecurrenceTable
        At least one.
    """
    charts = [_chart(table) for table in tables]
    rows = [alt.hconcat(*charts[i : i + _ABREAST]) for i in range(0, len(charts), _ABREAST)]
    return svg_of(alt.vconcat(*rows))


def recurrence_page(tables: Sequence[RecurrenceTable]) -> str:
    """Return the picture in a page that says for whom it is; HTML."""
    title = "Results of the resamples"
    warning = (
        "For the steward only: a frequency alone tells an intruder who knows all other records "
        "which of two values the last one has."
    )
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        "<style>body{font-family:sans-serif;margin:2em;color:#1c2430;background:#fff}"
        "@media(prefers-color-scheme:dark){body{color:#e4e8ee;background:#14181f}}"
        f"svg{{max-width:100%;height:auto}}</style></head><body><h1>{title}</h1>"
        f"<p>{html.escape(warning)}</p>{recurrence_picture(tables)}</body></html>\n"
    )


def _chart(table: RecurrenceTable) -> Any:
    name = " · ".join(filter(None, (table.group, table.column, table.statistic)))
    statuses = list(_COLOURS)
    categories = table.statistic == "mode"
    places = (
        {"x": alt.X("value:N", title=None, sort=None)}
        if categories
        else {
            "x": alt.X("low:Q", title=None, bin="binned").scale(zero=False).axis(grid=False),
            "x2": "high:Q",
        }
    )
    return (
        alt.Chart(
            alt.InlineData(values=table.rows),
            title=alt.TitleParams(name, color="currentColor", fontSize=12),
        )
        .mark_bar(binSpacing=0)
        .encode(
            **places,
            y=alt.Y("frequency:Q", title="resamples").axis(tickCount=4),
            color=alt.Color("status:N", title=None)
            .scale(domain=statuses, range=list(_COLOURS.values()))
            .legend(orient="bottom", labelColor="currentColor"),
        )
        .properties(width=_WIDTH, height=_HEIGHT)
    )
