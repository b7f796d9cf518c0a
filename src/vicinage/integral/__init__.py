"""Integrally private statistics: results that many different samples would also give."""

from vicinage.integral.diagnostics import RecurrenceTable, fit_and_diagnose
from vicinage.integral.dp_statistics import DPStatistics
from vicinage.integral.integral_statistics import IntegralStatistics
from vicinage.integral.result import IntegralResult

__all__ = [
    "DPStatistics",
    "IntegralResult",
    "IntegralStatistics",
    "RecurrenceTable",
    "fit_and_diagnose",
]
