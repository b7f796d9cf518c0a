"""Conformance suites for maskers, mechanisms and engines, and simulations to be repeated."""

from vicinage.testing.check_engine import check_engine
from vicinage.testing.check_masker import check_masker
from vicinage.testing.check_mechanism import check_mechanism
from vicinage.testing.simulated_outlier_count import SimulatedOutlierCount

__all__ = ["SimulatedOutlierCount", "check_engine", "check_masker", "check_mechanism"]
