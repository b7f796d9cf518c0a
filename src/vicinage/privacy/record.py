"""The record of a release: how it was made, never what was in it."""

import json
import numbers
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

__all__ = ["ReleaseRecord"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseRecord:
    """What is published beside a release. It holds no data and no random key.

    A seed, where one was given, stands among the parameters, so that an experiment can be repeated
    from its record: a seeded release of real records must not be handed out.

    Parameters
    ----------
    method : str
        Name of the class that made the release.
    parameters : mapping
        All its settings.
    columns : tuple of str
        Columns that were perturbed.
    guarantee : str or None
        The formal guarantee; None says that there is none.
    schema : str or None
        Fingerprint of the schema; None when it was observed in the data.
    schema_source : str
        "declared" by the steward, "draft" (not declared public), or "observed" in the data.
    seeded : bool
        Whether the random key came from a seed: such a release is for experiments only.
    notes : tuple of str
        What a reader of the release must know.
    version : str
        Version of this software.

    Examples
    --------
    >>> record = ReleaseRecord(method="RWN", parameters={"n_neighbors": 5}, columns=("age",),
    ...     guarantee=None, schema=None, schema_source="observed", seeded=False, notes=(),
    ...     version="0")
    >>> record.as_dict()["guarantee"]
    'none'
    """

    method: str
    parameters: Mapping[str, Any]
    columns: tuple[str, ...]
    guarantee: str | None
    schema: str | None
    schema_source: str
    seeded: bool
    notes: tuple[str, ...]
    version: str

    def as_dict(self) -> dict[str, Any]:
        """Return the record as plain values, ready for JSON."""
        plain = asdict(self)
        plain["guarantee"] = self.guarantee or "none"
        plain["parameters"] = {name: _plain(value) for name, value in self.parameters.items()}
        plain["columns"], plain["notes"] = list(self.columns), list(self.notes)
        return plain

    def to_json(self) -> str:
        """Return the record as JSON text."""
        return json.dumps(self.as_dict(), indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, str | bool):
        return value
    if isinstance(value, numbers.Integral):  # NumPy's too
        return int(value)
    if isinstance(value, numbers.Real):
        return float(value)
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return repr(value)
