"""Compiled loops of the outlier analysis. Callers have checked shapes, types and finiteness.

Neighbours are those of one rule: the sum of squared differences, added in the order of the columns
in float64 without fused multiply-add or reassociation, is at most a bound. Every shortcut compares
numbers made by the same operations in the same order; rounding is monotone, so none changes a
result.
"""

from vicinage.outliers._kernels.lattice import lattice_depths
from vicinage.outliers._kernels.window import window_depths

__all__ = ["lattice_depths", "window_depths"]
