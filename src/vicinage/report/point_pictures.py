"""Pictures of points: records for the steward, loadings, and the map of risk and utility."""

from typing import Any

import altair as alt

from vicinage.report.pictures import ORIGINAL, PROTECTED, RISE, svg_of

__all__ = [
    "attack_picture",
    "component_picture",
    "frontier_picture",
    "isolation_picture",
    "loading_picture",
]

_SIDE = 300
_TABLES = ["original", "protected"]


def attack_picture(rows: list[dict[str, Any]]) -> str:
    """Draw the risk of each attack as a point on its confidence interval.

    Parameters
    ----------
    rows : list of dict
        ``title``, and ``limits``: the risk and the ends of its interval.
    """
    names = ("risk", "lower", "upper")
    data = [{"title": row["title"], **dict(zip(names, row["limits"], strict=True))} for row in rows]
    base = alt.Chart(alt.InlineData(values=data)).encode(
        y=alt.Y("title:N", sort=[row["title"] for row in rows], title=None).axis(
            grid=False, labelLimit=260, minExtent=200
        )
    )
    x = alt.X("lower:Q", title="risk").scale(domain=[0, 1]).axis(tickCount=5)
    chart: Any = base.mark_rule(color=PROTECTED, strokeWidth=3, opacity=0.5).encode(
        x=x, x2="upper:Q"
    ) + base.mark_point(color=PROTECTED, filled=True, size=70, opacity=1).encode(x="risk:Q")
    return svg_of(chart.properties(width=_SIDE + 80, height={"step": 24}))


def component_picture(points: list[dict[str, Any]]) -> str:
    """Draw the records of both tables side by side, on the first two components."""
    ends = {
        axis: (min(p[axis] for p in points), max(p[axis] for p in points)) for axis in ("x", "y")
    }
    x = alt.X("x:Q", title="component 1").scale(domain=ends["x"]).axis(tickCount=5)
    y = alt.Y("y:Q", title="component 2").scale(domain=ends["y"]).axis(tickCount=5)
    charts = [
        alt.Chart(
            alt.InlineData(values=[p for p in points if p["table"] == table]), title=_title(table)
        )
        .mark_circle(size=14, opacity=0.55, color=colour)
        .encode(x=x, y=y)
        .properties(width=_SIDE, height=_SIDE - 60)
        for table, colour in zip(_TABLES, (ORIGINAL, PROTECTED), strict=True)
    ]
    return svg_of(alt.hconcat(*charts))


def loading_picture(loadings: list[dict[str, Any]]) -> str:
    """Draw how much each column counts in either component, before and after."""
    names = list(dict.fromkeys(row["column"] for row in loadings))
    charts = [
        alt.Chart(
            alt.InlineData(values=[row for row in loadings if row["component"] == component]),
            title=_title(component),
        )
        .mark_bar()
        .encode(
            y=alt.Y("column:N", sort=names, title=None).axis(grid=False),
            yOffset=alt.YOffset("table:N", sort=_TABLES),
            x=alt.X("loading:Q", title="loading").scale(domain=[-1, 1]).axis(tickCount=5),
            color=alt.Color("table:N", legend=None).scale(
                domain=_TABLES, range=[ORIGINAL, PROTECTED]
            ),
        )
        .properties(width=_SIDE - 60, height={"step": 9})
        for component in ("component 1", "component 2")
    ]
    return svg_of(alt.hconcat(*charts))


def isolation_picture(points: list[dict[str, Any]]) -> str:
    """Draw the distance to the nearest record against the size of the neighbourhood."""
    chart = (
        alt.Chart(alt.InlineData(values=points))
        .mark_circle(size=18, opacity=0.6, color=PROTECTED)
        .encode(
            x=alt.X("distance:Q", title="distance to the nearest record").axis(tickCount=6),
            y=alt.Y("size:Q", title="records in the neighbourhood").axis(tickCount=6),
        )
        .properties(width=2 * _SIDE, height=_SIDE - 40)
    )
    return svg_of(chart)


def frontier_picture(points: list[dict[str, Any]], risk: str, utility: str, limit: float) -> str:
    """Draw settings by risk and utility, with the frontier, the limit and the recommendation.

    Parameters
    ----------
    points : list of dict
        ``risk``, ``utility``, ``method``, ``on_frontier`` and ``recommended``.
    risk, utility : str
        Titles of the axes.
    limit : float
    """
    x = alt.X("risk:Q", title=risk).axis(tickCount=6)
    y = alt.Y("utility:Q", title=utility).axis(tickCount=6)
    shape = alt.Shape("method:N", title=None).legend(
        orient="top", labelColor="currentColor", symbolStrokeColor="currentColor"
    )
    colour = alt.condition("datum.on_frontier", alt.value(PROTECTED), alt.value(ORIGINAL))
    data = alt.Chart(alt.InlineData(values=points))
    frontier = [point for point in points if point["on_frontier"]]
    line = alt.Chart(alt.InlineData(values=frontier)).mark_line(color=PROTECTED, strokeWidth=1.5)
    best = [point for point in points if point["recommended"]]
    ring = alt.Chart(alt.InlineData(values=best)).mark_point(
        size=320, color=RISE, strokeWidth=2.5, filled=False, shape="circle"
    )
    rule = alt.Chart(alt.InlineData(values=[{"limit": limit}])).mark_rule(
        color=RISE, strokeDash=[6, 4], strokeWidth=1.5
    )
    chart: Any = (
        rule.encode(x=alt.X("limit:Q", title=risk))
        + line.encode(x=x, y=y, order="risk:Q")
        + data.mark_point(size=70, filled=True, opacity=0.9).encode(
            x=x, y=y, shape=shape, color=colour
        )
        + ring.encode(x=x, y=y)
    )
    return svg_of(chart.properties(width=2 * _SIDE, height=_SIDE + 20))


def _title(text: str) -> alt.TitleParams:
    return alt.TitleParams(text, color="currentColor", fontSize=12, fontWeight="normal")
