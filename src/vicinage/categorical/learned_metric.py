"""A metric for mixed records: numbers by their range, categories by learned distances."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from vicinage.categorical.column_distances import ColumnDistances
from vicinage.categorical.distance_estimator import DistanceEstimator
from vicinage.errors import ParameterError
from vicinage.neighbors import Space, Variable
from vicinage.neighbors.metrics.coordinates import with_missing, without_constants
from vicinage.privacy import Loss, QueryRecord
from vicinage.schema import Categorical
from vicinage.table import QueryTable

__all__ = ["LearnedMetric"]

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class LearnedMetric:
    """Euclidean distance in which two categories are as far apart as was learned.

    A number counts by its share of the column's range, as with "minmax". Two categories are from
    0 to 1 apart, instead of sqrt(2), so that a record may be near another in a different but
    similar category. A missing category lies at the mean of all categories, a missing number at
    the middle of its range, and either is by an indicator coordinate 1 away from every value.

    Parameters
    ----------
    columns : mapping of str to ColumnDistances
        The categorical columns. Columns that were learned in bins are numbers here.
    loss : PureDP, ApproxDP, ZCDP or None
        What was paid for the distances. None: they are exact, and not private.

    Notes
    -----
    **Privacy.** What is computed with the metric inherits from it. For masking, which gives no
    guarantee of its own, exact distances of the same table will do. A query under differential
    privacy needs a metric that is public or paid for, and the costs add up: distances learned from
    the same records at epsilon 1 and then a count at epsilon 0.5 cost 1.5 together, which a ledger
    charges as two requests. Distances learned from public records cost nothing.

    Examples
    --------
    >>> import pyarrow as pa
    >>> from vicinage import RWN, Dilca
    >>> people = pa.table({"job": ["nurse", "cook", "driver", "driver"],
    ...     "sector": ["health", "food", "food", "transport"]})
    >>> metric = LearnedMetric.of(Dilca().fit(people))
    >>> metric
    LearnedMetric(job, sector; exact, not private)
    >>> RWN(n_neighbors=1, metric=metric, seed=3).fit_transform(people)["job"].to_pylist()
    ['cook', 'driver', 'driver', 'driver']
    """

    columns: Mapping[str, ColumnDistances]
    loss: Loss | None

    @classmethod
    def of(cls, estimator: DistanceEstimator) -> Self:
        """Take the distances of a fitted :class:`~vicinage.Dilca` or :class:`~vicinage.DPDilca`."""
        learned = estimator.columns_.items()
        columns = {name: column for name, column in learned if column.coding.edges is None}
        record = estimator.record_
        return cls(columns=columns, loss=record.loss if isinstance(record, QueryRecord) else None)

    def space(self, variables: Sequence[Variable]) -> Space:
        """Place records as points in numeric coordinates.

        Raises
        ------
        ParameterError
            If a categorical column, or one of its labels, has no learned distances.
        """
        kept, skipped = without_constants(variables, keep_missing=True)
        blocks: list[Floats] = [np.empty((variables[0].values.size, 0))]
        for variable in kept:
            if variable.labels is not None:
                blocks.append(self._category_points(variable, variable.labels))
            elif variable.constant:
                blocks.append(variable.missing[:, None].astype(np.float64))
            else:
                numbers = with_missing(variable.scaled(), variable.missing, 0.5)
                blocks.append(np.column_stack(numbers))
        coordinates = np.hstack(blocks)
        return Space(coordinates, np.zeros(coordinates.shape[1]), skipped=skipped)

    def dimension(self, table: QueryTable, columns: Sequence[str]) -> int:
        """Return the number of coordinates of :meth:`points`; public as far as the metric is."""
        return sum(
            self._learned(name).coordinates.shape[1] if _nominal(table, name) else 1
            for name in columns
        )

    def points(self, table: QueryTable, columns: Sequence[str]) -> Floats:
        """Place the records of a private query as points; private.

        Parameters
        ----------
        table : QueryTable
        columns : sequence of str

        Returns
        -------
        ndarray of float64 of shape (n_rows, :meth:`dimension`)
            Numbers within their declared bounds, which count from 0 to 1. NaN where a cell is a
            null.

        Raises
        ------
        ParameterError
            If a categorical column, or one of its declared labels, has no learned distances; if a
            number has no declared bounds.
        """
        blocks = []
        for name in columns:
            if _nominal(table, name):
                points = self._points_of(name, table.levels(name))
                points = np.vstack([points, np.full((1, points.shape[1]), np.nan)])
                blocks.append(points[table.codes(name)])  # -1 is the last
            else:
                lower, upper = table.bounds(name)
                number = Variable(name=name, values=table.numbers(name), lower=lower, upper=upper)
                blocks.append(number.scaled()[:, None])
        return np.hstack(blocks)

    def __repr__(self) -> str:
        costs = {} if self.loss is None else self.loss.as_dict()
        privacy = ", ".join(f"{name} = {cost}" for name, cost in costs.items())
        return f"LearnedMetric({', '.join(self.columns)}; {privacy or 'exact, not private'})"

    def _category_points(self, variable: Variable, labels: tuple[str, ...]) -> Floats:
        points = self._points_of(variable.name, labels)
        points = np.vstack([points, np.zeros((1, points.shape[1]))])
        positions = np.where(variable.missing, -1, variable.values).astype(np.intp)
        block = points[positions]
        if variable.missing.any():
            block = np.hstack([block, variable.missing[:, None].astype(np.float64)])
        return block

    def _points_of(self, name: str, labels: tuple[str, ...]) -> Floats:
        """Return the points of labels in their own order."""
        column = self._learned(name)
        return column.coordinates[column.coding.places(name, labels)]

    def _learned(self, name: str) -> ColumnDistances:
        if name not in self.columns:
            raise ParameterError(
                f"metric must have learned distances for {name!r}, got them for "
                f"{', '.join(self.columns)} only; fit it on this column too"
            )
        return self.columns[name]


def _nominal(table: QueryTable, name: str) -> bool:
    return isinstance(table.schema[name].kind, Categorical)
