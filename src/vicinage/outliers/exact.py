"""Exact answers for the steward. They are not private: nothing here may be handed out."""

from collections.abc import Sequence
from typing import Any

from vicinage.engines import Engine, QueryParts, open_query
from vicinage.outliers.degrees import count_of, degrees
from vicinage.outliers.family import Family
from vicinage.outliers.many_subspaces import subspace_counts
from vicinage.outliers.measurement import Measurement, check_columns, check_measurement
from vicinage.outliers.metric import CategoryMetric, check_metric
from vicinage.outliers.parameters import check_below, whole_numbers
from vicinage.outliers.slabs import Slabs, placed
from vicinage.parameters import check_whole_number
from vicinage.schema import Schema
from vicinage.table import QueryTable

__all__ = ["exact_outlier_counts", "exact_subspace_counts"]


def exact_outlier_counts(
    frame: Any,
    schema: Schema,
    *,
    columns: Sequence[str],
    min_neighbors: int | Sequence[int] = 10,
    radius: float = 0.1,
    scaling: str = "bounds",
    metric: CategoryMetric | None = None,
    engine: Engine | None = None,
) -> list[int]:
    """Count the outliers exactly. Not private, for the steward only; no ledger is asked.

    Parameters
    ----------
    frame, schema, columns, min_neighbors, radius, scaling, metric, engine
        As of :class:`vicinage.OutlierCount`, the bounds too; but exact distances of private
        records will do here.

    Returns
    -------
    list of int
        One count for each value of `min_neighbors`.

    Examples
    --------
    >>> import pyarrow as pa
    >>> from vicinage import Numeric, Schema
    >>> people = pa.table({"age": [20, 21, 22, 23, 24, 25, 26, 27, 90]})
    >>> schema = Schema({"age": Numeric(0, 120)})
    >>> exact_outlier_counts(people, schema, columns=["age"], min_neighbors=[1, 8])
    [1, 9]
    """
    numbers = whole_numbers("min_neighbors", min_neighbors)
    check_measurement(radius, scaling)
    check_metric(metric, scaling, private=False)
    table = open_query(frame, schema, engine)
    check_below("min_neighbors", max(numbers), table.n_rows)
    named = check_columns(table.schema, columns, metric)
    public = table.blank if isinstance(table, QueryParts) else table
    measurement = Measurement.of(public, named, radius=radius, scaling=scaling, metric=metric)
    with placed(table, measurement) as points:
        if isinstance(points, Slabs):
            return points.exact_counts(numbers)
        capped = degrees(points, measurement.reach, cap=max(numbers))
    return [count_of(capped, k) for k in numbers]


def exact_subspace_counts(
    frame: Any,
    schema: Schema,
    *,
    min_neighbors: int = 10,
    radius: float = 0.1,
    max_size: int = 3,
    columns: Sequence[str] | None = None,
    subspaces: Sequence[Sequence[str]] | None = None,
    scaling: str = "bounds",
) -> list[tuple[tuple[str, ...], int]]:
    """Count the outliers of every subspace exactly. Not private, for the steward only.

    Parameters
    ----------
    frame, schema, min_neighbors, radius, max_size, columns, subspaces, scaling
        As of :class:`vicinage.SubspaceDiscovery`.

    Returns
    -------
    list of (tuple of str, int)
        Subspaces with their counts, most outliers first; among equals smaller subspaces first,
        then in the order of the columns.

    Examples
    --------
    >>> import pyarrow as pa
    >>> from vicinage import Numeric, Schema
    >>> table = pa.table({"x": [1, 1, 2, 9], "y": [5, 5, 5, 5]})
    >>> schema = Schema({"x": Numeric(0, 10), "y": Numeric(0, 10)})
    >>> exact_subspace_counts(table, schema, min_neighbors=2)
    [(('x',), 1), (('x', 'y'), 1), (('y',), 0)]
    """
    check_whole_number("min_neighbors", min_neighbors)
    check_measurement(radius, scaling)
    table = QueryTable.of(frame, schema)
    family = Family.of(table.schema, columns=columns, max_size=max_size, subspaces=subspaces)
    check_below("min_neighbors", min_neighbors, table.n_rows)
    measurement = Measurement.of(table, family.columns, radius=radius, scaling=scaling)
    counts = subspace_counts(
        measurement.points(table), family.members, measurement.reach, min_neighbors
    )
    named = [(family.names(member), int(count)) for member, count in enumerate(counts)]
    return sorted(named, key=lambda item: -item[1])
