"""Compiled loops of the exact neighbour engine. Callers have checked shapes, types and finiteness.

The rule of distance, for everybody. Coordinates come in a fixed order: first the numeric ones, then
the nominal ones. A Euclidean *measure* is the sum of squared differences, added in that order in
float64 without fused multiply-add or reassociation; a nominal coordinate adds its weight where the
two codes differ. A Gower measure is the sum of absolute differences (nominal: of mismatches) over
the coordinates present in both records, divided by their number; without one it is infinite.
A record lies in a ball when its measure is at most the ball's bound (radius squared, or radius).

Every bound taken from a box uses the same operations in the same order on numbers that are at
least as near (or as far). Rounding is monotone, so pruning never changes a result.
"""

from vicinage.neighbors._kernels.blocks import (
    blocks_of,
    leaves_near,
    leaves_searched,
    reaches,
    widest,
)
from vicinage.neighbors._kernels.build import fill_leaves, split_nodes
from vicinage.neighbors._kernels.draw import draw_members
from vicinage.neighbors._kernels.index import Index
from vicinage.neighbors._kernels.members import count_members
from vicinage.neighbors._kernels.nearest import kth_measures
from vicinage.neighbors._kernels.turn import turned

__all__ = [
    "Index",
    "blocks_of",
    "count_members",
    "draw_members",
    "fill_leaves",
    "kth_measures",
    "leaves_near",
    "leaves_searched",
    "reaches",
    "split_nodes",
    "turned",
    "widest",
]
