"""The file beside a release: its record and the output's hash."""

import hashlib
import json
from pathlib import Path
from typing import Any
from urllib.parse import quote

from vicinage.privacy import ReleaseRecord
from vicinage.table import DatabaseTable, Place, Table, table_digest

__all__ = ["record_of_file", "record_of_table", "record_path", "record_text", "rows_hash"]


def record_path(output: Place) -> Path:
    """Return where the record of an output goes: beside a file, or into the working folder.

    Examples
    --------
    >>> record_path(DatabaseTable.at("postgresql://db/survey/safe.people")).name
    'people.record.json'
    """
    if isinstance(output, DatabaseTable):
        return Path(f"{quote(output.table, safe=' ')}.record.json")
    return output.with_name(output.name + ".record.json")


def record_of_file(record: ReleaseRecord, output: Path) -> dict[str, Any]:
    """Return what may be published beside a file.

    It holds no figure of risk or utility: whoever knows all records but one could solve a mean
    over the table, even a rounded one, for the last.

    Parameters
    ----------
    record : ReleaseRecord
    output : Path
        Only its name and its hash are told; not where it is. It has been written.
    """
    with output.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    return record.as_dict() | {"output": {"file": output.name, "sha256": digest}}


def record_of_table(
    record: ReleaseRecord, output: DatabaseTable, released: Table
) -> dict[str, Any]:
    """Return what may be published of a table in a database: its name, and a hash of its rows."""
    return record.as_dict() | {
        "output": {"table": output.table, "rows_sha256": rows_hash(released)}
    }


def record_text(record: dict[str, Any]) -> bytes:
    """Return what is written into the file of a record."""
    return json.dumps(record, indent=2, ensure_ascii=False, allow_nan=False).encode() + b"\n"


def rows_hash(released: Table) -> str:
    """Return a hash of the rows of a released table, whatever their order and their types.

    It has no key: anyone who has the table can compute it. For a table that is not released, use
    the key of a ledger.
    """
    return table_digest(released, b"released").hex()
