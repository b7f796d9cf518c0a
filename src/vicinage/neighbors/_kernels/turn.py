"""Turning the numeric coordinates to their principal axes.

The sums are our own, in a fixed order: a linear algebra library adds in another order on another
machine or with other threads, and then the same key would draw other donors.
"""

import numpy as np
from numba import prange

from vicinage._kernels import compiled

__all__ = ["turned"]

_SAMPLE = 4096  # records from which the axes are estimated
_SWEEPS = 12


@compiled()
def _covariance(points, numeric):
    """Return the covariance of the numeric coordinates of evenly spaced records."""
    n = points.shape[0]
    count = min(n, _SAMPLE)
    means, total = np.zeros(numeric), np.zeros((numeric, numeric))
    for i in range(count):
        for d in range(numeric):
            means[d] += points[i * n // count, d] / count
    for i in range(count):
        row = i * n // count
        for d in range(numeric):
            gap = points[row, d] - means[d]
            for e in range(d + 1):
                total[d, e] += gap * (points[row, e] - means[e]) / count
    for d in range(numeric):
        for e in range(d):
            total[e, d] = total[d, e]
    return total


@compiled()
def _principal_axes(matrix):
    """Return the eigenvectors of a symmetric matrix in columns (Jacobi's rotations)."""
    size = matrix.shape[0]
    axes = np.eye(size)
    for _ in range(_SWEEPS):
        for p in range(size):
            for q in range(p + 1, size):
                if abs(matrix[p, q]) <= 1e-15 * np.sqrt(abs(matrix[p, p] * matrix[q, q])):
                    continue
                theta = (matrix[q, q] - matrix[p, p]) / (2.0 * matrix[p, q])
                tangent = 1.0 / (abs(theta) + np.sqrt(theta * theta + 1.0))
                tangent = tangent if theta >= 0 else -tangent
                cosine = 1.0 / np.sqrt(tangent * tangent + 1.0)
                sine = tangent * cosine
                for i in range(size):
                    a, b = matrix[i, p], matrix[i, q]
                    matrix[i, p], matrix[i, q] = cosine * a - sine * b, sine * a + cosine * b
                for i in range(size):
                    a, b = matrix[p, i], matrix[q, i]
                    matrix[p, i], matrix[q, i] = cosine * a - sine * b, sine * a + cosine * b
                for i in range(size):
                    a, b = axes[i, p], axes[i, q]
                    axes[i, p], axes[i, q] = cosine * a - sine * b, sine * a + cosine * b
    return axes


@compiled(parallel=True)
def turned(points, weights):
    """Return the points along their principal axes, if those lie in about half the dimensions.

    The dimensions are counted by the participation ratio of the variances along the axes. Without
    such a gain oblique cuts would only make boxes along the coordinates loose. Points so far apart
    that their variances have no square in a float are left alone too.
    """
    n, dims = points.shape
    numeric = 0
    while numeric < dims and weights[numeric] == 0:
        numeric += 1
    covariance = _covariance(points, numeric)
    trace, square = 0.0, 0.0
    for d in range(numeric):
        trace += covariance[d, d]
        for e in range(numeric):
            square += covariance[d, e] * covariance[d, e]
    if not 2.0 * trace * trace <= numeric * square < np.inf:
        return points
    axes = _principal_axes(covariance)
    out = points.copy()
    for i in prange(n):
        for e in range(numeric):
            total = 0.0
            for d in range(numeric):
                total += points[i, d] * axes[d, e]
            out[i, e] = total
    return out
