"""Where heavy loops run: here, or on a cluster; the work itself is the same."""
