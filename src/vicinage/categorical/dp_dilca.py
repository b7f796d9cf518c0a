"""Distances between the values of categorical columns, with differential privacy."""

import numbers
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Self

from vicinage._version import __version__
from vicinage.categorical.coding import Coding, coding_of
from vicinage.categorical.column_choice import check_columns, learned_columns
from vicinage.categorical.column_distances import ColumnDistances
from vicinage.categorical.design import Design
from vicinage.categorical.design_choice import chosen_design
from vicinage.categorical.distance_estimator import DistanceEstimator
from vicinage.categorical.domain import Domain
from vicinage.categorical.limits import check_cells, check_limits
from vicinage.categorical.selection import SCORES
from vicinage.errors import ParameterError
from vicinage.ledger import PrivacyLedger, charged
from vicinage.mechanisms import rho_of
from vicinage.privacy import Amount, ApproxDP, PureDP, QueryRecord, amount
from vicinage.schema import Schema
from vicinage.table import QueryTable

__all__ = ["DPDilca"]

_NOISES = ("auto", "laplace", "gaussian")
_LARGEST = 50
_MOST_ROWS = 2_000_000_000  # scores beyond would leave 64 bits


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
        How many bins of equal width the declared bounds of numbers and dates are cut into where
        the schema declares no edges.
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
    loss_ : PureDP or ApproxDP
        What the ledger was charged.

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
    loss_: PureDP | ApproxDP

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

    def fit(self, frame: Any, schema: Schema | None = None) -> Self:
        """Charge the ledger, count, and release.

        Parameters
        ----------
        frame : frame of pandas, polars or pyarrow, path of a file, or QueryTable
            Private. For a ledger with a budget it must be registered.
        schema : Schema
            Public, with the categories, levels or bounds of the columns.

        Raises
        ------
        ParameterError, SchemaError, TableError, LedgerError, BudgetError
            Before the charge, which leaves no trace.
        FailedError
            After the charge, which stays.
        """
        self.check()
        table = QueryTable.of(frame, schema)
        codings, domain, design = self._plan(table)
        loss = self._loss(len(codings))
        record = self._record(table, codings, design, loss)
        digest = table.digest(self.ledger.data_set_key)
        request = {"method": record.method, "parameters": dict(record.parameters)}
        with charged(self.ledger, digest, loss, request, self.analyst) as reservation:
            codes = {name: coding.codes(table, name) for name, coding in codings.items()}
            counts = domain.count(codes, allow_large=self.allow_large)
            released = design.release(counts)
            learned = {
                name: ColumnDistances.learn(
                    released[name].tables, name, released[name].context, coding
                )
                for name, coding in codings.items()
            }
            columns = {name: column.as_dict() for name, column in learned.items()}
            self.ledger.settle(reservation, {**record.as_dict(), "answer": columns})
        self.columns_ = learned
        self.schema_ = table.schema
        self.record_ = record
        self.loss_ = loss
        return self

    def quote(self, frame: Any, schema: Schema | None = None) -> PureDP | ApproxDP:
        """Return what :meth:`fit` would charge, after all its checks. It costs nothing."""
        self.check()
        codings, _, _ = self._plan(QueryTable.of(frame, schema))
        return self._loss(len(codings))

    def check(self) -> None:
        """Refuse parameters that no table could make right."""
        epsilon = amount("epsilon", self.epsilon)
        if epsilon > _LARGEST and not self.allow_large_epsilon:
            raise ParameterError(
                f"epsilon must be above 0 and at most {_LARGEST}, got {self.epsilon}; so large an "
                "epsilon promises nothing, and allow_large_epsilon=True asks for it by name"
            )
        if self.delta is not None:
            ApproxDP(epsilon, self.delta)
        self._check_choices()
        self._check_delta()
        if self.seed is not None:
            raise ParameterError(
                f"seed must be left out, got {self.seed!r}; the noise of a private answer cannot "
                "be repeated"
            )
        if not isinstance(self.ledger, PrivacyLedger):
            raise ParameterError(
                f"ledger must be a Ledger, got {self.ledger!r}; Ledger.unlimited() is the way to "
                "do without"
            )
        check_columns(self.columns)

    def as_dict(self) -> dict[str, Any]:
        """Return record, categories, contexts and distances as plain values, ready for JSON."""
        return {"privacy": "differential privacy; see the record", **super().as_dict()}

    def _check_choices(self) -> None:
        for name, allowed in (("noise", _NOISES), ("score", ("auto", *SCORES))):
            value = getattr(self, name)
            if value not in allowed:
                raise ParameterError(f"{name} must be one of {', '.join(allowed)}, got {value!r}")
        for name in ("k", "n_bins"):
            value = getattr(self, name)
            if not isinstance(value, numbers.Integral) or isinstance(value, bool) or value < 1:
                raise ParameterError(f"{name} must be a whole number of at least 1, got {value!r}")
        for name in ("per_attribute", "allow_large_epsilon", "allow_large"):
            if not isinstance(getattr(self, name), bool):
                raise ParameterError(f"{name} must be True or False, got {getattr(self, name)!r}")
        share = self.selection_share
        if share is not None and not (isinstance(share, numbers.Real) and 0 < float(share) < 1):
            raise ParameterError(
                f"selection_share must be above 0 and below 1, got {share!r}; it is the part of "
                "the budget that the choice of contexts may take"
            )

    def _check_delta(self) -> None:
        if self.noise == "gaussian" and self.delta is None:
            raise ParameterError(
                "delta must be given for noise='gaussian', got None; a delta far below 1 / n_rows "
                "is usual, and noise='laplace' needs none"
            )
        if self.delta is not None and (self.noise == "laplace" or self.per_attribute):
            reason = "per_attribute=True" if self.per_attribute else "noise='laplace'"
            raise ParameterError(
                f"delta must be left out for {reason}, which needs none, got {self.delta!r}"
            )

    def _plan(self, table: QueryTable) -> tuple[dict[str, Coding], Domain, Design]:
        """Settle everything that is public, and refuse what does not fit the table."""
        if table.n_rows > _MOST_ROWS:
            raise ParameterError(
                f"frame must have at most {_MOST_ROWS} rows, got {table.n_rows}; give a sample"
            )
        names = learned_columns(table.schema, self.columns)
        codings = {name: coding_of(table, name, self.n_bins) for name in names}
        domain = Domain.of(table, codings)
        check_limits(domain.levels, allow_large=self.allow_large)
        check_cells(domain.sizes, allow_large=self.allow_large)
        loss = self._loss(1)
        design = chosen_design(
            domain,
            n_rows=table.n_rows,
            k=int(self.k),
            loss=rho_of(loss) if isinstance(loss, ApproxDP) else loss,
            share=None if self.selection_share is None else Fraction(str(self.selection_share)),
            score=self.score,
            per_attribute=self.per_attribute,
        )
        return codings, domain, design

    def _loss(self, n_columns: int) -> PureDP | ApproxDP:
        epsilon = amount("epsilon", self.epsilon)
        if self.delta is not None:
            return ApproxDP(epsilon, self.delta)
        return PureDP(epsilon * n_columns if self.per_attribute else epsilon)

    def _record(
        self,
        table: QueryTable,
        codings: Mapping[str, Coding],
        design: Design,
        loss: PureDP | ApproxDP,
    ) -> QueryRecord:
        schema = table.schema
        return QueryRecord(
            method="DPDilca",
            parameters={
                "columns": list(codings),
                "left_out": [name for name in schema.names if name not in codings],
                "k": int(self.k),
                "n_bins": int(self.n_bins),
                **design.as_dict(),
            },
            mechanism=design.description,
            loss=loss,
            n_rows=table.n_rows,
            schema=schema.fingerprint(),
            notes=tuple(_notes(schema, codings, loss, table.n_rows)),
            version=__version__,
        )


def _notes(
    schema: Schema, codings: Mapping[str, Coding], loss: PureDP | ApproxDP, n_rows: int
) -> Iterator[str]:
    if not schema.public:
        yield (
            "The schema is not marked public: the guarantee holds only if its categories, bounds "
            "and edges were chosen without looking at the data."
        )
    if isinstance(loss, ApproxDP) and loss.delta * n_rows > 1:
        yield (
            f"WARNING: delta {loss.delta:f} is above 1 / n_rows: it would allow to publish a whole "
            "record of somebody."
        )
    left_out = [name for name in schema.names if name not in codings]
    if left_out:
        yield f"Left out, by role, kind or choice: {', '.join(left_out)}."
