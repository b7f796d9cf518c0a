"""Integrally private statistics: results that many different samples would also give."""

from vicinage.integral.integral_statistics import IntegralStatistics
from vicinage.integral.result import IntegralResult

__all__ = ["IntegralResult", "IntegralStatistics"]
