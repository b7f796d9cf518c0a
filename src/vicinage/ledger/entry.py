"""One entry of a ledger."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["Entry"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What a ledger remembers of one event.

    Parameters
    ----------
    number : int
        From 1, without gaps.
    at : str
        When, in UTC, as ISO 8601.
    kind : str
        "release": a masked table was made.
    data_set : int
        Which data set, counted from 1 in the order of first appearance. Its identity, a keyed
        hash, is not shown.
    content : mapping
        The record of the release.
    """

    number: int
    at: str
    kind: str
    data_set: int
    content: Mapping[str, Any]
