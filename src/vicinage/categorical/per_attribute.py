"""Each column by itself, each at the full price: how the papers account."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from vicinage.categorical.context_tables import ContextTables
from vicinage.categorical.pair_counts import PairCounts
from vicinage.categorical.selection_first import SelectionFirst

__all__ = ["PerAttribute"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PerAttribute:
    """One query for each column, that shares nothing with the others.

    It serves the comparison with figures that are stated per column: the total loss is the sum.

    Parameters
    ----------
    queries : tuple of SelectionFirst
        Each with one target.
    """

    queries: tuple[SelectionFirst, ...]

    def release(self, counts: PairCounts) -> Mapping[str, ContextTables]:
        """Spend the loss of each query; the result is safe to publish."""
        released: dict[str, ContextTables] = {}
        for query in self.queries:
            released |= query.release(counts)
        return released

    @property
    def description(self) -> str:
        """The mechanisms in words."""
        return f"for each column by itself: {self.queries[0].description}"

    def as_dict(self) -> dict[str, Any]:
        """Return the public settings, fit for JSON."""
        return {**self.queries[0].as_dict(), "design": "per_attribute"}
