"""Exact neighbour search, and draws from neighbourhoods with the key it is handed.

One rule of distance holds everywhere. A metric turns columns into coordinates, numeric ones first.
The Euclidean distance is the root of the sum of squared differences, added in the order of the
coordinates in float64, without fused multiply-add or reassociation; a nominal coordinate adds its
weight where the codes differ. Gower's distance is the mean of absolute differences and mismatches
over the coordinates that both records have. A ball is closed, and a record is not its own
neighbour.
"""

from vicinage.neighbors.blocks import Blocks
from vicinage.neighbors.leaf_boxes import leaf_reaches, near_boxes, searched_boxes
from vicinage.neighbors.metrics import Gower, Metric, MinMax, Standard, metric_of
from vicinage.neighbors.searches import (
    kth_distances,
    nearest_distances,
    neighborhood_sizes,
    radius_counts,
)
from vicinage.neighbors.space import Space
from vicinage.neighbors.tree import Tree, arranged, lanes_for
from vicinage.neighbors.variable import Variable
from vicinage.neighbors.whole import Whole

__all__ = [
    "Blocks",
    "Gower",
    "Metric",
    "MinMax",
    "Space",
    "Standard",
    "Tree",
    "Variable",
    "Whole",
    "arranged",
    "kth_distances",
    "lanes_for",
    "leaf_reaches",
    "metric_of",
    "near_boxes",
    "nearest_distances",
    "neighborhood_sizes",
    "radius_counts",
    "searched_boxes",
]
