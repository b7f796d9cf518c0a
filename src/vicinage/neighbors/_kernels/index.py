"""The layout of the k-d tree.

Leaf ``l`` holds the positions ``starts[l]`` up to ``starts[l + 1]``. Its coordinates are stored
coordinate by coordinate, one lane a record, padded with NaN to ``stride`` lanes. Nodes are numbered
in preorder: a node over ``m`` leaves is followed by its left child, over ``m // 2`` leaves; its
right child comes ``2 * (m // 2)`` places after it. Queries come leaf by leaf (a *group*) from a
tree of their own, which may be the same one.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from vicinage._kernels import inner

__all__ = ["Index", "node_of", "size_of", "start_of"]


class Index(NamedTuple):
    """A k-d tree as flat arrays.

    ``order[position]`` is a record's row, and leaf ``l`` begins at position ``starts[l]``;
    ``lower`` and ``upper`` are the boxes of the nodes (infinite where a cell is missing);
    ``weights`` is 0 for the `numeric` leading coordinates. ``rough`` holds the numeric coordinates
    in float32, laid out as the lanes, where there are many (else nothing), and ``heights`` half
    their squared norms, see :mod:`vicinage.neighbors._kernels.screen`.
    """

    lanes: npt.NDArray[np.float64]
    rough: npt.NDArray[np.float32]
    heights: npt.NDArray[np.float32]
    order: npt.NDArray[np.int32]
    starts: npt.NDArray[np.int64]
    lower: npt.NDArray[np.float64]
    upper: npt.NDArray[np.float64]
    weights: npt.NDArray[np.float64]
    numeric: int
    gower: bool
    leaves: int
    stride: int


@inner()
def start_of(index, leaf):
    """Return the first position of a leaf."""
    return index.starts[leaf]


@inner()
def size_of(index, leaf):
    """Return the number of records of a leaf."""
    return start_of(index, leaf + 1) - start_of(index, leaf)


@inner()
def node_of(leaf, leaves):
    """Return the preorder number of a leaf's node."""
    node, size = 0, leaves
    while size > 1:
        half = size // 2
        if leaf < half:
            node, size = node + 1, half
        else:
            node, size, leaf = node + 2 * half, size - half, leaf - half
    return node
