"""The only way from exact to released: differentially private mechanisms, each with its proof."""

from vicinage.mechanisms.conversion import rho_of
from vicinage.mechanisms.dampened_scores import dampened_scores, dampened_t_max
from vicinage.mechanisms.generalized_scores import generalized_scores
from vicinage.mechanisms.gumbel_max import GumbelMax
from vicinage.mechanisms.integer_gaussian import IntegerGaussian
from vicinage.mechanisms.integer_laplace import IntegerLaplace
from vicinage.mechanisms.inverse_sensitivity import InverseSensitivity
from vicinage.mechanisms.noisy_max import NoisyMax
from vicinage.mechanisms.noisy_top import NoisyTop
from vicinage.mechanisms.sensitivity_profile import SensitivityProfile
from vicinage.mechanisms.smooth_inverse import SmoothInverse
from vicinage.mechanisms.smooth_laplace import SmoothLaplace

__all__ = [
    "GumbelMax",
    "IntegerGaussian",
    "IntegerLaplace",
    "InverseSensitivity",
    "NoisyMax",
    "NoisyTop",
    "SensitivityProfile",
    "SmoothInverse",
    "SmoothLaplace",
    "dampened_scores",
    "dampened_t_max",
    "generalized_scores",
    "rho_of",
]
