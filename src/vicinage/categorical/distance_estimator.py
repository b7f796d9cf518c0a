"""What estimators of distances between categories offer once they are fitted."""

from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
from scipy.spatial.distance import pdist
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from vicinage.categorical.column_distances import ColumnDistances
from vicinage.errors import ParameterError
from vicinage.schema import Column, Role, Schema, Text
from vicinage.table import QueryTable, Table

__all__ = ["DistanceEstimator"]

Floats = npt.NDArray[np.float64]

_PAIRS = 500_000_000


class _Record(Protocol):
    def as_dict(self) -> dict[str, Any]: ...


class DistanceEstimator(BaseEstimator):  # type: ignore[misc]
    """A base for estimators whose ``fit`` sets ``columns_``, ``record_`` and ``schema_``.

    Attributes
    ----------
    columns_ : dict of str to ColumnDistances
        What was learned about each column.
    record_ : ReleaseRecord or QueryRecord
        How it was learned.
    schema_ : Schema or None
        By which later frames are read: the declared one, or what an exact estimator observed.
    """

    columns_: dict[str, ColumnDistances]
    record_: _Record
    schema_: Schema | None

    @property
    def contexts_(self) -> dict[str, list[str]]:
        """The columns from which the distances of each column were learned."""
        return {name: list(column.context) for name, column in self._fitted().items()}

    @property
    def distances_(self) -> dict[str, Floats]:
        """The distances of each column: a matrix in the order of its categories."""
        return {name: column.distances for name, column in self._fitted().items()}

    @property
    def categories_(self) -> dict[str, list[str]]:
        """The categories, levels or bins of each column."""
        return {name: list(column.coding.labels) for name, column in self._fitted().items()}

    def transform(self, frame: Any, schema: Schema | None = None) -> Floats:
        """Place records as points: for each column the coordinates of its value.

        The Euclidean distance of two records is the root of the sum, over the columns, of the
        squared distances of their values. A missing cell lies at the mean of all values of its
        column. Columns that were not learned do not matter. With the records, the points are
        private.

        Parameters
        ----------
        frame : frame of pandas, polars or pyarrow, path of a file, or Table
        schema : Schema, optional
            By default the one by which fit read its frame.

        Returns
        -------
        ndarray of float64 of shape (n_records, n_coordinates)

        Raises
        ------
        ParameterError, TableError
            If there is a label for which no distance was learned, or the schema allows for one.
            Declared categories have distances even where none of the records had them. A private
            estimator reads cells as its fit does, and refuses none: what is no declared value
            counts as `other` where that is declared, else as missing.
        """
        fitted = self._fitted()
        table = self._table(frame, schema or self.schema_)
        blocks = []
        for name, column in fitted.items():
            missing = np.zeros((1, column.coordinates.shape[1]))
            points = np.vstack([column.coordinates, missing])
            blocks.append(points[column.coding.codes(table, name)])  # -1 is the last
        return np.hstack(blocks)

    def get_feature_names_out(self, input_features: object = None) -> npt.NDArray[np.object_]:
        """Return a name for each coordinate: that of the column, and a number from 0.

        Parameters
        ----------
        input_features : object
            Not looked at; the names are those of the fitted columns.
        """
        del input_features
        names = [
            f"{name}_{d}"
            for name, column in self._fitted().items()
            for d in range(column.coordinates.shape[1])
        ]
        return np.array(names, dtype=object)

    def record_distances(self, frame: Any, schema: Schema | None = None) -> Floats:
        """Return the distances between all records, condensed: as scipy's clusterings take them.

        Parameters
        ----------
        frame, schema
            As in :meth:`transform`.

        Returns
        -------
        ndarray of float64 of shape (n_records * (n_records - 1) / 2,)

        Raises
        ------
        ParameterError
            If there are more than 500 million pairs, which take 4 GB.
        """
        points = self.transform(frame, schema)
        pairs = len(points) * (len(points) - 1) // 2
        if pairs > _PAIRS:
            raise ParameterError(
                f"frame must have at most {_PAIRS} pairs of records, got {len(points)} records; "
                "give the points of transform to a method that needs no distance matrix"
            )
        condensed: Floats = pdist(points)
        return condensed

    def as_dict(self) -> dict[str, Any]:
        """Return record, categories, contexts and distances as plain values, ready for JSON."""
        columns = {name: column.as_dict() for name, column in self._fitted().items()}
        return {"record": self.record_.as_dict(), "columns": columns}

    def _table(self, frame: Any, schema: Schema | None) -> Table | QueryTable:
        """Read a frame for :meth:`transform`; columns that were not learned may hold anything."""
        if isinstance(frame, Table) or schema is None:
            return frame if isinstance(frame, Table) else Table.of(frame)
        unneeded = [name for name in schema.names if name not in self.columns_]
        free = (Column(name, Text(), role=Role.IGNORED) for name in unneeded)
        return Table.of(frame, schema.replace(*free), may_lack=unneeded)

    def _fitted(self) -> dict[str, ColumnDistances]:
        check_is_fitted(self, "columns_")
        return self.columns_
