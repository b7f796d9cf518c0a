"""Compiled loops of integral privacy. Callers have already checked types, shapes and finiteness."""

from vicinage.integral._kernels.absence import absorb
from vicinage.integral._kernels.draw import multiplicities
from vicinage.integral._kernels.groups import nearest_groups
from vicinage.integral._kernels.survey import supports, survey

__all__ = ["absorb", "multiplicities", "nearest_groups", "supports", "survey"]
