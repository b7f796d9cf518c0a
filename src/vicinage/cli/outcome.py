"""What a release led to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import vicinage

__all__ = ["Outcome"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a release led to.

    Parameters
    ----------
    original : Table
    release : Release
    evaluation : Evaluation or None
    record : dict
        What was written beside the output.
    earlier : int
        How many releases of the same table the ledger knew before.
    """

    original: vicinage.table.Table
    release: vicinage.masking.Release
    evaluation: vicinage.evaluation.Evaluation | None
    record: dict[str, Any]
    earlier: int = 0
