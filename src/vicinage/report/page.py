"""From dictionaries to one page, complete in itself."""

from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from vicinage.evaluation import figure_text
from vicinage.evaluation.sentences import RISK, UTILITY
from vicinage.evaluation.tuning import Tuning
from vicinage.report.pictures import (
    correlation_level_picture,
    correlation_picture,
    distribution_picture,
)
from vicinage.report.point_pictures import (
    attack_picture,
    component_picture,
    frontier_picture,
    isolation_picture,
    loading_picture,
)

__all__ = ["render_page", "tuning_page"]

_WIDEST = 20  # numeric columns: more correlations cannot be read


def render_page(summary: dict[str, Any]) -> str:
    """Return an HTML page that needs no other file and no network.

    Parameters
    ----------
    summary : dict
        As :func:`vicinage.report.summary.summarize` returns it; the page is as public as that.
    """
    pairs, components = summary["correlations"], summary["components"]
    drawn = pairs if len({pair["row"] for pair in pairs}) <= _WIDEST else []
    found = summary["isolation"]
    measured = [row for row in summary["attacks"] if row["limits"]]
    return _rendered(
        "release.html",
        summary
        | {
            "columns": [
                {"name": column["name"], "svg": distribution_picture(column)}
                for column in summary["columns"]
            ],
            "too_many": bool(pairs and not drawn),
            "change": correlation_picture(drawn) if drawn else None,
            "levels": [
                (table, correlation_level_picture(drawn, table))
                for table in ("original", "protected")
                if drawn
            ],
            "cloud": component_picture(components["points"])
            if components and components["points"]
            else None,
            "attack_picture": attack_picture(measured) if measured else None,
            "loadings": loading_picture(components["loadings"]) if components else None,
            "crowd": isolation_picture(found["points"]) if found else None,
        },
    )


def tuning_page(tuning: Tuning) -> str:
    """Return a page for the steward about the settings that were tried."""
    rows = [
        row | {"label": point.label}
        for point, row in zip(tuning.points, tuning.rows(), strict=True)
    ]
    measured = [row for row in rows if row["risk"] is not None and row["utility"] is not None]
    columns = ("risk", "utility", "method", "on_frontier", "recommended")
    points = [{name: row[name] for name in columns} for row in measured]
    names = tuning.risk, tuning.utility
    return _rendered(
        "tuning.html",
        {
            "reason": tuning.reason,
            "repetitions": max(len(point.values(tuning.risk)) for point in tuning.points),
            "risk": tuning.risk,
            "utility": tuning.utility,
            "sentences": {"risk": RISK[tuning.risk], "utility": UTILITY[tuning.utility]},
            "limit": tuning.limit,
            "map": frontier_picture(points, *names, tuning.limit) if points else None,
            "by_method": {
                method: point and next(row for row in rows if row["label"] == point.label)
                for method, point in tuning.by_method.items()
            },
            "rows": rows,
            "figure": _with_error,
        },
    )


def _with_error(row: dict[str, Any], part: str) -> str:
    if row[part] is None:
        return "not defined"
    error = row[f"{part}_error"]
    return figure_text(row[part]) + (f" \N{PLUS-MINUS SIGN} {error:.1g}" if error else "")


def _rendered(name: str, content: dict[str, Any]) -> str:
    environment = Environment(
        loader=PackageLoader("vicinage.report"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    return environment.get_template(name).render(content)
