"""What a private answer will do, settled before its charge."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import add
from typing import Self

from vicinage.categorical.coding import Coding, coding_of
from vicinage.categorical.column_choice import learned_columns
from vicinage.categorical.column_distances import ColumnDistances
from vicinage.categorical.design import Design
from vicinage.categorical.design_choice import chosen_design
from vicinage.categorical.domain import Domain
from vicinage.categorical.limits import check_cells, check_limits
from vicinage.categorical.pair_counts import PairCounts
from vicinage.engines import QueryParts
from vicinage.errors import ParameterError
from vicinage.privacy import ZCDP, PureDP
from vicinage.schema import Schema
from vicinage.table import QueryTable

__all__ = ["PrivatePlan"]

_MOST_ROWS = 2_000_000_000  # scores beyond would leave 64 bits


@dataclass(frozen=True, slots=True, kw_only=True)
class PrivatePlan:
    """The columns, their values and the design, by public numbers only.

    Parameters
    ----------
    codings : mapping of str to Coding
        How the cells of each column are read.
    domain : Domain
    design : Design
    """

    codings: Mapping[str, Coding]
    domain: Domain
    design: Design

    @classmethod
    def of(
        cls,
        table: QueryTable | QueryParts,
        *,
        columns: Sequence[str] | None,
        n_bins: int,
        k: int,
        loss: PureDP | ZCDP,
        selection_share: float | None,
        score: str,
        per_attribute: bool,
        allow_large: bool,
    ) -> Self:
        """Settle everything; of the table only the schema and the number of rows are looked at.

        Parameters
        ----------
        table : QueryTable or QueryParts
        columns, n_bins, k, selection_share, score, per_attribute, allow_large
            As for :class:`~vicinage.DPDilca`.
        loss : PureDP or ZCDP
            Of all columns together; of each where `per_attribute`.

        Raises
        ------
        ParameterError
            If a parameter does not fit the schema or the number of rows.
        """
        if table.n_rows > _MOST_ROWS:
            raise ParameterError(
                f"frame must have at most {_MOST_ROWS} rows, got {table.n_rows}; give a sample"
            )
        names = learned_columns(table.schema, columns)
        public = table.blank if isinstance(table, QueryParts) else table
        codings = {name: coding_of(public, name, n_bins) for name in names}
        domain = Domain.of(public, codings)
        check_limits(domain.levels, allow_large=allow_large)
        check_cells(domain.sizes, allow_large=allow_large)
        design = chosen_design(
            domain,
            n_rows=table.n_rows,
            k=k,
            loss=loss,
            share=None if selection_share is None else Fraction(str(selection_share)),
            score=score,
            per_attribute=per_attribute,
        )
        return cls(codings=codings, domain=domain, design=design)

    def release(self, table: QueryTable | QueryParts) -> dict[str, ColumnDistances]:
        """Count, and spend the loss: what comes back may be published."""
        count = _Count(self.codings, self.domain)
        counts = table.fold(count, add) if isinstance(table, QueryParts) else count(table)
        released = self.design.release(counts)
        return {
            name: ColumnDistances.learn(released[name].tables, name, released[name].context, coding)
            for name, coding in self.codings.items()
        }

    def notes(self, schema: Schema) -> Iterator[str]:
        """Say which columns were left out, and when nobody has declared the schema public."""
        if not schema.public:
            yield (
                "The schema is not marked public: the guarantee holds only if its categories, "
                "bounds and edges were chosen without looking at the data."
            )
        left_out = self.left_out(schema)
        if left_out:
            yield f"Left out, by role, kind or choice: {', '.join(left_out)}."

    def left_out(self, schema: Schema) -> list[str]:
        """Return the columns of the schema that are not learned."""
        return [name for name in schema.names if name not in self.codings]


@dataclass(frozen=True, slots=True)
class _Count:
    """Counts the pairs of some records; private."""

    codings: Mapping[str, Coding]
    domain: Domain

    def __call__(self, table: QueryTable) -> PairCounts:
        codes = {name: coding.codes(table, name) for name, coding in self.codings.items()}
        return self.domain.count(codes, allow_large=True)  # limits were checked before
