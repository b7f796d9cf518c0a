"""How many outliers there are, with differential privacy. Proof: ``count.proof.md``."""

from collections.abc import Sequence
from numbers import Integral
from typing import Any, Self

from sklearn.base import BaseEstimator

from vicinage._version import __version__
from vicinage.engines import Engine, QueryParts, open_query
from vicinage.errors import ParameterError
from vicinage.ledger import PrivacyLedger, charged, check_ledger
from vicinage.outliers.count_mechanism import MECHANISMS, CountMechanism
from vicinage.outliers.measurement import Measurement, check_columns, check_measurement
from vicinage.outliers.metric import CategoryMetric, check_metric
from vicinage.outliers.notes import metric_notes, metric_settings, schema_notes
from vicinage.outliers.parameters import check_below, check_seed, whole_numbers
from vicinage.outliers.slabs import placed
from vicinage.parameters import check_choice, check_flag
from vicinage.privacy import Amount, ApproxDP, Budget, PureDP, QueryRecord
from vicinage.schema import Schema
from vicinage.table import QueryTable

__all__ = ["OutlierCount"]


class OutlierCount(BaseEstimator):  # type: ignore[misc]
    """Count the records that have few neighbours, with differential privacy.

    A record is an outlier if fewer than `min_neighbors` other records lie within `radius` of it,
    at the distance ``sqrt(sum((x - y) ** 2) / m)`` over the m coordinates of the columns: one for
    each number, and with a metric as many for each categorical column as its points have.

    Parameters
    ----------
    columns : sequence of str
        Numbers, dates (days) or ordinals (ranks), with declared bounds; with a metric, categories.
    min_neighbors : int or sequence of int, default 10
        At least 1 and below the number of rows. Several values are several counts in one request:
        `epsilon` (and `delta`) is their total, split evenly.
    radius : float, default 0.1
        The ball is closed. At least a millionth of the declared range.
    epsilon : Decimal, str, int or float
        What the whole request may cost: above 0, and at most 50. It has no default.
    delta : Decimal, str, int or float, optional
        Between 0 and 1; for the mechanism "smooth" only. With "auto" it is an allowance that is
        left unspent, since that needs none.
    mechanism : {"auto", "smooth-inverse", "inverse", "global", "smooth"}, default "auto"
        "smooth-inverse" and "inverse": an answer from 0 to the number of rows, the likelier the
        fewer records must be replaced for it to be true. "global": noise for the worst table
        there could be; its size is public. "smooth": noise for the tables near this one, at the
        price of a delta. "auto" is "smooth-inverse", which has the least error.
    scaling : {"bounds", "none"}, default "bounds"
        Whether `radius` is a share of the declared ranges, or in the columns' own units.
    metric : CategoryMetric, optional
        Where categories lie, such as ``LearnedMetric.of(DPDilca(...).fit(...))``. It must be public
        or paid for, by a charge of its own that adds to this one's. For scaling "bounds" only.
    ledger : Ledger
        Charged before anything is computed. ``Ledger.unlimited()`` does without, by name.
    analyst : str, optional
        For whom the answer is.
    clamp : bool, default False
        Cut the answer to the range from 0 to the number of rows, which biases it.
    allow_large_epsilon : bool, default False
        Allow an epsilon above 50, which promises nothing.
    seed : None
        The noise cannot be repeated; anything but None is refused.

    Attributes
    ----------
    count_ : int or list of int
        The noisy count, or counts in the order of `min_neighbors`. Safe to publish.
    record_ : dict
        How the answer was made and what it cost; public.
    loss_ : PureDP or ApproxDP
        What the ledger was charged.

    Notes
    -----
    **Privacy.** Differential privacy for the replacement of one record; the number of rows is
    public. A cell outside its bounds counts as the bound, and a row with a missing cell is in no
    neighbourhood and no outlier, unless the schema declares what stands in its place: whatever
    the cells are, the form, the charge and the messages of the answer are the same. Time is not
    protected.

    **Cost.** That of the neighbours, and of the sensitivity profile but for "global".

    References
    ----------
    R. Okada, K. Fukuchi, K. Kakizaki, J. Sakuma, "Differentially Private Analysis of Outliers",
    ECML-PKDD 2015 (definitions, "global" and "smooth"); H. Asi, J. Duchi, "Instance-optimality in
    differential privacy via approximate inverse sensitivity mechanisms", NeurIPS 2020 ("inverse");
    for "smooth-inverse" see :class:`vicinage.mechanisms.SmoothInverse`.

    Examples
    --------
    >>> import pyarrow as pa
    >>> from vicinage import Ledger, Numeric, Schema
    >>> people = pa.table({"age": [20, 21, 22, 23, 24, 25, 26, 27, 90]})
    >>> counter = OutlierCount(
    ...     columns=["age"], min_neighbors=2, epsilon="0.5", ledger=Ledger.unlimited()
    ... )
    >>> answer = counter.fit(people, schema=Schema({"age": Numeric(0, 120)}))
    >>> type(answer.count_), answer.loss_
    (<class 'int'>, PureDP(epsilon=Decimal('0.5')))
    """

    count_: int | list[int]
    record_: dict[str, Any]
    loss_: PureDP | ApproxDP

    def __init__(
        self,
        *,
        columns: Sequence[str],
        epsilon: Amount,
        ledger: PrivacyLedger,
        min_neighbors: int | Sequence[int] = 10,
        radius: float = 0.1,
        delta: Amount | None = None,
        mechanism: str = "auto",
        scaling: str = "bounds",
        metric: CategoryMetric | None = None,
        analyst: str | None = None,
        clamp: bool = False,
        allow_large_epsilon: bool = False,
        seed: None = None,
    ) -> None:
        self.columns = columns
        self.epsilon = epsilon
        self.ledger = ledger
        self.min_neighbors = min_neighbors
        self.radius = radius
        self.delta = delta
        self.mechanism = mechanism
        self.scaling = scaling
        self.metric = metric
        self.analyst = analyst
        self.clamp = clamp
        self.allow_large_epsilon = allow_large_epsilon
        self.seed = seed

    def fit(
        self, frame: Any, schema: Schema | None = None, *, engine: Engine | None = None
    ) -> Self:
        """Charge the ledger, count, and release.

        Parameters
        ----------
        frame : frame of pandas, polars or pyarrow, path of a file, or QueryTable
            Private. For a ledger with a budget it must be registered. For an engine a list of
            files.
        schema : Schema
            Public, with the bounds of the columns.
        engine : Engine, optional
            Who reads the files and counts, in slabs along the first of the columns, with halos;
            noise is drawn here. The answer has the same law as that for all rows in one table.

        Raises
        ------
        ParameterError, SchemaError, TableError, LedgerError, BudgetError
            Before the charge, which leaves no trace.
        FailedError
            After the charge, which stays.
        """
        budget = self._check()
        table = open_query(frame, schema, engine)
        measurement, mechanisms = self._plan(table, budget)
        loss = self._loss(budget)
        digest = table.digest(self.ledger.data_set_key)
        request = {
            "method": "OutlierCount",
            "parameters": self._parameters(measurement, mechanisms),
        }
        with charged(self.ledger, digest, loss, request, self.analyst) as reservation:
            with placed(table, measurement) as points:
                released = [each.release(points, measurement.reach) for each in mechanisms]
            drawn = [answer.value for answer in released]
            counts = [min(max(count, 0), table.n_rows) for count in drawn] if self.clamp else drawn
            record = self._record(table, budget, measurement, mechanisms)
            self.ledger.settle(reservation, {**record, "answer": counts})
        self.count_ = counts[0] if isinstance(self.min_neighbors, Integral) else counts
        self.record_ = record
        self.loss_ = loss
        return self

    def quote(
        self, frame: Any, schema: Schema | None = None, *, engine: Engine | None = None
    ) -> PureDP | ApproxDP:
        """Return what :meth:`fit` would charge, after all its checks. It costs nothing."""
        budget = self._check()
        self._plan(open_query(frame, schema, engine), budget)
        return self._loss(budget)

    def _check(self) -> Budget:
        """Refuse what no table could make right."""
        budget = Budget.of(self.epsilon, self.delta, allow_large_epsilon=self.allow_large_epsilon)
        check_choice("mechanism", self.mechanism, MECHANISMS)
        if self.mechanism == "smooth" and budget.delta is None:
            raise ParameterError(
                "delta must be given for mechanism 'smooth', got None; a delta far below "
                "1 / n_rows is usual, and mechanism='auto' needs none"
            )
        if self.mechanism not in ("auto", "smooth") and budget.delta is not None:
            raise ParameterError(
                f"delta must be left out for mechanism {self.mechanism!r}, which needs none, got "
                f"{self.delta!r}"
            )
        whole_numbers("min_neighbors", self.min_neighbors)
        check_measurement(self.radius, self.scaling)
        check_metric(self.metric, self.scaling, private=True)
        check_flag("clamp", self.clamp)
        check_seed(self.seed)
        check_ledger(self.ledger)
        return budget

    def _plan(
        self, table: QueryTable | QueryParts, budget: Budget
    ) -> tuple[Measurement, tuple[CountMechanism, ...]]:
        """Settle everything that is public, and refuse what does not fit the table."""
        numbers = whole_numbers("min_neighbors", self.min_neighbors)
        check_below("min_neighbors", max(numbers), table.n_rows)
        columns = check_columns(table.schema, self.columns, self.metric)
        public = table.blank if isinstance(table, QueryParts) else table
        measurement = Measurement.of(
            public, columns, radius=self.radius, scaling=self.scaling, metric=self.metric
        )
        mechanisms = tuple(
            CountMechanism.of(
                self.mechanism,
                k=k,
                n_coordinates=measurement.n_coordinates,
                n_rows=table.n_rows,
                budget=share,
            )
            for k, share in zip(numbers, budget.shares(len(numbers)), strict=True)
        )
        return measurement, mechanisms

    def _loss(self, budget: Budget) -> PureDP | ApproxDP:
        return budget.approximate if self.mechanism == "smooth" else budget.pure

    def _parameters(
        self, measurement: Measurement, mechanisms: Sequence[CountMechanism]
    ) -> dict[str, Any]:
        return {
            "columns": list(measurement.columns),
            "min_neighbors": [mechanism.k for mechanism in mechanisms],
            **measurement.as_dict(),
            "metric": metric_settings(self.metric, measurement),
            "mechanism": [mechanism.name for mechanism in mechanisms],
            "shares": [mechanism.noise.loss.as_dict() for mechanism in mechanisms],
            "clamp": self.clamp,
        }

    def _record(
        self,
        table: QueryTable | QueryParts,
        budget: Budget,
        measurement: Measurement,
        mechanisms: Sequence[CountMechanism],
    ) -> dict[str, Any]:
        loss = self._loss(budget)
        notes = [*schema_notes(table.schema), *budget.notes(table.n_rows)]
        notes += metric_notes(self.metric, measurement, loss)
        if self.delta is not None and self.mechanism == "auto":
            notes.append("The delta was left unspent: the mechanism chosen needs none.")
        if self.clamp:
            notes.append("Cut to the range from 0 to the number of rows, which biases the answer.")
        return QueryRecord(
            method="OutlierCount",
            parameters=self._parameters(measurement, mechanisms),
            mechanism="; ".join(dict.fromkeys(each.description for each in mechanisms)),
            loss=loss,
            n_rows=table.n_rows,
            schema=table.schema.fingerprint(),
            accuracy=_accuracy(mechanisms),
            notes=tuple(notes),
            version=__version__,
        ).as_dict()


def _accuracy(mechanisms: Sequence[CountMechanism]) -> str | None:
    """Say how far off each count may be; None unless that is public for all."""
    stated = [mechanism.accuracy for mechanism in mechanisms]
    return "; ".join(text for text in stated if text) if all(stated) else None
