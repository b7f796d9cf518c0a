"""Compiled loops of the outlier analysis. Callers have checked shapes, types and finiteness.

Neighbours are those of one rule: the sum of squared differences, added in the order of the columns
in float64 without fused multiply-add or reassociation, is at most a bound. Every shortcut compares
numbers made by the same operations in the same order; rounding is monotone, so none changes a
result.
"""

from vicinage.neighbors._kernels.vector import LANES
from vicinage.outliers._kernels.cells import arrange, cell_degrees, cell_keys
from vicinage.outliers._kernels.family import family_degrees
from vicinage.outliers._kernels.lattice import lattice_depths
from vicinage.outliers._kernels.leaves import leaf_degrees
from vicinage.outliers._kernels.line import line_cells, line_degrees
from vicinage.outliers._kernels.window import window_depths

__all__ = [
    "LANES",
    "arrange",
    "cell_degrees",
    "cell_keys",
    "family_degrees",
    "lattice_depths",
    "leaf_degrees",
    "line_cells",
    "line_degrees",
    "window_depths",
]
