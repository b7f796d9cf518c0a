"""Scaling by powers of two, so that no square of a number is too large or too small for a float."""

from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["exponents", "in_units"]

Floats = npt.NDArray[np.float64]


def exponents(values: Floats) -> Any:
    """Return for each column the e with which its largest size lies from 2^(e-1) to 2^e.

    Parameters
    ----------
    values : ndarray of shape (n,) or (n, d)
        NaN is missing.

    Returns
    -------
    int, or ndarray of shape (d,)
        0 for a column of zeros or of missing cells.

    Examples
    --------
    >>> int(exponents(np.array([0.0, -1e300, np.nan])))
    997
    """
    # In two passes without a copy; fmax and fmin pass over what is missing.
    highest = np.fmax.reduce(values, axis=0, initial=0.0)
    lowest = np.fmin.reduce(values, axis=0, initial=0.0)
    return np.frexp(np.maximum(highest, -lowest))[1]


def in_units(values: Floats) -> Floats:
    """Scale each column to sizes of at most 1. It is exact: no digit of a number changes.

    (Except where, in one column, a number is 10^290 times as large as another.)

    Examples
    --------
    >>> in_units(np.array([5e-324, 1e-323, np.nan]))
    array([0.25, 0.5 ,  nan])
    """
    scaled: Floats = np.ldexp(values, -exponents(values))
    return scaled
