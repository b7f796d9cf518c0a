"""The k-d tree that every search walks."""

from dataclasses import dataclass, field
from typing import Self

import numpy as np
import numpy.typing as npt

from vicinage.neighbors._kernels import Index, fill_leaves, split_nodes
from vicinage.neighbors.space import Space

__all__ = ["Tree"]

_LEAF = 128  # records a leaf: long enough for vector instructions, short enough to prune


@dataclass(frozen=True, slots=True)
class Tree:
    """Records of a space, arranged so that near ones lie together.

    Parameters
    ----------
    index : Index
        Flat arrays for the compiled loops.
    """

    index: Index = field(repr=False)

    @classmethod
    def build(cls, space: Space, leaf_size: int = _LEAF) -> Self:
        """Arrange the records of `space` in leaves of at most `leaf_size`.

        The same space gives the same tree, whatever the number of threads.
        Cost: O(n log n) time; 8 bytes a coordinate and 12 a record of memory.
        """
        n, dims = space.coordinates.shape
        leaves = max(1, -(-n // leaf_size))
        stride = -(-(-(-n // leaves)) // 8) * 8
        order = np.arange(n, dtype=np.int32)
        _split(space, order, leaves)
        lanes = np.empty(leaves * dims * stride)
        lower, upper = np.empty((2, (2 * leaves - 1) * dims))
        fill_leaves(space.coordinates, order, lanes, lower, upper, leaves, stride)
        numeric = int(np.sum(space.weights == 0))
        return cls(
            Index(lanes, order, lower, upper, space.weights, numeric, space.gower, leaves, stride)
        )


def _split(space: Space, order: npt.NDArray[np.int32], leaves: int) -> None:
    values = np.empty(order.size)
    firsts, lasts = np.array([0]), np.array([leaves])
    while True:
        open_nodes = lasts - firsts > 1
        firsts, lasts = firsts[open_nodes], lasts[open_nodes]
        if firsts.size == 0:
            return
        split_nodes(space.coordinates, order, values, firsts, lasts, leaves, space.weights)
        middles = firsts + (lasts - firsts) // 2
        firsts, lasts = np.concatenate([firsts, middles]), np.concatenate([middles, lasts])
