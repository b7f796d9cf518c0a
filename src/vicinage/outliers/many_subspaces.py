"""Degrees in many subspaces of one table."""

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from vicinage.outliers.degrees import count_of, degrees

__all__ = ["degrees_of_each", "subspace_counts"]


def degrees_of_each(
    points: npt.NDArray[np.float64],
    subspaces: Sequence[tuple[int, ...]],
    radius: float,
    *,
    cap: int,
) -> Iterator[npt.NDArray[np.int64]]:
    """Yield the degrees of the records in each subspace, see :func:`degrees`.

    Parameters
    ----------
    points : ndarray of float64 of shape (n, d)
        Private. A row is a null record in the subspaces where one of its cells is not finite.
    subspaces : sequence of tuple of int
        Columns, increasing.
    radius : float
        Public; positive.
    cap : int
        Public; counting stops there.

    Examples
    --------
    >>> square = np.array([[0.0, 0.0], [0.0, 1.0], [np.nan, 0.0]])
    >>> [each.tolist() for each in degrees_of_each(square, [(0,), (1,), (0, 1)], 0.1, cap=3)]
    [[1, 1, -1], [1, 0, 1], [0, 0, -1]]
    """
    for subspace in subspaces:
        yield degrees(np.ascontiguousarray(points[:, subspace]), radius, cap=cap)


def subspace_counts(
    points: npt.NDArray[np.float64], subspaces: Sequence[tuple[int, ...]], radius: float, k: int
) -> npt.NDArray[np.int64]:
    """Count the outliers of each subspace, exactly: private, for the steward's own eyes.

    Examples
    --------
    >>> square = np.array([[0.0, 0.0], [0.0, 1.0], [np.nan, 0.0]])
    >>> subspace_counts(square, [(0,), (1,), (0, 1)], 0.1, 1)
    array([0, 1, 2])
    """
    each = degrees_of_each(points, subspaces, radius, cap=k)
    return np.array([count_of(found, k) for found in each], np.int64)
