"""The only door to OpenDP: every draw of noise, at a scale that the caller has proved.

OpenDP samples the laws below exactly for the rational number that a float scale is (no error of
floating point enters), from a cryptographic generator that cannot be seeded. Its own claims of
privacy are not used: each mechanism beside this file proves its scale.
"""

import math

import numpy as np
import numpy.typing as npt
import opendp.prelude as dp

from vicinage.errors import ParameterError

__all__ = ["add_integer_gaussian", "add_integer_laplace", "draw_exponential_max", "draw_gumbel_max"]

dp.enable_features("contrib")

_BLOCK = 1 << 16  # OpenDP returns lists of Python integers: blocks keep them few


def add_integer_laplace(values: npt.NDArray[np.int64], scale: float) -> npt.NDArray[np.int64]:
    """Add to each value noise z of probability proportional to ``exp(-|z| / scale)``.

    Sums beyond 64 bits stop at the ends of the range. Takes about 20 microseconds a value.
    """
    space = dp.vector_domain(dp.atom_domain(T="i64")), dp.l1_distance(T="f64")
    return _in_blocks(dp.m.make_laplace(*space, scale=_checked(scale)), values)


def add_integer_gaussian(values: npt.NDArray[np.int64], scale: float) -> npt.NDArray[np.int64]:
    """Add to each value noise z of probability proportional to ``exp(-z^2 / (2 scale^2))``."""
    space = dp.vector_domain(dp.atom_domain(T="i64")), dp.l2_distance(T="f64")
    return _in_blocks(dp.m.make_gaussian(*space, scale=_checked(scale)), values)


def draw_exponential_max(scores: npt.NDArray[np.float64], scale: float) -> int:
    """Return the position of the largest score after noise of density ``exp(-z / scale)``, z > 0.

    A million scores take about a quarter of a second.
    """
    return _draw_max(scores, scale, dp.max_divergence())


def draw_gumbel_max(scores: npt.NDArray[np.float64], scale: float) -> int:
    """Return a position, each with probability proportional to ``exp(score / scale)``.

    A million scores take about half a second.
    """
    return _draw_max(scores, scale, dp.zero_concentrated_divergence())


def _draw_max(scores: npt.NDArray[np.float64], scale: float, measure: dp.Measure) -> int:
    space = dp.vector_domain(dp.atom_domain(T="f64", nan=False)), dp.linf_distance(T="f64")
    winner: int = dp.m.make_noisy_max(*space, measure, scale=_checked(scale))(scores)
    return winner


def _in_blocks(add_noise: dp.Measurement, values: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    flat = np.ascontiguousarray(values, dtype=np.int64).reshape(-1)
    noisy = np.empty_like(flat)
    for start in range(0, flat.size, _BLOCK):
        noisy[start : start + _BLOCK] = add_noise(flat[start : start + _BLOCK])
    return noisy.reshape(values.shape)


def _checked(scale: float) -> float:
    # OpenDP takes a scale of 0 and then adds no noise at all.
    if not (scale > 0 and math.isfinite(scale)):
        raise ParameterError(
            f"scale must be finite and above 0, got {scale}; ask for a larger privacy loss"
        )
    return scale
