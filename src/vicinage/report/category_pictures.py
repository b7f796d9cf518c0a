"""Pictures of the distances between the values of a column: a heat map and a tree."""

from collections.abc import Sequence
from typing import Any

import altair as alt
import numpy as np
import numpy.typing as npt
from scipy.cluster.hierarchy import dendrogram, leaves_list, linkage, optimal_leaf_ordering
from scipy.spatial.distance import squareform

from vicinage.errors import ParameterError
from vicinage.report.pictures import PROTECTED, svg_of

__all__ = ["dendrogram_picture", "distance_picture"]

Floats = npt.NDArray[np.float64]

_MOST = 150  # more names cannot be read
_MOST_WITH_NUMBERS = 12


def distance_picture(categories: Sequence[str], distances: npt.ArrayLike) -> str:
    """Draw the distances of a column as a heat map, near values side by side.

    As private or public as the distances are.

    Parameters
    ----------
    categories : sequence of str
        2 to 150 values.
    distances : array_like of float of shape (n_categories, n_categories)

    Returns
    -------
    str
        SVG, to be seen on white and on black. Up to 12 values, with the numbers.

    Raises
    ------
    ParameterError
        If there are too few or too many values for a picture.
    """
    distances = np.asarray(distances, np.float64)
    order = leaves_list(_tree(categories, distances))
    names = [categories[i] for i in order]
    largest = float(distances.max()) or 1.0
    tiles = [
        {
            "row": categories[i],
            "column": categories[j],
            "shade": float(distances[i, j]) / largest,
            "text": f"{distances[i, j]:.2f}",
        }
        for i in order
        for j in order
    ]
    base = alt.Chart(alt.InlineData(values=tiles)).encode(
        x=alt.X("column:N", sort=names, title=None).axis(orient="top", labelAngle=-45, grid=False),
        y=alt.Y("row:N", sort=names, title=None).axis(grid=False),
    )
    chart: Any = base.mark_rect(color=PROTECTED).encode(
        opacity=alt.Opacity("shade:Q", legend=None).scale(domain=[0, 1], range=[0.04, 0.9])
    )
    step = 14
    if len(names) <= _MOST_WITH_NUMBERS:
        step = 38
        chart += base.mark_text(fontSize=11, color="currentColor").encode(text="text:N")
    # Slanted names reach beyond the last column.
    chart = chart.properties(width={"step": step}, height={"step": min(step, 28)})
    return svg_of(chart.properties(padding={"left": 5, "top": 5, "bottom": 5, "right": 40}))


def dendrogram_picture(categories: Sequence[str], distances: npt.ArrayLike) -> str:
    """Draw how the values of a column come together, from the nearest on.

    Groups join at the mean distance of their values (average linkage).

    Parameters
    ----------
    categories, distances
        As for :func:`distance_picture`.

    Returns
    -------
    str
        SVG.

    Raises
    ------
    ParameterError
        If there are too few or too many values for a picture.
    """
    tree = dendrogram(_tree(categories, np.asarray(distances, np.float64)), no_plot=True)
    # SciPy puts leaf number i at 10 i + 5.
    corners = [
        {"join": join, "corner": corner, "place": (place - 5) / 10, "distance": height}
        for join, (places, heights) in enumerate(zip(tree["icoord"], tree["dcoord"], strict=True))
        for corner, (place, height) in enumerate(zip(places, heights, strict=True))
    ]
    names = [categories[i] for i in tree["leaves"]]
    labels = [{"place": place, "name": name} for place, name in enumerate(names)]
    y = alt.Y("place:Q", title=None, axis=None).scale(domain=[-0.5, len(names) - 0.5])
    joins = (
        alt.Chart(alt.InlineData(values=corners))
        .mark_line(color=PROTECTED, strokeWidth=2)
        .encode(
            x=alt.X("distance:Q", title="distance").axis(tickCount=5),
            y=y,
            detail="join:N",
            order="corner:O",
        )
    )
    leaves = (
        alt.Chart(alt.InlineData(values=labels))
        .mark_text(align="right", dx=-6, fontSize=11, color="currentColor")
        .encode(x=alt.datum(0), y=y, text="name:N")
    )
    return svg_of((joins + leaves).properties(width=320, height=20 * len(names)))


def _tree(categories: Sequence[str], distances: Floats) -> Floats:
    if not 2 <= len(categories) <= _MOST:
        raise ParameterError(
            f"categories must be 2 to {_MOST} for a picture, got {len(categories)}; draw another "
            "column, or group the levels of this one"
        )
    condensed = squareform(distances, checks=False)
    tree: Floats = optimal_leaf_ordering(linkage(condensed, "average"), condensed)
    return tree
