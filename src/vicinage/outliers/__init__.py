"""Distance-based outliers under differential privacy: how many, and in which subspaces."""

from vicinage.outliers.count import OutlierCount
from vicinage.outliers.exact import exact_outlier_counts, exact_subspace_counts
from vicinage.outliers.subspaces import SubspaceDiscovery

__all__ = [
    "OutlierCount",
    "SubspaceDiscovery",
    "exact_outlier_counts",
    "exact_subspace_counts",
]
