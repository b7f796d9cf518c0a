"""How far one answer can move within t replacements: the value that outlier counts are noised by.

Proof of what follows from it: ``sensitivity_profile.proof.md``, beside this file.
"""

from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from vicinage.errors import ParameterError

__all__ = ["SensitivityProfile"]

_LARGEST = 2**32  # so that sums of bounds stay within 64 bits


@dataclass(frozen=True, slots=True)
class SensitivityProfile:
    """Bounds U_0 <= U_1 <= ... on the sensitivity of a count near the table at hand. Private.

    Whoever makes one promises, for neighbouring tables X and X' and a count q:

    (a) ``|q(X) - q(X')| <= U_0(X)``;
    (b) ``U_t(X) <= U_{t+1}(X')`` for all t, also beyond the last bound that was computed.

    Parameters
    ----------
    bounds : tuple of int
        ``U_0, ..., U_tmax``: each at least 1, never falling, none above `cap`. t_max is public: a
        mechanism states it. It may be shorter only where U has reached `cap`.
    cap : int
        ``U_t`` for every t beyond t_max: the global sensitivity, a public number. (The last bound
        instead would break (b), and with it the guarantee.) At most 2^32.

    Raises
    ------
    ParameterError
        If the bounds are not as described; no message tells them.

    Examples
    --------
    >>> profile = SensitivityProfile((2, 3, 3), cap=5)
    >>> profile
    SensitivityProfile(cap=5)
    >>> profile.reach(4)
    array([ 0,  2,  5,  8, 13])
    """

    bounds: tuple[int, ...] = field(repr=False)
    cap: int

    def __post_init__(self) -> None:
        ordered = (1, *self.bounds, self.cap)
        if not self.bounds or not all(type(bound) is int for bound in ordered):
            raise ParameterError("bounds and cap must be whole numbers, at least one bound")
        if any(low > high for low, high in pairwise(ordered)):
            raise ParameterError("bounds must be at least 1, never fall and never exceed cap")
        if self.cap > _LARGEST:
            raise ParameterError(f"cap must be at most 2^32, got {self.cap}")

    def reach(self, steps: int) -> npt.NDArray[np.int64]:
        """Return ``b_0, ..., b_steps``: how far the count can move in i replacements, by (a), (b).

        ``b_i = U_0 + ... + U_{i-1}``.
        """
        known = np.array(self.bounds[:steps], dtype=np.int64)
        bounds = np.concatenate([[0], known, np.full(steps - known.size, self.cap)])
        return np.cumsum(bounds, dtype=np.int64)

    def reach_beyond(self, distance: int) -> npt.NDArray[np.int64]:
        """Return ``b_0, b_1, ...`` up to the first that exceeds `distance`."""
        inside = self.reach(len(self.bounds))
        missing = max(0, distance - int(inside[-1]))
        whole = self.reach(len(self.bounds) + missing // self.cap + 1)
        return whole[: int(np.searchsorted(whole, distance, side="right")) + 1]
