"""From files or a frame to cells and a schema that go together."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from vicinage.errors import ParameterError
from vicinage.schema import FileFormat, Role, Schema
from vicinage.schema.close_match import did_you_mean
from vicinage.table.dialect import Dialect
from vicinage.table.frames import Frame, open_frame
from vicinage.table.observe import find_decimal, observe_schema
from vicinage.table.readers import read_files

__all__ = ["Loaded", "load_files", "load_frame"]


@dataclass(frozen=True, slots=True)
class Loaded:
    """Cells that have not been checked yet, and the schema to check them against.

    Parameters
    ----------
    frame : Frame
    schema : Schema
        As given, or observed; with the key that was asked for.
    declared : Schema or None
        Exactly as the steward gave it; None when it was observed in the data.
    dialect : Dialect or None
        How the file is written, when it is a text file.
    """

    frame: Frame
    schema: Schema
    declared: Schema | None
    dialect: Dialect | None = None


def load_files(
    paths: Path | str | Sequence[Path | str],
    schema: Schema | None = None,
    *,
    key: str | None = None,
    file_format: FileFormat | None = None,
) -> Loaded:
    """Read files of one layout; see :meth:`vicinage.table.Table.read` for the parameters."""
    _check_schema(schema)
    listed = [paths] if isinstance(paths, str | Path) else list(paths)
    file = file_format or (schema.file if schema else FileFormat())
    native, dialect = read_files([Path(path) for path in listed], file)
    frame = open_frame(native)
    if dialect is None:
        return Loaded(frame, with_key(schema or observe_schema(frame), key), _declared(schema))
    declared = _declared(schema)
    file = replace(file, delimiter=dialect.delimiter)
    if schema is None:
        if file.delimiter != "," and file.decimal == ".":
            file = replace(file, decimal=find_decimal(frame))
        schema = observe_schema(frame, file)
    return Loaded(frame, with_key(schema.with_file(file), key), declared, dialect)


def load_frame(frame: Any, schema: Schema | None = None, *, key: str | None = None) -> Loaded:
    """Wrap a frame; see :meth:`vicinage.table.Table.from_frame` for the parameters."""
    _check_schema(schema)
    opened = open_frame(frame)
    return Loaded(opened, with_key(schema or observe_schema(opened), key), _declared(schema))


def _declared(schema: Schema | None) -> Schema | None:
    return None if schema is None or schema.observed else schema


def _check_schema(schema: object) -> None:
    if schema is not None and not isinstance(schema, Schema):
        raise ParameterError(
            f"schema must be a Schema or None, got {type(schema).__name__}; "
            "Schema.from_toml(path) reads one"
        )


def with_key(schema: Schema, key: str | None) -> Schema:
    """Give one column the role "key", in the place of one that the schema declares."""
    if key is None:
        return schema
    if key not in schema:
        raise ParameterError(
            f"key must be a column of the table, got {key!r}{did_you_mean(key, schema.names)}"
        )
    others = [replace(schema[name], role=None) for name in schema.with_role(Role.KEY)]
    return schema.replace(*others, replace(schema[key], role=Role.KEY))
