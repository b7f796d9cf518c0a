"""Exact distances between the values of categorical columns. Not private."""

import math
import numbers
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self

import numpy as np
import numpy.typing as npt

from vicinage._version import __version__
from vicinage.categorical.association import (
    association_matrix,
    mutual_information,
    symmetrical_uncertainty,
)
from vicinage.categorical.coding import Coding, coding_of
from vicinage.categorical.column_choice import check_columns, learned_columns
from vicinage.categorical.column_distances import ColumnDistances
from vicinage.categorical.context import (
    above_mean,
    jointly_most_informative,
    most_informative,
    not_redundant,
)
from vicinage.categorical.distance_estimator import DistanceEstimator
from vicinage.categorical.file_counts import chunks, count_files, file_codings
from vicinage.categorical.limits import check_limits
from vicinage.categorical.pair_counts import PairCounts, count_pairs
from vicinage.engines import Engine, file_parts
from vicinage.errors import ParameterError
from vicinage.parameters import check_flag, check_whole_number
from vicinage.privacy import ReleaseRecord
from vicinage.schema import Schema
from vicinage.table import Table

__all__ = ["Dilca"]

Codes = npt.NDArray[np.signedinteger[Any]]

_CONTEXTS = ("M", "RR", "K", "K_dep")
_CHUNK = 1 << 16


class Dilca(DistanceEstimator):
    """Not private: exact distances between the values of categorical columns, for the steward.

    Two values of a column are near when the columns of its context say the same of both: from
    P(a | y), the share of value a among the records with value y, the distance of a and b is::

        sqrt( sum over Y of sum over y of (P(a | y) - P(b | y))^2 / sum over Y of |Y| ),

    where Y runs over the context. It is Euclidean, so records become points: :meth:`transform`.
    :class:`~vicinage.DPDilca` learns such distances with differential privacy.

    Parameters
    ----------
    context : {"M", "RR", "K", "K_dep"}, default "M"
        How the context is chosen. "M": the columns whose symmetrical uncertainty with the target
        is at least `sigma` times its mean over the other columns. "RR": by decreasing uncertainty
        those that are associated with the target more than with each column chosen before. "K":
        the `k` columns of largest mutual information. "K_dep": the `k` columns that together
        leave the target least uncertain. Ties go to the columns in the smallest positions.
    sigma : float, default 1.0
        For "M". Above 1 it may leave no column; then the strongest one is the context.
    k : int, default 3
        For "K" and "K_dep".
    columns : sequence of str, optional
        At least two columns to learn from and for. By default all but texts and those with a
        special role (key, identifier, stratum, weight, household, ignored).
    n_bins : int, default 5
        How many bins of equal width, up to 10,000, numbers and dates are sorted into where the
        schema declares no edges. Numbers without declared bounds of which there are at most 20,
        all whole, are values of their own.
    allow_large : bool, default False
        Whether columns of more than 2,000 levels, and pairs of more than 50 million cells, are
        taken.

    Attributes
    ----------
    contexts_ : dict of str to list of str
    distances_ : dict of str to ndarray of float64 of shape (n_values, n_values)
        From 0 to 1, symmetric, 0 on the diagonal. Different values may be 0 apart.
    categories_ : dict of str to list of str
        What the rows and columns of a matrix stand for.
    columns_ : dict of str to ColumnDistances
        All of these for each column, with the points that have its distances.
    record_ : ReleaseRecord
        How the distances were learned.

    Notes
    -----
    **Privacy.** None: distances are functions of exact counts, down to single records.

    **Missing cells** are left out: a record counts for those pairs of columns in which it has
    both cells. "K_dep" counts the records that have all cells of the columns it tries.

    **Special columns.** The values of a column that never vary have no distances; as a context it
    tells nothing. A declared category that no record has lies where P(a | y) = 0 for every y.

    **Cost.** One pass over the records for all pairs of columns, then small tables: O(L^2 D) for
    a column of L values whose context has D.

    References
    ----------
    D. Ienco, R. G. Pensa, R. Meo, "From context to distance: learning dissimilarity for
    categorical data clustering", TKDD 6 (2012): sections 3 and 4. "K" and "K_dep": E. Battaglia,
    S. Celano, R. G. Pensa, "Differentially private distance learning in categorical data", DMKD
    35 (2021).

    Examples
    --------
    >>> import pyarrow as pa
    >>> people = pa.table({"job": ["nurse", "cook", "driver", "driver"],
    ...     "sector": ["health", "food", "food", "transport"]})
    >>> dilca = Dilca().fit(people)
    >>> dilca.categories_["job"]
    ['cook', 'driver', 'nurse']
    >>> dilca.distances_["job"].round(3)
    array([[0.   , 0.577, 0.645],
           [0.577, 0.   , 0.866],
           [0.645, 0.866, 0.   ]])
    """

    guarantee: ClassVar[str | None] = None
    record_: ReleaseRecord

    def __init__(
        self,
        *,
        context: str = "M",
        sigma: float = 1.0,
        k: int = 3,
        columns: Sequence[str] | None = None,
        n_bins: int = 5,
        allow_large: bool = False,
    ) -> None:
        self.context = context
        self.sigma = sigma
        self.k = k
        self.columns = columns
        self.n_bins = n_bins
        self.allow_large = allow_large

    def fit(
        self, frame: Any, schema: Schema | None = None, *, engine: Engine | None = None
    ) -> Self:
        """Learn the distances of all columns from the records of a table.

        Parameters
        ----------
        frame : frame of pandas, polars or pyarrow, path of a file, or Table
            Private. For an engine a list of files.
        schema : Schema, optional
            Without one, categories and ranges are observed in the frame, and the record says so.
            For an engine all of them must be declared.
        engine : Engine, optional
            Who reads and counts the files, each by itself; the distances are the same as those of
            all rows in one table. Not for the context "K_dep", which needs the records together.

        Raises
        ------
        ParameterError
            If a parameter is outside its range, does not fit the table, or a column is too large.
        TableError, SchemaError
            If the table is empty, cannot be read or breaks its schema.
        """
        self.check()
        if engine is not None:
            return self._fit_files(frame, schema, engine)
        table = frame if isinstance(frame, Table) else Table.of(frame, schema)
        names = learned_columns(table.schema, self.columns)
        codings = {name: coding_of(table, name, self.n_bins) for name in names}
        levels = {name: len(coding.labels) for name, coding in codings.items()}
        check_limits(levels, allow_large=self.allow_large)
        codes = [coding.codes(table, name) for name, coding in codings.items()]
        pairs = count_pairs(chunks(codes), levels, allow_large=self.allow_large)
        self._learn(pairs, codings, codes)
        self.schema_ = table.declared or table.schema
        self.record_ = self._record(names, table.declared, _bin_notes(codings))
        return self

    def fit_counts(self, pairs: PairCounts, categories: Mapping[str, Sequence[str]]) -> Self:
        """Learn the distances from tables that were counted elsewhere, chunk by chunk.

        Parameters
        ----------
        pairs : PairCounts
            Private; see :func:`~vicinage.categorical.count_pairs`.
        categories : mapping of column name to sequence of str
            What the codes of each column stand for.

        Raises
        ------
        ParameterError
            If the context is "K_dep", which pairs of columns do not determine; if a column is too
            large, or has another number of categories than of levels.
        """
        self.check()
        self._check_pairs_suffice()
        check_limits(pairs.levels, allow_large=self.allow_large)
        if {name: len(labels) for name, labels in categories.items()} != dict(pairs.levels):
            raise ParameterError(
                f"categories must name the levels of each column, {dict(pairs.levels)}, got "
                f"{ {name: len(labels) for name, labels in categories.items()} }"
            )
        codings = {name: Coding(labels=tuple(categories[name])) for name in pairs.levels}
        self._learn(pairs, codings, [])
        self.schema_ = None
        self.record_ = self._record(tuple(codings), None, ())
        return self

    def check(self) -> None:
        """Refuse parameters that no table could make right."""
        if self.context not in _CONTEXTS:
            allowed = ", ".join(repr(context) for context in _CONTEXTS)
            raise ParameterError(f"context must be one of {allowed}, got {self.context!r}")
        if (
            not isinstance(self.sigma, numbers.Real)
            or isinstance(self.sigma, bool)
            or not 0.0 <= float(self.sigma) < math.inf
        ):
            raise ParameterError(f"sigma must be a finite number of at least 0, got {self.sigma!r}")
        check_whole_number("k", self.k)
        check_whole_number("n_bins", self.n_bins, at_most=10_000)
        check_flag("allow_large", self.allow_large)
        check_columns(self.columns)

    def as_dict(self) -> dict[str, Any]:
        """Return what was learned as plain values, ready for JSON, and that it is not private."""
        return {"privacy": "not private: exact distances"} | super().as_dict()

    def _check_pairs_suffice(self) -> None:
        if self.context == "K_dep":
            raise ParameterError(
                "context must be 'M', 'RR' or 'K' for pair counts, got 'K_dep', which needs the "
                "records themselves"
            )

    def _fit_files(self, files: Any, schema: Schema | None, engine: Engine) -> Self:
        self._check_pairs_suffice()
        if schema is None:
            raise ParameterError(
                "schema must be declared for an engine, got None; categories that are found in one "
                "file may not be those of another"
            )
        paths = file_parts(files)
        codings = file_codings(engine, paths, schema, self.columns, self.n_bins)
        levels = {name: len(coding.labels) for name, coding in codings.items()}
        check_limits(levels, allow_large=self.allow_large)
        pairs = count_files(engine, paths, schema, codings, allow_large=self.allow_large)
        self._learn(pairs, codings, [])
        self.schema_ = schema
        self.record_ = self._record(tuple(codings), schema, ())
        return self

    def _learn(self, pairs: PairCounts, codings: Mapping[str, Coding], codes: list[Codes]) -> None:
        names = list(codings)
        self.columns_ = {
            name: ColumnDistances.learn(pairs, name, [names[c] for c in context], codings[name])
            for name, context in zip(names, self._contexts(pairs, codes), strict=True)
        }

    def _contexts(self, pairs: PairCounts, codes: list[Codes]) -> list[tuple[int, ...]]:
        if self.context == "K_dep":
            return jointly_most_informative(np.vstack(codes), list(pairs.levels.values()), self.k)
        if self.context == "K":
            return most_informative(association_matrix(pairs, mutual_information), self.k)
        uncertainty = association_matrix(pairs, symmetrical_uncertainty)
        if self.context == "M":
            return above_mean(uncertainty, float(self.sigma))
        return not_redundant(uncertainty)

    def _record(
        self, names: tuple[str, ...], schema: Schema | None, notes: tuple[str, ...]
    ) -> ReleaseRecord:
        source = "observed" if schema is None else "declared" if schema.public else "draft"
        return ReleaseRecord(
            method="Dilca",
            parameters=self.get_params(),
            columns=names,
            guarantee=self.guarantee,
            schema=None if schema is None else schema.fingerprint(),
            schema_source=source,
            seeded=False,
            notes=("Not private: these are exact functions of the records.", *notes),
            version=__version__,
        )


def _bin_notes(codings: Mapping[str, Coding]) -> tuple[str, ...]:
    observed = [name for name, coding in codings.items() if coding.observed]
    if not observed:
        return ()
    return (f"Values or bins of numbers were found in the records: {', '.join(observed)}.",)
