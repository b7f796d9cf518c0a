"""The file beside a release: its record and the output's hash."""

import hashlib
from pathlib import Path
from typing import Any
from urllib.parse import quote

from vicinage.privacy import ReleaseRecord
from vicinage.table import DatabaseTable, Table, table_digest

__all__ = ["public_record", "record_path", "rows_hash"]


def record_path(output: Path | DatabaseTable) -> Path:
    """Return where the record of an output goes: beside a file, or into the working folder.

    Examples
    --------
    >>> record_path(DatabaseTable.at("postgresql://db/survey/safe.people")).name
    'people.record.json'
    """
    if isinstance(output, DatabaseTable):
        return Path(f"{quote(output.table, safe=' ')}.record.json")
    return output.with_name(output.name + ".record.json")


def public_record(
    record: ReleaseRecord, output: Path | DatabaseTable, released: Table
) -> dict[str, Any]:
    """Return what may be published beside the output.

    It holds no figure of risk or utility: whoever knows all records but one could solve a mean
    over the table, even a rounded one, for the last.

    Parameters
    ----------
    record : ReleaseRecord
    output : Path or DatabaseTable
        Only its name and its hash are told; not where it is. A file has been written.
    released : Table
        What is in the output.
    """
    if isinstance(output, DatabaseTable):
        told = {"table": output.table, "rows_sha256": rows_hash(released)}
        return record.as_dict() | {"output": told}
    with output.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    return record.as_dict() | {"output": {"file": output.name, "sha256": digest}}


def rows_hash(released: Table) -> str:
    """Return a hash of the rows of a released table, whatever their order and their types.

    It has no key: anyone who has the table can compute it. For a table that is not released, use
    the key of a ledger.
    """
    return table_digest(released, b"released").hex()
