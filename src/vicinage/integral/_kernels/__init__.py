"""Compiled loops of integral privacy. Callers have already checked types, shapes and finiteness."""

from vicinage.integral._kernels.absence import absorb
from vicinage.integral._kernels.draw import multiplicities
from vicinage.integral._kernels.groups import nearest_groups
from vicinage.integral._kernels.half_survey import half_survey
from vicinage.integral._kernels.survey import supports, survey

__all__ = ["absorb", "half_survey", "multiplicities", "nearest_groups", "supports", "survey"]
