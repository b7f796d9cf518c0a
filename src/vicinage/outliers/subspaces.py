"""Where most outliers are, with differential privacy. Proof: ``subspaces.proof.md``."""

from collections.abc import Sequence
from typing import Any, Self

from sklearn.base import BaseEstimator

from vicinage._version import __version__
from vicinage.errors import ParameterError
from vicinage.ledger import PrivacyLedger, charged, check_ledger
from vicinage.outliers.family import Family
from vicinage.outliers.measurement import Measurement, check_measurement
from vicinage.outliers.notes import schema_notes
from vicinage.outliers.parameters import check_below, check_seed
from vicinage.outliers.subspace_choice import SCORES, SubspaceChoice
from vicinage.parameters import check_choice, check_whole_number
from vicinage.privacy import Amount, Budget, PureDP, QueryRecord
from vicinage.schema import Schema
from vicinage.table import QueryTable

__all__ = ["SubspaceDiscovery"]


class SubspaceDiscovery(BaseEstimator):  # type: ignore[misc]
    """Find the sets of columns in which most records are outliers, with differential privacy.

    Outliers are those of :class:`vicinage.OutlierCount`. The answer names subspaces; how many
    outliers each has is another question, with another price.

    Parameters
    ----------
    min_neighbors : int, default 10
        At least 1 and below the number of rows.
    radius : float, default 0.1
        The ball is closed. At least a millionth of the declared range.
    top : int, default 3
        How many subspaces are named.
    max_size : int, default 3
        Most columns in a subspace. At most 10,000 subspaces can be compared.
    columns : sequence of str, optional
        Columns to combine. By default all numbers, dates and ordinals with declared bounds and
        without a role that sets them apart.
    subspaces : sequence of sequences of str, optional
        The subspaces to compare, in place of all up to `max_size`.
    epsilon : Decimal, str, int or float
        What the whole request may cost: above 0, and at most 50. It has no default.
    score : {"dampened", "count", "gem"}, default "dampened"
        What is compared. "count": the counts, with noise for the worst table there could be, of
        the largest subspace. "gem": each subspace with the noise of its own worst case.
        "dampened": the counts on a scale that the tables near this one set.
    scaling : {"bounds", "none"}, default "bounds"
        Whether `radius` is a share of the declared ranges, or in the columns' own units.
    ledger : Ledger
        Charged before anything is computed. ``Ledger.unlimited()`` does without, by name.
    analyst : str, optional
        For whom the answer is.
    allow_large_epsilon : bool, default False
        Allow an epsilon above 50, which promises nothing.
    seed : None
        The noise cannot be repeated; anything but None is refused.

    Attributes
    ----------
    subspaces_ : list of tuple of str
        The subspaces found, that with most outliers first as far as the noise allows. Safe to
        publish.
    record_ : dict
        How the answer was made and what it cost; public.
    loss_ : PureDP
        What the ledger was charged.

    Notes
    -----
    **Privacy.** As of :class:`vicinage.OutlierCount`: pure differential privacy for the
    replacement of one record, whatever the cells are.

    **Cost.** That of the neighbours in every subspace, and for "dampened" of the sensitivity
    profile of every subspace.

    References
    ----------
    R. Okada, K. Fukuchi, K. Kakizaki, J. Sakuma, "Differentially Private Analysis of Outliers",
    ECML-PKDD 2015; V. Farias et al., "Local Dampening", VLDB 2020 ("dampened");
    S. Raskhodnikova, A. Smith, "Lipschitz Extensions for Node-Private Graph Statistics", FOCS
    2016 ("gem"); R. McKenna, D. Sheldon, "Permute-and-Flip", NeurIPS 2020 (the selection).

    Examples
    --------
    >>> import pyarrow as pa
    >>> from vicinage import Ledger, Numeric, Schema
    >>> table = pa.table({"x": [0, 0, 0, 0, 0, 0, 9, 4], "y": [0, 0, 0, 0, 0, 0, 0, 0]})
    >>> schema = Schema({"x": Numeric(0, 10), "y": Numeric(0, 10)})
    >>> search = SubspaceDiscovery(
    ...     min_neighbors=2, top=1, max_size=1, epsilon=2, ledger=Ledger.unlimited()
    ... )
    >>> len(search.fit(table, schema=schema).subspaces_)
    1
    """

    subspaces_: list[tuple[str, ...]]
    record_: dict[str, Any]
    loss_: PureDP

    def __init__(
        self,
        *,
        epsilon: Amount,
        ledger: PrivacyLedger,
        min_neighbors: int = 10,
        radius: float = 0.1,
        top: int = 3,
        max_size: int = 3,
        columns: Sequence[str] | None = None,
        subspaces: Sequence[Sequence[str]] | None = None,
        score: str = "dampened",
        scaling: str = "bounds",
        analyst: str | None = None,
        allow_large_epsilon: bool = False,
        seed: None = None,
    ) -> None:
        self.epsilon = epsilon
        self.ledger = ledger
        self.min_neighbors = min_neighbors
        self.radius = radius
        self.top = top
        self.max_size = max_size
        self.columns = columns
        self.subspaces = subspaces
        self.score = score
        self.scaling = scaling
        self.analyst = analyst
        self.allow_large_epsilon = allow_large_epsilon
        self.seed = seed

    def fit(self, frame: Any, schema: Schema | None = None) -> Self:
        """Charge the ledger, count in every subspace, and choose.

        Parameters
        ----------
        frame : frame of pandas, polars or pyarrow, path of a file, or QueryTable
            Private. For a ledger with a budget it must be registered.
        schema : Schema
            Public, with the bounds of the columns.

        Raises
        ------
        ParameterError, SchemaError, TableError, LedgerError, BudgetError
            Before the charge, which leaves no trace.
        FailedError
            After the charge, which stays.
        """
        loss = self._check()
        table = QueryTable.of(frame, schema)
        family, measurement, choice = self._plan(table, loss)
        parameters = self._parameters(measurement, family)
        digest = table.digest(self.ledger.data_set_key)
        request = {"method": "SubspaceDiscovery", "parameters": parameters}
        with charged(self.ledger, digest, loss, request, self.analyst) as reservation:
            points = measurement.points(table)
            chosen = choice.release(points, measurement.reach).value
            found = [family.names(member) for member in chosen]
            record = self._record(table, loss, parameters, choice)
            self.ledger.settle(reservation, {**record, "answer": [list(names) for names in found]})
        self.subspaces_ = found
        self.record_ = record
        self.loss_ = loss
        return self

    def quote(self, frame: Any, schema: Schema | None = None) -> PureDP:
        """Return what :meth:`fit` would charge, after all its checks. It costs nothing."""
        loss = self._check()
        self._plan(QueryTable.of(frame, schema), loss)
        return loss

    def _check(self) -> PureDP:
        """Refuse what no table could make right."""
        budget = Budget.of(self.epsilon, None, allow_large_epsilon=self.allow_large_epsilon)
        check_choice("score", self.score, SCORES)
        check_whole_number("min_neighbors", self.min_neighbors)
        check_whole_number("top", self.top)
        check_measurement(self.radius, self.scaling)
        check_seed(self.seed)
        check_ledger(self.ledger)
        return budget.pure

    def _plan(self, table: QueryTable, loss: PureDP) -> tuple[Family, Measurement, SubspaceChoice]:
        """Settle everything that is public, and refuse what does not fit the table."""
        family = Family.of(
            table.schema,
            columns=self.columns,
            max_size=self.max_size,
            subspaces=self.subspaces,
        )
        if self.top > len(family.members):
            raise ParameterError(
                f"top must be at most the number of subspaces, got {self.top} for "
                f"{len(family.members)}; set top={len(family.members)} or less"
            )
        check_below("min_neighbors", self.min_neighbors, table.n_rows)
        measurement = Measurement.of(
            table, family.columns, radius=self.radius, scaling=self.scaling
        )
        choice = SubspaceChoice(
            score=self.score,
            k=self.min_neighbors,
            members=family.members,
            n_rows=table.n_rows,
            top=self.top,
            loss=loss,
        )
        return family, measurement, choice

    def _parameters(self, measurement: Measurement, family: Family) -> dict[str, Any]:
        listed = None
        if self.subspaces is not None:
            listed = [list(family.names(member)) for member in range(len(family.members))]
        return {
            "columns": list(family.columns),
            "min_neighbors": int(self.min_neighbors),
            **measurement.as_dict(),
            "top": int(self.top),
            "max_size": int(self.max_size) if listed is None else None,
            "subspaces": listed,
            "n_subspaces": len(family.members),
            "score": self.score,
        }

    def _record(
        self, table: QueryTable, loss: PureDP, parameters: dict[str, Any], choice: SubspaceChoice
    ) -> dict[str, Any]:
        return QueryRecord(
            method="SubspaceDiscovery",
            parameters=parameters,
            mechanism=choice.description,
            loss=loss,
            n_rows=table.n_rows,
            schema=table.schema.fingerprint(),
            accuracy=choice.accuracy,
            notes=tuple(schema_notes(table.schema)),
            version=__version__,
        ).as_dict()
