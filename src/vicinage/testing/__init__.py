"""Conformance suites that others can run on their own maskers too."""

from vicinage.testing.check_masker import check_masker

__all__ = ["check_masker"]
