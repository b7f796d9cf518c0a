"""Tables of which the outliers are counted, in shares of ranges that were set without them."""

import numpy as np
import statsmodels.api as sm
from sklearn.datasets import load_breast_cancer

# Plausible ranges, from what the columns mean.
TUMOURS = {
    "mean radius": (0, 40),
    "mean texture": (0, 50),
    "mean smoothness": (0, 0.25),
    "mean symmetry": (0, 0.5),
    "mean compactness": (0, 0.5),
}
HEALTH = {"disea": (0, 60), "lpi": (0, 8), "mdvis": (0, 80), "fmde": (0, 10), "lncoins": (0, 5)}


def clusters(n, m, seed=0):
    """Two Gaussian clusters, and 1 % of the records uniform over the cube."""
    generator = np.random.default_rng(seed)
    uniform = n // 100
    half = (n - uniform) // 2
    parts = [
        generator.normal(0.3, 0.07, (half, m)),
        generator.normal(0.7, 0.07, (n - uniform - half, m)),
        generator.uniform(0, 1, (uniform, m)),
    ]
    return np.clip(np.vstack(parts), 0, 1)


def hard(n, m, k, radius, seed=0):
    """Uniform records so sparse that about half of them have fewer than `k` neighbours."""
    generator = np.random.default_rng(seed)
    points = generator.uniform(0, 1, (n, m))
    ball = {1: 2, 2: np.pi, 3: 4 * np.pi / 3}[m] * (radius * np.sqrt(m)) ** m
    return points * (n * ball / k) ** (1 / m)


def tumours(m):
    """Return 569 tumours: the breast cancer table of scikit-learn."""
    return _scaled(load_breast_cancer(as_frame=True).data, TUMOURS, m)


def health(m):
    """Return 20,190 person years: the RAND health insurance experiment, of statsmodels."""
    return _scaled(sm.datasets.randhie.load_pandas().data, HEALTH, m)


def _scaled(frame, ranges, m):
    columns = [(frame[name] - low) / (high - low) for name, (low, high) in ranges.items()]
    return np.clip(np.column_stack(columns[:m]), 0, 1)
