"""Distances between the values of categorical columns, with differential privacy."""

from collections.abc import Sequence
from typing import Any, Self

from vicinage._version import __version__
from vicinage.categorical.column_choice import check_columns
from vicinage.categorical.distance_estimator import DistanceEstimator
from vicinage.categorical.parameters import check_epsilon, check_noise, check_seed, check_share
from vicinage.categorical.private_plan import PrivatePlan
from vicinage.categorical.selection import SCORES
from vicinage.engines import Engine, QueryParts, open_query
from vicinage.ledger import PrivacyLedger, charged, check_ledger
from vicinage.mechanisms import rho_of
from vicinage.parameters import check_choice, check_flag, check_whole_number
from vicinage.privacy import ZCDP, Amount, Budget, Loss, PureDP, QueryRecord, exact_sum
from vicinage.schema import Schema
from vicinage.table import QueryTable

__all__ = ["DPDilca"]


class DPDilca(DistanceEstimator):
    """Distances between the values of categorical columns, with differential privacy.

    The distances are those of :class:`~vicinage.Dilca` with the context "K", learned from pair
    tables with noise. One budget pays for all columns together.

    Parameters
    ----------
    epsilon : Decimal, str, int or float
        What everything may cost: above 0, and at most 50. It has no default.
    delta : Decimal, str, int or float, optional
        Between 0 and 1, far below 1 / n_rows. With one the noise is Gaussian and much smaller.
    k : int, default 3
        How many columns the context of a column has.
    columns : sequence of str, optional
        At least two columns to learn from and for, with declared categories, levels or bounds. By
        default all but texts and those with a special role (key, identifier, stratum, weight,
        household, ignored).
    n_bins : int, default 5
        How many bins of equal width, up to 10,000, the declared bounds of numbers and dates are
        cut into where the schema declares no edges.
    selection_share : float, optional
        What the choice of contexts may take of the budget, between 0 and 1. By default 0.5 where
        all pair tables are measured first, and 0.3 where contexts are selected first.
    noise : {"auto", "laplace", "gaussian"}, default "auto"
        "gaussian" needs a delta, "laplace" has none. "auto" is the one that the delta tells.
    score : {"auto", "conditional_entropy", "l1"}, default "auto"
        What contexts are selected by, where they are selected first.
    per_attribute : bool, default False
        Learn each column by itself, at `epsilon` each, so that the total is their sum: for
        comparison with figures that are stated in this way.
    ledger : Ledger
        Charged before anything is computed. ``Ledger.unlimited()`` does without, by name.
    analyst : str, optional
        For whom the answer is.
    allow_large_epsilon : bool, default False
        Allow an epsilon above 50, which promises nothing.
    allow_large : bool, default False
        Allow columns of more than 2,000 levels, and pairs of more than 50 million cells.
    seed : None
        The noise cannot be repeated; anything but None is refused.

    Attributes
    ----------
    contexts_ : dict of str to list of str
    distances_ : dict of str to ndarray of float64 of shape (n_values, n_values)
        From 0 to 1, symmetric, 0 on the diagonal, and Euclidean: whatever the noise.
    categories_ : dict of str to list of str
        What the rows and columns of a matrix stand for; from the schema.
    columns_ : dict of str to ColumnDistances
    record_ : QueryRecord
        How the distances were learned and what they cost; public.
    loss_ : PureDP, ApproxDP or ZCDP
        What the ledger was charged: rho, where it counts in zCDP and there is a delta.

    Notes
    -----
    **Privacy.** Differential privacy for the replacement of one record; the number of rows, the
    schema and all parameters are public. A missing cell, or a label outside the list, counts as
    the schema declares; where it does not, as a null, which has a place of its own in the tables.
    Whatever the cells are, the form, the charge and the messages of the answer are the same. Time
    is not protected. Points made by :meth:`transform` show the records, and are private.

    **Cost.** One pass for the pair tables, and about 20 microseconds for each cell of each.

    References
    ----------
    E. Battaglia, S. Celano, R. G. Pensa, "Differentially private distance learning in categorical
    data", DMKD 35 (2021). Designs and shrinkage are this library's: docs/explanation/dp-dilca.md.

    Examples
    --------
    >>> import pyarrow as pa
    >>> from vicinage import Categorical, Ledger, Schema
    >>> people = pa.table({"job": ["nurse", "cook", "driver"] * 40,
    ...     "sector": ["health", "food", "transport"] * 40})
    >>> schema = Schema({"job": Categorical(("cook", "driver", "nurse")),
    ...     "sector": Categorical(("food", "health", "transport"))})
    >>> learner = DPDilca(epsilon=1, ledger=Ledger.unlimited()).fit(people, schema=schema)
    >>> learner.distances_["job"].shape, learner.loss_
    ((3, 3), PureDP(epsilon=Decimal('1')))
    """

    record_: QueryRecord
    schema_: Schema
    loss_: Loss

    def __init__(
        self,
        *,
        epsilon: Amount,
        ledger: PrivacyLedger,
        delta: Amount | None = None,
        k: int = 3,
        columns: Sequence[str] | None = None,
        n_bins: int = 5,
        selection_share: float | None = None,
        noise: str = "auto",
        score: str = "auto",
        per_attribute: bool = False,
        analyst: str | None = None,
        allow_large_epsilon: bool = False,
        allow_large: bool = False,
        seed: None = None,
    ) -> None:
        self.epsilon = epsilon
        self.ledger = ledger
        self.delta = delta
        self.k = k
        self.columns = columns
        self.n_bins = n_bins
        self.selection_share = selection_share
        self.noise = noise
        self.score = score
        self.per_attribute = per_attribute
        self.analyst = analyst
        self.allow_large_epsilon = allow_large_epsilon
        self.allow_large = allow_large
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
            Public, with the categories, levels or bounds of the columns.
        engine : Engine, optional
            Who reads and counts the files, each by itself; noise is drawn here. The answer has
            the same law as that for all rows in one table.

        Raises
        ------
        ParameterError, SchemaError, TableError, LedgerError, BudgetError
            Before the charge, which leaves no trace.
        FailedError
            After the charge, which stays.
        """
        budget = self.check()
        table = open_query(frame, schema, engine)
        plan = self._plan(table, budget)
        record = self._record(table, plan, budget)
        digest = table.digest(self.ledger.data_set_key)
        request = {"method": record.method, "parameters": dict(record.parameters)}
        with charged(self.ledger, digest, record.loss, request, self.analyst) as reservation:
            learned = plan.release(table)
            columns = {name: column.as_dict() for name, column in learned.items()}
            self.ledger.settle(reservation, {**record.as_dict(), "answer": columns})
        self.columns_, self.schema_ = learned, table.schema
        self.record_, self.loss_ = record, record.loss
        return self

    def quote(
        self, frame: Any, schema: Schema | None = None, *, engine: Engine | None = None
    ) -> Loss:
        """Return what :meth:`fit` would charge, after all its checks. It costs nothing."""
        budget = self.check()
        return self._charge(budget, self._plan(open_query(frame, schema, engine), budget))

    def check(self) -> Budget:
        """Refuse parameters that no table could make right; return what may be spent."""
        budget = Budget.of(self.epsilon, self.delta, allow_large_epsilon=self.allow_large_epsilon)
        check_epsilon(budget.epsilon)
        for name in ("per_attribute", "allow_large"):
            check_flag(name, getattr(self, name))
        check_whole_number("k", self.k)
        check_whole_number("n_bins", self.n_bins, at_most=10_000)
        check_choice("score", self.score, ("auto", *SCORES))
        check_share(self.selection_share)
        check_noise(self.noise, self.delta, per_attribute=self.per_attribute)
        check_columns(self.columns)
        check_seed(self.seed)
        check_ledger(self.ledger)
        return budget

    def as_dict(self) -> dict[str, Any]:
        """Return record, categories, contexts and distances as plain values, ready for JSON."""
        return {"privacy": "differential privacy; see the record", **super().as_dict()}

    def _table(self, frame: Any, schema: Schema | None) -> QueryTable:
        declared = schema or self.schema_
        return QueryTable.of(frame, declared.in_order(self.columns_))  # as fit reads

    def _plan(self, table: QueryTable | QueryParts, budget: Budget) -> PrivatePlan:
        return PrivatePlan.of(
            table,
            columns=self.columns,
            n_bins=int(self.n_bins),
            k=int(self.k),
            loss=budget.pure if budget.delta is None else rho_of(budget.approximate),
            selection_share=self.selection_share,
            score=self.score,
            per_attribute=self.per_attribute,
            allow_large=self.allow_large,
        )

    def _charge(self, budget: Budget, plan: PrivatePlan) -> Loss:
        """Return the total loss, in the terms in which the ledger counts it least."""
        if budget.delta is None:
            n_charges = len(plan.codings) if self.per_attribute else 1
            return PureDP(exact_sum([budget.epsilon] * n_charges))
        loss = budget.approximate
        return rho_of(loss) if self.ledger.composition == "zcdp" else loss

    def _record(
        self, table: QueryTable | QueryParts, plan: PrivatePlan, budget: Budget
    ) -> QueryRecord:
        schema, loss = table.schema, self._charge(budget, plan)
        notes = [*plan.notes(schema), *budget.notes(table.n_rows)]
        if isinstance(loss, ZCDP):
            notes.append(
                f"Charged as rho, which implies epsilon {budget.epsilon:f} at delta "
                f"{budget.delta:f}."
            )
        return QueryRecord(
            method="DPDilca",
            parameters={
                "columns": list(plan.codings),
                "left_out": plan.left_out(schema),
                "k": int(self.k),
                "n_bins": int(self.n_bins),
                **plan.design.as_dict(),
            },
            mechanism=plan.design.description,
            loss=loss,
            n_rows=table.n_rows,
            schema=schema.fingerprint(),
            notes=tuple(notes),
            version=__version__,
        )
