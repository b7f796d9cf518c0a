"""What a column means for disclosure control."""

from enum import StrEnum

__all__ = ["Role"]


class Role(StrEnum):
    """The part that a column plays.

    Examples
    --------
    >>> Role("quasi-identifier")
    <Role.QUASI_IDENTIFIER: 'quasi-identifier'>
    """

    KEY = "key"
    """Tells records apart while we work; dropped from a release unless asked for."""
    IDENTIFIER = "identifier"
    """Names a person: dropped from a release."""
    QUASI_IDENTIFIER = "quasi-identifier"
    """May be known to an outsider, and identify together with others."""
    CONFIDENTIAL = "confidential"
    """Sensitive: what an outsider would like to learn."""
    STRATUM = "stratum"
    """Neighbours are sought only among records of the same stratum."""
    WEIGHT = "weight"
    """A sampling weight: never missing, never negative."""
    HOUSEHOLD = "household"
    """Says which records belong together."""
    IGNORED = "ignored"
    """Passed on as it is, and used for nothing."""
