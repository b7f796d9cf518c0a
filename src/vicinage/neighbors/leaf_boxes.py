"""How far records look for the leaves that are nearest to them, and at which leaves."""

import numpy as np
import numpy.typing as npt

from vicinage.neighbors._kernels import leaves_near, leaves_searched, reaches

__all__ = ["leaf_reaches", "near_boxes", "searched_boxes"]

Floats = npt.NDArray[np.float64]
Records = tuple[Floats, npt.NDArray[np.int64]]
Boxes = tuple[Floats, Floats]


def leaf_reaches(records: Records, boxes: Boxes, weights: Floats, count: int) -> Floats:
    """Bound how far the `count`-th nearest other leaf is from any record of each leaf.

    Parameters
    ----------
    records : pair of ndarray
        Points of float64 of shape (n_records, n_coordinates), one leaf after the other, and where
        each leaf begins among them, of int64 of shape (n_leaves + 1,).
    boxes : pair of ndarray of float64 of shape (n_leaves, n_coordinates)
        Lower and upper ends of these leaves.
    weights : ndarray of float64 of shape (n_coordinates,)
        See :class:`vicinage.neighbors.Space`.
    count : int

    Returns
    -------
    ndarray of float64 of shape (n_leaves,)
        Squared Euclidean distances; infinite where there are no `count` others, -1 for none.

    Examples
    --------
    >>> line = np.array([[0.0], [1.0], [5.0]])
    >>> leaf_reaches((line, np.arange(4)), (line, line), np.zeros(1), 1).round()
    array([ 1.,  1., 16.])
    """
    bounds: Floats = reaches(*records, *boxes, weights, count)
    return bounds


def near_boxes(boxes: Boxes, own: Boxes, weights: Floats, reach: Floats) -> npt.NDArray[np.bool_]:
    """Say which boxes are, from one of the own boxes, at most as far as that one reaches.

    Parameters
    ----------
    boxes : pair of ndarray of float64 of shape (n_boxes, n_coordinates)
        Their lower and upper ends.
    own : pair of ndarray of float64 of shape (n_own, n_coordinates)
    weights : ndarray of float64 of shape (n_coordinates,)
    reach : ndarray of float64 of shape (n_own,)
        Squared Euclidean distances, see :func:`leaf_reaches`.

    Examples
    --------
    >>> line, zero = np.array([[0.0], [1.0], [5.0]]), np.zeros((1, 1))
    >>> near_boxes((line, line), (zero, zero), np.zeros(1), np.array([4.0]))
    array([ True,  True, False])
    """
    near: npt.NDArray[np.bool_] = leaves_near(*boxes, *own, weights, reach)
    return near


def searched_boxes(
    boxes: Boxes, own: range, records: Records, weights: Floats, *, reach: Floats, count: int
) -> npt.NDArray[np.bool_]:
    """Say which boxes are own ones, or among the `count` nearest others of some record in these.

    Parameters
    ----------
    boxes : pair of ndarray of float64 of shape (n_boxes, n_coordinates)
        Lower and upper ends, those of the leaves of one's own block among them.
    own : range
        The places among the boxes of the leaves whose records are asked for.
    records : pair of ndarray
        The records of these leaves, see :func:`leaf_reaches`.
    weights : ndarray of float64 of shape (n_coordinates,)
    reach : ndarray of float64 of shape (len(own),)
        Of these leaves, see :func:`leaf_reaches`.
    count : int

    Returns
    -------
    ndarray of bool of shape (n_boxes,)
        Boxes as near as the last of them are among them too.
    """
    if count >= boxes[0].shape[0]:
        return np.ones(boxes[0].shape[0], np.bool_)
    searched: npt.NDArray[np.bool_] = leaves_searched(
        *records, *boxes, own.start, own.stop, weights, reach, count
    )
    return searched
