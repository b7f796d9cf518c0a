"""Vocabulary of privacy: the random key of a release, and the record that says what was done."""

from vicinage.privacy.random_key import RandomKey
from vicinage.privacy.record import ReleaseRecord

__all__ = ["RandomKey", "ReleaseRecord"]
