"""Judge several releases of one table together."""

from collections.abc import Sequence
from typing import Any

from vicinage.errors import ParameterError
from vicinage.evaluation.evaluate import evaluate
from vicinage.evaluation.spread import Spread
from vicinage.schema import Schema
from vicinage.table import Table, naming_table

__all__ = ["evaluate_releases"]


def evaluate_releases(
    original: Any, releases: Sequence[Any], schema: Schema | None = None, **options: Any
) -> Spread:
    """Measure what several releases of one table are worth, and how far they differ.

    For the steward. Publishing several releases of one table discloses more than one does, since
    their draws average out: this is to learn what one of them is worth.

    Parameters
    ----------
    original : frame, path or Table
    releases : sequence of frame, path or Table
        At least two, made of the whole original with the same settings, row for row.
    schema : Schema, optional
        Of all tables.
    **options
        As :func:`vicinage.evaluate` takes them, such as ``formula="pay ~ age"``.

    Raises
    ------
    ParameterError
        If there are fewer than two releases; else as :func:`vicinage.evaluate`.

    Examples
    --------
    >>> import pyarrow as pa
    >>> people = pa.table({"age": [20, 25, 30, 60, 61, 69], "pay": [1.0, 2, 4, 7, 8, 12]})
    >>> releases = [pa.table({"age": people["age"], "pay": pay})
    ...     for pay in ([2.0, 1, 4, 7, 12, 8], [1.0, 4, 2, 8, 7, 12])]
    >>> spread = evaluate_releases(people, releases, formula="pay ~ age")
    >>> round(spread.model["age"].sd_between, 4)
    0.008
    """
    if len(releases) < 2:
        raise ParameterError(
            f"releases must be at least two tables, got {len(releases)}; one is judged by evaluate"
        )
    with naming_table("original", original):
        table = original if isinstance(original, Table) else Table.of(original, schema)
    return Spread(
        evaluations=tuple(evaluate(table, release, schema, **options) for release in releases)
    )
