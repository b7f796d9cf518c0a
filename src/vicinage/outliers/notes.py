"""What a reader of an answer must know, in sentences that hold no data."""

from collections.abc import Iterator

from vicinage.outliers.budget import Budget
from vicinage.schema import Schema

__all__ = ["budget_notes", "schema_notes"]


def schema_notes(schema: Schema) -> Iterator[str]:
    """Say when nobody has declared the bounds public."""
    if not schema.public:
        yield (
            "The schema is not marked public: the guarantee holds only if its bounds were chosen "
            "without looking at the data."
        )


def budget_notes(budget: Budget, n_rows: int) -> Iterator[str]:
    """Say when a delta allows to expose somebody."""
    if budget.delta is not None and budget.delta * n_rows > 1:
        yield (
            f"WARNING: delta {budget.delta:f} is above 1 / n_rows: it would allow to publish a "
            "whole record of somebody."
        )
