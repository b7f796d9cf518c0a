"""What a private design gives for one column."""

from dataclasses import dataclass

from vicinage.categorical.pair_counts import PairCounts

__all__ = ["ContextTables"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextTables:
    """What may be published about one column.

    Parameters
    ----------
    context : tuple of str
    tables : PairCounts
        ContextTables tables of the column with each of its context, made free of negative cells.
    """

    context: tuple[str, ...]
    tables: PairCounts
