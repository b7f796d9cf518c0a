"""The usual statistics of a column, with differential privacy."""

from collections.abc import Callable, Sequence
from typing import Any, Self

from sklearn.base import BaseEstimator

from vicinage._version import __version__
from vicinage.errors import ParameterError
from vicinage.integral.dp_answers import PrivateColumn
from vicinage.integral.statistic import Statistic, parse_statistics
from vicinage.ledger import PrivacyLedger, charged, check_ledger
from vicinage.names import did_you_mean
from vicinage.privacy import Amount, Budget, PureDP, QueryRecord
from vicinage.schema import Numeric, Schema
from vicinage.table import QueryTable

__all__ = ["DPStatistics"]

_LARGEST_BOUND = 1e100  # so that squares of ranges, and sums, have a float

_ANSWERS: dict[str, Callable[[PrivateColumn, PureDP], float]] = {
    "sum": PrivateColumn.total,
    "mean": PrivateColumn.mean,
    "variance": PrivateColumn.variance,
    "sd": PrivateColumn.sd,
    "iqr": PrivateColumn.iqr,
}


class DPStatistics(BaseEstimator):  # type: ignore[misc]  # scikit-learn is untyped
    """Statistics of one column with differential privacy, to compare with integral privacy.

    Parameters
    ----------
    statistics : sequence of str or float
        "sum", "mean", "median", "variance" (divisor n - 1), "sd", "iqr", "min", "max",
        "quantile:0.9" or 0.9. (The count is public.)
    column : str
        Numeric, with declared bounds and a declared `fill` for missing cells, and without codes
        for cells that do not apply.
    epsilon : Decimal, str, int or float
        What all statistics together may cost, split evenly: above 0, and at most 50. It has no
        default.
    ledger : Ledger
        Charged before anything is computed. ``Ledger.unlimited()`` does without, by name.
    analyst : str, optional
        For whom the answer is.
    allow_large_epsilon : bool, default False
        Allow an epsilon above 50, which promises nothing.

    Attributes
    ----------
    results_ : dict of str to float
        Safe to publish. Sums and means may lie outside the bounds.
    record_ : dict
        How the answers were made and what they cost; public.
    loss_ : PureDP
        What the ledger was charged.

    Notes
    -----
    **Privacy.** Differential privacy for the replacement of one record; the number of rows is
    public. A cell outside its bounds counts as the bound, a missing one as the fill. Sum, mean and
    variance carry integer Laplace noise for the worst table; quantiles are chosen by
    permute-and-flip among 1,024 cells of the range, so the least and the largest value are far
    from sharp. The noise cannot be repeated.

    **Cost.** One pass for each statistic.

    References
    ----------
    A. Smith, "Privacy-preserving statistical estimation with optimal convergence rates", STOC 2011
    (quantiles by the exponential mechanism).

    Examples
    --------
    >>> import pyarrow as pa
    >>> from vicinage import Column, Ledger, Numeric, Schema
    >>> people = pa.table({"age": list(range(20, 70)) * 20})
    >>> schema = Schema([Column("age", Numeric(0, 120), fill="40")])
    >>> answer = DPStatistics(
    ...     statistics=["mean", "median"], column="age", epsilon=2, ledger=Ledger.unlimited()
    ... ).fit(people, schema)
    >>> list(answer.results_), answer.loss_
    (['mean', 'median'], PureDP(epsilon=Decimal('2')))
    """

    results_: dict[str, float]
    record_: dict[str, Any]
    loss_: PureDP

    def __init__(
        self,
        *,
        statistics: Sequence[str | float],
        column: str,
        epsilon: Amount,
        ledger: PrivacyLedger,
        analyst: str | None = None,
        allow_large_epsilon: bool = False,
    ) -> None:
        self.statistics = statistics
        self.column = column
        self.epsilon = epsilon
        self.ledger = ledger
        self.analyst = analyst
        self.allow_large_epsilon = allow_large_epsilon

    def fit(self, frame: Any, schema: Schema | None = None) -> Self:
        """Charge the ledger, compute, and release.

        Parameters
        ----------
        frame : frame of pandas, polars or pyarrow, path of a file, or QueryTable
            Private. For a ledger with a budget it must be registered.
        schema : Schema
            Public, with bounds and fill of the column.

        Raises
        ------
        ParameterError, SchemaError, TableError, LedgerError, BudgetError
            Before the charge, which leaves no trace.
        FailedError
            After the charge, which stays.
        """
        budget = Budget.of(self.epsilon, None, allow_large_epsilon=self.allow_large_epsilon)
        statistics = _private_statistics(self.statistics)
        check_ledger(self.ledger)
        table = QueryTable.of(frame, schema)
        lower, upper = _bounds(table, self.column)
        record = self._record(table, budget, statistics, (lower, upper)).as_dict()
        digest = table.digest(self.ledger.data_set_key)
        request = {"method": record["method"], "parameters": record["parameters"]}
        with charged(self.ledger, digest, budget.pure, request, self.analyst) as reservation:
            column = PrivateColumn.of(table.numbers(self.column), lower, upper)
            results = {
                one.name: _answer(one, column, share.pure)
                for one, share in zip(statistics, budget.shares(len(statistics)), strict=True)
            }
            self.ledger.settle(reservation, {**record, "answer": results})
        self.results_, self.record_, self.loss_ = results, record, budget.pure
        return self

    def _record(
        self,
        table: QueryTable,
        budget: Budget,
        statistics: Sequence[Statistic],
        bounds: tuple[float, float],
    ) -> QueryRecord:
        draft = "The bounds are those of a schema that is not declared public."
        shares = budget.shares(len(statistics))
        return QueryRecord(
            method="DPStatistics",
            parameters={
                "statistics": [one.name for one in statistics],
                "column": self.column,
                "bounds": list(bounds),
                "shares": [share.pure.as_dict() for share in shares],
            },
            mechanism="integer Laplace noise; quantiles by permute-and-flip among 1024 cells",
            loss=budget.pure,
            n_rows=table.n_rows,
            schema=table.schema.fingerprint(),
            notes=() if table.schema.public else (draft,),
            version=__version__,
        )


def _private_statistics(options: object) -> tuple[Statistic, ...]:
    """Parse statistics, and refuse those without a private counterpart."""
    statistics = parse_statistics(options)
    for one in statistics:
        if one.name not in _ANSWERS and not one.located:
            raise ParameterError(
                f"statistics must be {', '.join(_ANSWERS)} or quantiles for a private answer, got "
                f"{one.name}; the number of rows is public, and functions of your own have no "
                "known sensitivity"
            )
    return statistics


def _answer(statistic: Statistic, column: PrivateColumn, loss: PureDP) -> float:
    if statistic.name in _ANSWERS:
        return _ANSWERS[statistic.name](column, loss)
    return column.quantile(statistic.shares[0], loss)


def _bounds(table: QueryTable, name: str) -> tuple[float, float]:
    """Return the declared bounds of a column whose every cell is a number."""
    if name not in table.schema:
        names = table.schema.names
        raise ParameterError(
            f"column must be in the schema, got {name!r}{did_you_mean(name, names)}"
        )
    column = table.schema[name]
    if not isinstance(column.kind, Numeric):
        raise ParameterError(f"column must be numeric, got {name!r}, which is {column.kind.label}")
    if column.fill is None:
        raise ParameterError(
            f"column must have a declared fill, got none for {name!r}; without one, how many cells "
            "are missing would have to be paid for"
        )
    if column.not_applicable:
        raise ParameterError(
            f"column must have a value in every record, got {name!r}, which declares cells that do "
            "not apply; how many those are would have to be paid for"
        )
    if table.n_rows < 2:
        raise ParameterError(f"frame must have at least 2 rows, got {table.n_rows}")
    lower, upper = table.bounds(name)
    if not lower / 2 < upper / 2 or max(-lower, upper) > _LARGEST_BOUND:
        raise ParameterError(
            f"column must have bounds that are apart and below {_LARGEST_BOUND:g} in size, got "
            f"({lower:g}, {upper:g}) for {name!r}; change the unit"
        )
    return lower, upper
