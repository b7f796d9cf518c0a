"""What a private design must offer, and how contexts are read off released tables."""

from collections.abc import Mapping
from typing import Any, Protocol

from vicinage.categorical.association import association_matrix, mutual_information
from vicinage.categorical.context import most_informative
from vicinage.categorical.context_tables import ContextTables
from vicinage.categorical.pair_counts import PairCounts

__all__ = ["Design", "strongest_contexts"]


class Design(Protocol):
    """A way to spend one total loss on the distances of columns."""

    def release(self, counts: PairCounts) -> Mapping[str, ContextTables]:
        """Draw noise for exact counts of the design's domain, and post-process."""

    def as_dict(self) -> dict[str, Any]:
        """Return the public settings, fit for JSON."""

    @property
    def description(self) -> str:
        """The mechanisms in words, with the range of their public scales."""


def strongest_contexts(tables: PairCounts, k: int) -> dict[str, tuple[str, ...]]:
    """Return for each column the `k` others of largest mutual information."""
    names = list(tables.levels)
    contexts = most_informative(association_matrix(tables, mutual_information), k)
    return {
        name: tuple(names[c] for c in context)
        for name, context in zip(names, contexts, strict=True)
    }
