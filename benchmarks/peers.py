"""RWN's draws as a competent user of other libraries would write them, and tables to draw from."""

from itertools import chain

import numpy as np
from scipy.spatial import cKDTree
from sklearn.neighbors import NearestNeighbors

_BLOCK = 5_000  # queries at a time, so that lists of balls stay small


def table(kind, n, dims, seed=0):
    """Make an n x dims table on [0, 1].

    "uniform" is the hard case. "clustered" has at most 4 latent dimensions and, beyond 8 columns,
    4 indicator columns, as real tables tend to.
    """
    rng = np.random.default_rng(seed)
    if kind == "uniform":
        return rng.random((n, dims))
    latent, indicators = min(4, dims), 4 if dims > 8 else 0
    centres = rng.random((20, latent))
    hidden = centres[rng.integers(0, 20, n)] + rng.normal(0, 0.05, (n, latent))
    points = hidden @ rng.normal(size=(latent, dims - indicators))
    points += rng.normal(0, 0.01, points.shape)
    points = (points - points.min(axis=0)) / np.ptp(points, axis=0)
    groups = (hidden[:, 0] * 4).astype(int) % 4
    return np.ascontiguousarray(np.hstack([points, np.eye(4)[groups][:, :indicators]]))


def radius_for(points, members):
    """Return a radius whose balls hold about `members` records in the median; 0 for none."""
    if members == 0:
        return 0.0
    sample = np.random.default_rng(1).integers(0, len(points), 100)
    distances = [np.sqrt(((points - points[row]) ** 2).sum(axis=1)) for row in sample]
    return float(np.median([np.partition(row, members)[members] for row in distances]))


def sklearn_search(points, radius, k, algorithm="auto"):
    """Return what finds the balls, and the k + 1 nearest, of a block of points."""
    search = NearestNeighbors(n_neighbors=k + 1, radius=radius, algorithm=algorithm).fit(points)
    return (
        lambda block: search.radius_neighbors(block, return_distance=False),
        lambda block: search.kneighbors(block, return_distance=False),
    )


def ckdtree_search(points, radius, k):
    """Return the same for SciPy's k-d tree."""
    search = cKDTree(points)
    return (
        lambda block: search.query_ball_point(block, radius, return_sorted=False),
        lambda block: search.query(block, k + 1)[1],
    )


def draw_in_loop(search, points, radius, k, columns):
    """Draw donors of shape (n, columns): ask for both, take the larger record by record."""
    balls, nearest = search
    rng = np.random.default_rng(0)
    donors = np.empty((len(points), columns), np.int64)
    for start in range(0, len(points), _BLOCK):
        block = points[start : start + _BLOCK]
        around = balls(block) if radius > 0 else [()] * len(block)
        near = nearest(block)
        for i, row in enumerate(range(start, start + len(block))):
            members = np.asarray(around[i] if len(around[i]) > k + 1 else near[i])
            members = members[members != row]
            donors[row] = members[rng.integers(0, len(members), columns)]
    return donors


def draw_by_arrays(search, points, radius, k, columns):
    """Draw as an expert in NumPy would: nearest only where a ball is small, and no loop."""
    balls, nearest = search
    rng = np.random.default_rng(0)
    donors = np.empty((len(points), columns), np.int64)
    for start in range(0, len(points), _BLOCK):
        block = points[start : start + _BLOCK]
        rows = np.arange(start, start + len(block))
        short = np.full(len(block), radius == 0)
        if radius > 0:
            sizes, members = _flat(balls(block))
            others = members[members != np.repeat(rows, sizes)]
            sizes -= 1
            short = sizes < k
            picks = (rng.random((len(block), columns)) * sizes[:, None]).astype(np.int64)
            places = np.minimum((np.cumsum(sizes) - sizes)[:, None] + picks, others.size - 1)
            donors[rows] = others[places]
        if short.any():
            near = nearest(block[short])
            own = near == rows[short][:, None]
            own[:, -1] |= ~own.any(axis=1)
            near = near[~own].reshape(-1, k)
            picks = rng.integers(0, k, (len(near), columns))
            donors[rows[short]] = np.take_along_axis(near, picks, axis=1)
    return donors


def _flat(balls):
    sizes = np.array([len(ball) for ball in balls])
    if isinstance(balls[0], np.ndarray):
        return sizes, np.concatenate(balls)
    return sizes, np.fromiter(chain.from_iterable(balls), np.int64, sizes.sum())
