"""Distance-based outliers under differential privacy: how many, and in which subspaces."""
