"""Conformance suites that others can run on their own maskers and mechanisms too."""

from vicinage.testing.check_masker import check_masker
from vicinage.testing.check_mechanism import check_mechanism

__all__ = ["check_masker", "check_mechanism"]
