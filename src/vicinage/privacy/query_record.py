"""The record of a private answer: how it was made and what it cost, never what it was made of."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from vicinage.privacy.loss import RELATION, Loss

__all__ = ["QueryRecord"]


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryRecord:
    """What stands beside a differentially private answer. All of it is public.

    Parameters
    ----------
    method : str
        Name of the class that answered.
    parameters : mapping
        All its public settings, fit for JSON.
    mechanism : str
        Which mechanism drew the noise, and at which public scale where it has one.
    loss : PureDP, ApproxDP or ZCDP
        The whole cost of the answer.
    n_rows : int
        Registered rows; public under the neighbouring relation.
    schema : str
        Fingerprint of the public schema.
    accuracy : str or None
        A statement that depends on public numbers only; None where there is none.
    notes : tuple of str
        What a reader of the answer must know.
    version : str
        Version of this software.
    """

    method: str
    parameters: Mapping[str, Any]
    mechanism: str
    loss: Loss
    n_rows: int
    schema: str
    accuracy: str | None = None
    notes: tuple[str, ...] = ()
    version: str

    def as_dict(self) -> dict[str, Any]:
        """Return the record as plain values, ready for JSON."""
        return {
            "method": self.method,
            "parameters": dict(self.parameters),
            "mechanism": self.mechanism,
            "guarantee": "differential privacy",
            "relation": RELATION,
            "loss": self.loss.as_dict(),
            "n_rows": self.n_rows,
            "schema": self.schema,
            "accuracy": self.accuracy,
            "notes": list(self.notes),
            "version": self.version,
        }

    def to_json(self) -> str:
        """Return the record as JSON text."""
        return json.dumps(self.as_dict(), indent=2, ensure_ascii=False, allow_nan=False) + "\n"
