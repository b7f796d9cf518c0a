"""The notes in Arrow files from which pandas finds its own types again."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

import pyarrow as pa

__all__ = ["pandas_types"]

_KEY = b"pandas"
_NULLABLE = {
    pa.bool_(): "boolean",
    pa.int8(): "Int8",
    pa.int16(): "Int16",
    pa.int32(): "Int32",
    pa.int64(): "Int64",
    pa.uint8(): "UInt8",
    pa.uint16(): "UInt16",
    pa.uint32(): "UInt32",
    pa.uint64(): "UInt64",
    pa.float32(): "Float32",
    pa.float64(): "Float64",
    pa.string(): "string",
    pa.large_string(): "string",
}


def pandas_types(metadata: Mapping[bytes, bytes] | None, fields: Iterable[Any]) -> Any:
    """Return metadata that name the columns of pandas' nullable types, and say nothing else.

    The notes of pandas also hold attributes of the frame, its index and the names of columns that
    are not released; they are written anew, with what was noted about the type alone.

    Parameters
    ----------
    metadata : mapping of bytes, or None
        Of the schema that came in.
    fields : iterable of pyarrow.Field
        Of the release.

    Returns
    -------
    dict of bytes, or None
        None where no column needs a note.
    """
    noted = _noted(metadata or {})
    columns = [
        {
            "name": field.name,
            "field_name": field.name,
            "pandas_type": str(field.type),
            "numpy_type": _NULLABLE[field.type],
            "metadata": None,
        }
        for field in fields
        if field.type in _NULLABLE and noted.get(field.name) == _NULLABLE[field.type]
    ]
    if not columns:
        return None
    notes = {"index_columns": [], "column_indexes": [], "columns": columns}
    return {_KEY: json.dumps(notes).encode()}


def _noted(metadata: Mapping[bytes, bytes]) -> dict[str, str]:
    """Return the type that pandas noted for each column; nothing where the notes are broken."""
    try:
        columns = json.loads(metadata.get(_KEY, b"{}")).get("columns", [])
        return {column["field_name"]: column["numpy_type"] for column in columns}
    except (ValueError, TypeError, KeyError, AttributeError):
        return {}
