"""The only way from exact to released: differentially private mechanisms, each with its proof."""

from vicinage.mechanisms.conversion import rho_of
from vicinage.mechanisms.gumbel_max import GumbelMax
from vicinage.mechanisms.integer_gaussian import IntegerGaussian
from vicinage.mechanisms.integer_laplace import IntegerLaplace
from vicinage.mechanisms.noisy_max import NoisyMax
from vicinage.mechanisms.noisy_top import NoisyTop
from vicinage.mechanisms.sensitivity_profile import SensitivityProfile

__all__ = [
    "GumbelMax",
    "IntegerGaussian",
    "IntegerLaplace",
    "NoisyMax",
    "NoisyTop",
    "SensitivityProfile",
    "rho_of",
]
