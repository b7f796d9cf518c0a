"""The checked way from a hidden value to the number that a mechanism needs."""

from typing import Any

import numpy as np
import numpy.typing as npt

from vicinage.errors import ParameterError
from vicinage.mechanisms.sensitivity_profile import SensitivityProfile
from vicinage.privacy import Exact

__all__ = ["revealed_count", "revealed_counts", "revealed_profile", "revealed_scores"]


def revealed_count(count: Exact[int]) -> int:
    """Return the hidden whole number, at most as far out as int64 goes; no message names it."""
    value = _revealed("count", count)
    if isinstance(value, bool) or not isinstance(value, int | np.integer):
        raise ParameterError(f"count must hold a whole number, got {type(value).__name__}")
    ends = np.iinfo(np.int64)
    return min(max(int(value), ends.min), ends.max)


def revealed_counts(counts: Exact[npt.NDArray[np.int64]]) -> npt.NDArray[np.int64]:
    """Return the hidden whole numbers as int64, of any shape."""
    value = np.asarray(_revealed("counts", counts))
    if value.dtype.kind not in "iu" or not np.can_cast(value.dtype, np.int64):
        raise ParameterError(f"counts must hold whole numbers of 64 bits, got {value.dtype}")
    return value.astype(np.int64, copy=False)


def revealed_scores(scores: Exact[npt.NDArray[np.float64]]) -> npt.NDArray[np.float64]:
    """Return the hidden scores of shape (n_candidates,) as float64."""
    value = np.asarray(_revealed("scores", scores))
    fits = value.dtype.kind == "f" and np.can_cast(value.dtype, np.float64)
    if not fits or value.ndim != 1 or not value.size:
        raise ParameterError(
            "scores must hold one float for each of at least one candidate, got "
            f"{value.dtype} of shape {value.shape}"
        )
    if not np.isfinite(value).all():
        raise ParameterError("scores must be finite, got NaN or infinity among them")
    return value.astype(np.float64, copy=False)


def revealed_profile(profile: Exact[SensitivityProfile]) -> SensitivityProfile:
    """Return the hidden profile."""
    value = _revealed("profile", profile)
    if not isinstance(value, SensitivityProfile):
        raise ParameterError(f"profile must hold a SensitivityProfile, got {type(value).__name__}")
    return value


def _revealed(name: str, hidden: Any) -> Any:
    if not isinstance(hidden, Exact):
        raise ParameterError(
            f"{name} must be an Exact value, got {type(hidden).__name__}; wrap what was computed "
            "from private rows in Exact(...)"
        )
    return hidden.reveal()
