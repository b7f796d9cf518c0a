"""What is known of a whole column."""

from dataclasses import dataclass

__all__ = ["Whole"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Whole:
    """What is known of a column in the whole table, where a variable holds a part of it.

    Parameters
    ----------
    constant : bool
        Whether all cells that are not missing are equal.
    some_missing, all_missing : bool
        Whether some cell is missing, and whether every one is.
    """

    constant: bool
    some_missing: bool
    all_missing: bool
