"""Where the leaves of a block are."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

__all__ = ["Leaves"]

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaves:
    """The leaves of a block; private.

    Parameters
    ----------
    starts : ndarray of int64 of shape (n_leaves + 1,)
    lower, upper : ndarray of float64 of shape (n_leaves, n_coordinates)
        Their boxes.
    """

    starts: npt.NDArray[np.int64]
    lower: Floats
    upper: Floats
