"""Discretisation of the input: optimal univariate microaggregation."""

import numpy as np
import numpy.typing as npt

from vicinage.errors import ParameterError
from vicinage.integral._kernels import nearest_groups

__all__ = ["microaggregate"]

Floats = npt.NDArray[np.float64]


def microaggregate(values: Floats, group_size: int) -> Floats:
    """Replace sorted values by the means of neighbours, with the least loss that is possible.

    Among all partitions into groups of at least `group_size` values, the one with the least sum
    of squared differences from the group means is found; it consists of neighbours, at most
    2 group_size - 1 in a group, so a shortest path gives it.

    Parameters
    ----------
    values : ndarray of shape (n,)
        Sorted, finite, in any unit; private.
    group_size : int
        At least 1 and at most n.

    Returns
    -------
    ndarray of shape (n,)
        Sorted again; the mean stays as it was. Private.

    Raises
    ------
    ParameterError
        If there are fewer values than make one group.

    Notes
    -----
    **Cost.** O(n group_size) time, 16 bytes a value.

    References
    ----------
    S. L. Hansen, S. Mukherjee, "A Polynomial Algorithm for Optimal Univariate Microaggregation",
    IEEE Transactions on Knowledge and Data Engineering 15 (2003), 1043-1044.

    Examples
    --------
    >>> microaggregate(np.array([1.0, 2.0, 10.0, 11.0, 12.0]), 2)
    array([ 1.5,  1.5, 11. , 11. , 11. ])
    """
    if values.size < group_size:
        raise ParameterError(
            f"input_groups must be at most the number of records, got {group_size} for "
            f"n = {values.size}; choose smaller groups"
        )
    starts = nearest_groups(values, group_size)
    sizes = np.diff(np.append(starts, values.size))
    # From the first value of the group on, so that equal values have that value as their mean.
    firsts = values[starts]
    means = firsts + np.add.reduceat(values - np.repeat(firsts, sizes), starts) / sizes
    return np.repeat(means, sizes)
