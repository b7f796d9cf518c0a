"""From files, databases or a frame to cells and a schema that go together."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from vicinage.errors import ParameterError
from vicinage.names import did_you_mean
from vicinage.schema import FileFormat, Role, Schema
from vicinage.table.arrow_frame import ArrowFrame
from vicinage.table.databases import PlaceLike, place_of
from vicinage.table.dialect import Dialect
from vicinage.table.frames import Frame, open_frame
from vicinage.table.observe import find_decimal, is_row_label, observe_schema
from vicinage.table.readers import read_places
from vicinage.table.statistical.file_labels import FileLabels
from vicinage.table.verbatim_frame import VerbatimFrame

__all__ = ["Loaded", "fitting", "load", "load_files", "load_frame"]


@dataclass(frozen=True, slots=True, kw_only=True)
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
    path : Path or None
        The file, when it is a single one.
    labels : FileLabels or None
        What the file of a statistics program tells about its columns.
    row_order : str or None
        What decides the order of rows, where a database gave them.
    """

    frame: Frame
    schema: Schema
    declared: Schema | None
    dialect: Dialect | None = None
    path: Path | None = None
    labels: FileLabels | None = None
    row_order: str | None = None


def load(
    source: Any,
    schema: Schema | None = None,
    *,
    key: str | None = None,
    file_format: FileFormat | None = None,
    may_lack: Collection[str] = (),
) -> Loaded:
    """Read files or wrap a frame; see :meth:`vicinage.table.Table.of` for the parameters."""
    if isinstance(source, PlaceLike | list | tuple):
        return load_files(source, schema, key=key, file_format=file_format, may_lack=may_lack)
    return load_frame(source, schema, key=key, may_lack=may_lack)


def load_files(
    paths: PlaceLike | Sequence[PlaceLike],
    schema: Schema | None = None,
    *,
    key: str | None = None,
    file_format: FileFormat | None = None,
    may_lack: Collection[str] = (),
) -> Loaded:
    """Read files of one layout; see :meth:`vicinage.table.Table.read` for the parameters."""
    _check_schema(schema)
    several = [paths] if isinstance(paths, PlaceLike) else paths
    places = [place_of(path) for path in several]
    file = file_format or (schema.file if schema else FileFormat())
    content = read_places(places, file, schema.names if schema else ())
    dialect = content.dialect
    frame: Frame
    if dialect is not None and dialect.verbatim_header is not None:
        frame = VerbatimFrame(ArrowFrame(content.table), dialect)
    else:
        frame = open_frame(content.table)
    known = fitting(schema, frame, may_lack)
    if dialect is None:
        found = known or observe_schema(frame, texts=content.texts, labels=content.labels)
    else:
        file = replace(file, delimiter=dialect.delimiter)
        found = known.with_file(file) if known else _observe_texts(frame, file)
    alone = places[0]
    return Loaded(
        frame=frame,
        schema=with_key(found, key),
        declared=_declared(schema),
        dialect=dialect,
        path=alone if len(places) == 1 and isinstance(alone, Path) else None,
        labels=content.labels,
        row_order=content.row_order,
    )


def load_frame(
    frame: Any,
    schema: Schema | None = None,
    *,
    key: str | None = None,
    may_lack: Collection[str] = (),
) -> Loaded:
    """Wrap a frame; see :meth:`vicinage.table.Table.from_frame` for the parameters."""
    _check_schema(schema)
    opened = open_frame(frame)
    found = fitting(schema, opened, may_lack) or observe_schema(opened)
    return Loaded(frame=opened, schema=with_key(found, key), declared=_declared(schema))


def _observe_texts(frame: Frame, file: FileFormat) -> Schema:
    if file.delimiter != "," and file.decimal == ".":
        file = replace(file, decimal=find_decimal(frame))
    return observe_schema(frame, file)


def fitting(schema: Schema | None, frame: Frame, may_lack: Collection[str] = ()) -> Schema | None:
    """Leave out of the schema what the table may lack and does, and add the labels of rows."""
    if schema is None:
        return None
    lacking = [name for name in may_lack if name not in frame.names]
    labels = [name for name in frame.names if is_row_label(name) and name not in schema]
    return schema.drop(lacking).with_identifiers(labels)


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
