"""What is made of a part of the table."""

from collections import Counter
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
    broken : Counter of str
        How many of these rows break each rule.
    n_read : int
        How many records were read for it, those of surroundings included.
    """

    partition: Partition
    changed: frozenset[str]
    broken: Counter[str]
    n_read: int
