"""A block whose records lie leaf by leaf in a file, so that others can read leaves of it."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from vicinage.engines import Partition
from vicinage.masking.out_of_core.leaves import Leaves

__all__ = ["RECORD", "ArrangedBlock", "coordinate"]

RECORD = "record"  # the word that stands for a record

Floats = npt.NDArray[np.float64]


def coordinate(d: int) -> str:
    """Return under which name a coordinate is stored."""
    return f"x{d}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ArrangedBlock:
    """A reference to an arranged block; picklable and small.

    Parameters
    ----------
    partition : Partition
        The stored rows, with coordinates and record words, leaf by leaf.
    index : Path
        The file of its leaves.
    lower, upper : ndarray of float64 of shape (n_coordinates,)
        The box of the block.
    largest_leaf : int
    weights : ndarray of float64 of shape (n_coordinates,)
        See :class:`vicinage.neighbors.Space`.
    """

    partition: Partition
    index: Path
    lower: Floats
    upper: Floats
    largest_leaf: int
    weights: Floats

    def leaves(self) -> Leaves:
        """Read where the leaves are."""
        with np.load(self.index) as stored:
            return Leaves(**stored)
