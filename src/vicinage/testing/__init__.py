"""Conformance suites for maskers and mechanisms, and simulations that can be repeated."""

from vicinage.testing.check_masker import check_masker
from vicinage.testing.check_mechanism import check_mechanism
from vicinage.testing.simulated_outlier_count import SimulatedOutlierCount

__all__ = ["SimulatedOutlierCount", "check_masker", "check_mechanism"]
