"""A metric for mixed records: numbers by their range, categories by learned distances."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

import numpy as np
import numpy.typing as npt

from vicinage.categorical.column_distances import ColumnDistances
from vicinage.categorical.distance_estimator import DistanceEstimator
from vicinage.errors import ParameterError
from vicinage.neighbors import Space, Variable
from vicinage.neighbors.metrics.coordinates import with_missing, without_constants
from vicinage.privacy import Loss, QueryRecord

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
        What was paid for the distances. None: they are exact.
    public : bool, default False
        Whether exact distances were learned from public records; otherwise they are private.

    Notes
    -----
    **Privacy.** What is computed with the metric inherits from it. For masking, which gives no
    guarantee of its own, exact distances of the same table will do. A query under differential
    privacy needs a metric that is public or paid for, and the costs add up: distances learned from
    the same records at epsilon 1 and then a count at epsilon 0.5 cost 1.5 together, which a ledger
    charges as two requests. Distances learned from public records cost nothing:
    :meth:`of_public_records` says that they were.

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
    public: bool = False

    def __post_init__(self) -> None:
        if self.public and self.loss is not None:
            raise ParameterError(
                "public must be False for distances that were paid for, got True; "
                "LearnedMetric.of(...) takes them as they are"
            )

    @classmethod
    def of(cls, estimator: DistanceEstimator) -> Self:
        """Take the distances of a fitted :class:`~vicinage.Dilca` or :class:`~vicinage.DPDilca`."""
        learned = estimator.columns_.items()
        columns = {name: column for name, column in learned if column.coding.edges is None}
        record = estimator.record_
        return cls(columns=columns, loss=record.loss if isinstance(record, QueryRecord) else None)

    @classmethod
    def of_public_records(cls, estimator: DistanceEstimator) -> Self:
        """Take exact distances, and state that every record they were learned from is public.

        Nobody can check that: a private query trusts it.

        Raises
        ------
        ParameterError
            If the distances were paid for, which :meth:`of` takes as they are.
        """
        return replace(cls.of(estimator), public=True)

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
                blocks.append(self._record_points(variable, variable.labels))
            elif variable.constant:
                blocks.append(variable.missing[:, None].astype(np.float64))
            else:
                numbers = with_missing(variable, variable.scaled(), 0.5)
                blocks.append(np.column_stack(numbers))
        coordinates = np.hstack(blocks)
        return Space(coordinates, np.zeros(coordinates.shape[1]), skipped=skipped)

    def category_points(self, name: str, labels: tuple[str, ...]) -> Floats:
        """Return the points of labels of a column, in their order.

        Returns
        -------
        ndarray of float64 of shape (n_labels, at most n_labels - 1)
            Public as far as the metric is.

        Raises
        ------
        ParameterError
            If the column, or one of the labels, has no learned distances.
        """
        column = self._learned(name)
        return column.coordinates[column.coding.places(name, labels)]

    def __repr__(self) -> str:
        costs = {} if self.loss is None else self.loss.as_dict()
        paid = ", ".join(f"{name} = {cost}" for name, cost in costs.items())
        unpaid = "exact, of public records" if self.public else "exact, not private"
        return f"LearnedMetric({', '.join(self.columns)}; {paid or unpaid})"

    def _record_points(self, variable: Variable, labels: tuple[str, ...]) -> Floats:
        points = self.category_points(variable.name, labels)
        points = np.vstack([points, np.zeros((1, points.shape[1]))])
        positions = np.where(variable.missing, -1, variable.values).astype(np.intp)
        block = points[positions]
        if variable.missing.any():
            block = np.hstack([block, variable.missing[:, None].astype(np.float64)])
        return block

    def _learned(self, name: str) -> ColumnDistances:
        if name not in self.columns:
            raise ParameterError(
                f"metric must have learned distances for {name!r}, got them for "
                f"{', '.join(self.columns)} only; fit it on this column too"
            )
        return self.columns[name]
