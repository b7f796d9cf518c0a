"""What is made of a part of the table."""

from dataclasses import dataclass

from vicinage.engines import Partition

__all__ = ["Drawn"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """A part of the release.

    Parameters
    ----------
    partition : Partition
        Released rows, with their places in the table.
    changed : frozenset of str
        The columns in which a value has changed.
    n_read : int
        How many records were read for it, those of surroundings included.
    """

    partition: Partition
    changed: frozenset[str]
    n_read: int
