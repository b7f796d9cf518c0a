"""The file beside a release: its record and the output's hash."""

import hashlib
from pathlib import Path
from typing import Any

from vicinage.privacy import ReleaseRecord

__all__ = ["public_record", "record_path"]


def record_path(output: Path) -> Path:
    """Return where the record of an output goes."""
    return output.with_name(output.name + ".record.json")


def public_record(record: ReleaseRecord, output: Path) -> dict[str, Any]:
    """Return what may be published beside the output, which has been written.

    It holds no figure of risk or utility: whoever knows all records but one could solve a mean
    over the table, even a rounded one, for the last.

    Parameters
    ----------
    record : ReleaseRecord
    output : Path
        Only its name and its hash are told.
    """
    with output.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    return record.as_dict() | {"output": {"file": output.name, "sha256": digest}}
