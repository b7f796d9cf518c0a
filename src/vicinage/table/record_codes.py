"""Equal cells and equal records under equal numbers."""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

__all__ = ["codes_of", "joint_codes"]

Codes = npt.NDArray[np.int64]


def codes_of(values: npt.NDArray[np.generic]) -> Codes:
    """Return a number from 0 for each value, the same for equal ones; NaN equals NaN.

    Examples
    --------
    >>> codes_of(np.array([2.5, np.nan, 2.5, np.nan]))
    array([0, 1, 0, 1])
    """
    codes: Codes = np.unique(values, return_inverse=True)[1].astype(np.int64)
    return codes


def joint_codes(columns: Iterable[Codes]) -> Codes:
    """Return a number from 0 for each record, the same for those equal in every column.

    Parameters
    ----------
    columns : iterable of ndarray of shape (n,)
        At least one, each of numbers from 0.

    Examples
    --------
    >>> joint_codes([np.array([0, 0, 1, 1]), np.array([0, 1, 0, 0])])
    array([0, 1, 2, 2])
    """
    first, *others = columns
    records = codes_of(first)
    for codes in others:
        # The number of a record so far and its next cell, renumbered so that it stays small.
        records = codes_of(records * (codes.max() + 1) + codes)
    return records
