"""Pictures: from plain dictionaries to SVG."""

from typing import Any

import altair as alt
import vl_convert

__all__ = [
    "ORIGINAL",
    "PROTECTED",
    "RISE",
    "correlation_level_picture",
    "correlation_picture",
    "distribution_picture",
    "svg_of",
]

# Both can be told apart on white and on black, and by people who do not see red or green.
ORIGINAL = "#8b95a7"
PROTECTED = "#0f9d8a"
RISE = "#e0752d"
FALL = "#3f7fe0"

_WIDTH, _HEIGHT = 300, 150


def distribution_picture(column: dict[str, Any]) -> str:
    """Draw one column: original filled, protected as an outline, in percent of the cells.

    Parameters
    ----------
    column : dict
        As :func:`vicinage.report.comparison.compare_columns` returns it.
    """
    return svg_of(_bars(column) if column["shape"] == "bars" else _histogram(column))


def correlation_picture(pairs: list[dict[str, Any]]) -> str:
    """Draw how much each correlation rose or fell.

    Parameters
    ----------
    pairs : list of dict
        As :func:`vicinage.report.comparison.compare_correlations` returns them.
    """
    return _heat_map(pairs, "difference", max(0.05, *(abs(p["difference"]) for p in pairs)))


def correlation_level_picture(pairs: list[dict[str, Any]], table: str) -> str:
    """Draw the correlations of one table, "original" or "protected"."""
    return _heat_map(pairs, table, 1.0)


def _heat_map(pairs: list[dict[str, Any]], field: str, largest: float) -> str:
    names = list(dict.fromkeys(pair["row"] for pair in pairs))
    cells = [
        {
            "row": pair["row"],
            "column": pair["column"],
            "positive": pair[field] > 0,
            "shade": min(1.0, abs(pair[field]) / largest),
            "text": _signed(pair[field]),
        }
        for pair in pairs
    ]
    across = alt.X("column:N", sort=names, title=None).axis(
        orient="top", labelAngle=-35, grid=False
    )
    base = alt.Chart(_data(cells)).encode(
        x=across, y=alt.Y("row:N", sort=names, title=None).axis(grid=False)
    )
    colour = alt.condition("datum.positive", alt.value(RISE), alt.value(FALL))
    tiles = base.mark_rect(cornerRadius=3).encode(
        color=colour,
        opacity=alt.Opacity("shade:Q", legend=None).scale(domain=[0, 1], range=[0.06, 0.85]),
    )
    numbers = base.mark_text(fontSize=11, color="currentColor").encode(text="text:N")
    side = {"step": 46}
    return svg_of((tiles + numbers).properties(width=side, height={"step": 30}))


def _signed(number: float) -> str:
    rounded = round(number, 2)
    return f"{rounded:+.2f}".replace("-", "\N{MINUS SIGN}") if rounded else "0.00"


def _histogram(column: dict[str, Any]) -> Any:
    scale = "T" if column["shape"] == "dates" else "Q"
    x = alt.X(f"lower:{scale}", title=column["unit"] or None).axis(grid=False, tickCount=6)
    base = alt.Chart(_data(_closed(column["rows"]))).encode(x=x)
    before = base.mark_area(interpolate="step-after", color=ORIGINAL, opacity=0.55).encode(
        y=_percent("original")
    )
    after = base.mark_line(interpolate="step-after", color=PROTECTED, strokeWidth=2).encode(
        y=_percent("protected")
    )
    return (before + after).properties(width=_WIDTH, height=_HEIGHT)


def _closed(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Add the end of the last bin, so that its step is drawn."""
    last = rows[-1]
    return [*rows, last | {"lower": last["upper"]}]


def _bars(column: dict[str, Any]) -> Any:
    labels = [row["label"] for row in column["rows"]]
    y = alt.Y("label:N", sort=labels, title=None).axis(grid=False)
    base = alt.Chart(_data(column["rows"])).encode(y=y)
    before = base.mark_bar(color=ORIGINAL, opacity=0.55, height={"band": 0.8}).encode(
        x=alt.X("original:Q", title="% of cells").axis(tickCount=5)
    )
    after = base.mark_bar(
        color=PROTECTED, filled=False, stroke=PROTECTED, strokeWidth=2, height={"band": 0.8}
    ).encode(x=alt.X("protected:Q"))
    return (before + after).properties(width=_WIDTH - 40, height=_HEIGHT)


def _data(rows: list[dict[str, Any]]) -> Any:
    return alt.InlineData(values=rows)


def _percent(field: str) -> alt.Y:
    return alt.Y(f"{field}:Q", title="% of cells").axis(tickCount=4)


def svg_of(chart: Any) -> str:
    """Return a chart as SVG, in the page's own text colour: it serves light and dark."""
    text = {
        "labelColor": "currentColor",
        "titleColor": "currentColor",
        "labelFontSize": 11,
        "labelPadding": 5,
    }
    lines = {"gridColor": "currentColor", "gridOpacity": 0.1, "domain": False, "ticks": False}
    themed = (
        chart.configure(background="transparent", font="sans-serif")
        .configure_view(stroke=None)
        .configure_axis(**text, **lines, titleFontWeight="normal", titleFontSize=11)
    )
    svg: str = vl_convert.vegalite_to_svg(themed.to_dict())
    return svg
