"""Schemas from TOML text, with every mistake found at once."""

import datetime
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from vicinage.errors import SchemaError
from vicinage.names import did_you_mean
from vicinage.schema.column import KINDS, Column, Kind
from vicinage.schema.date import Date
from vicinage.schema.file_format import FileFormat
from vicinage.schema.ordinal import Ordinal
from vicinage.schema.text import Text
from vicinage.schema.toml_treatment import check_keys, parse_treatment
from vicinage.schema.treatment import Treatment

__all__ = ["SchemaContent", "parse_schema", "read_text"]

T = TypeVar("T")

_TOP_KEYS = ("public", "file", "columns", "rules", "together", "before", "after")
_FILE_KEYS = ("encoding", "delimiter", "decimal")
_COLUMN_KEYS = ("kind", "role", "missing", "fill", "not_applicable", "level", "formula")
_ANY_KIND_KEYS = ("role", "missing", "not_applicable", "level")
_TRUTH = re.compile(
    r"^[^#\n]*=\s*(?:yes|no|on|off|True|False|TRUE|FALSE)\s*(?:#.*)?$", re.MULTILINE
)
_ALL_KIND_KEYS = tuple(dict.fromkeys(field.name for cls in KINDS.values() for field in fields(cls)))


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemaContent:
    """What a schema file says."""

    columns: tuple[Column, ...]
    public: bool
    file: FileFormat
    treatment: Treatment


def read_text(path_or_text: Path | str) -> tuple[str, str]:
    """Return what to call the source in messages, and its text."""
    if isinstance(path_or_text, str) and any(sign in path_or_text for sign in "\n="):
        return "schema", path_or_text
    path = Path(path_or_text)
    try:
        return str(path), path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise SchemaError(
            f"{path}: a schema must be UTF-8 text, got another encoding in line {line}; "
            "save the file as UTF-8"
        ) from None
    except (OSError, ValueError) as error:  # ValueError: a path with a null character
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise SchemaError(f"schema must be a file that can be read, got {path}: {reason}") from None


def parse_schema(text: str, source: str) -> SchemaContent:
    """Parse the text of a schema.

    Raises
    ------
    SchemaError
        With one line for each mistake, in the order of the file.
    """
    try:
        document = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also integers too long for Python
        hint = "; truth values are true and false, in lower case" if _TRUTH.search(text) else ""
        raise SchemaError(f"{source}: a schema must be valid TOML, got: {error}{hint}") from None
    mistakes: list[str] = []
    check_keys(document, _TOP_KEYS, "top level", mistakes)
    public = document.get("public", False)
    if not isinstance(public, bool):
        mistakes.append(f"public must be true or false, got {public!r}")
    file = _parse_file(document.get("file", {}), mistakes)
    columns = _parse_columns(document.get("columns"), mistakes)
    treatment = parse_treatment(document, mistakes)
    if mistakes:
        raise SchemaError(_together(source, mistakes))
    return SchemaContent(columns=columns, public=public, file=file, treatment=treatment)


def _together(source: str, mistakes: list[str]) -> str:
    if len(mistakes) == 1:
        return f"{source}: {mistakes[0]}"
    return f"{source} has {len(mistakes)} mistakes:" + "".join(f"\n  {line}" for line in mistakes)


def _parse_file(table: object, mistakes: list[str]) -> FileFormat:
    if not isinstance(table, Mapping):
        mistakes.append(f"file must be a table, got {table!r}; write [file]")
        return FileFormat()
    check_keys(table, _FILE_KEYS, "[file]", mistakes)
    return _build(FileFormat, table, _FILE_KEYS, "[file]", mistakes) or FileFormat()


def _parse_columns(tables: object, mistakes: list[str]) -> tuple[Column, ...]:
    if not isinstance(tables, Mapping) or not tables:
        mistakes.append("columns must have one table for each column, such as [columns.age]")
        return ()
    columns = (_parse_column(name, table, mistakes) for name, table in tables.items())
    return tuple(column for column in columns if column is not None)


def _parse_column(name: str, table: object, mistakes: list[str]) -> Column | None:
    where = f'column "{name}"'
    if not isinstance(table, Mapping):
        mistakes.append(
            f"{where} must be a table, got {table!r}; "
            f'a name that holds a dot is written in quotes: [columns."a.b"]'
        )
        return None
    kind = _parse_kind(table, where, mistakes)
    if kind is None:
        # What does not depend on the kind is checked nevertheless.
        _build(partial(Column, name, Text()), table, _ANY_KIND_KEYS, where, mistakes)
        return None
    return _build(partial(Column, name, kind), table, _COLUMN_KEYS[1:], where, mistakes)


def _parse_kind(table: Mapping[str, Any], where: str, mistakes: list[str]) -> Kind | None:
    name = table.get("kind")
    if not isinstance(name, str) or name not in KINDS:
        got = f"{name!r}{did_you_mean(name, KINDS)}" if "kind" in table else "none"
        mistakes.append(f"{where}: kind must be one of {', '.join(KINDS)}, got {got}")
        check_keys(table, (*_COLUMN_KEYS, *_ALL_KIND_KEYS), where, mistakes)
        return None
    keys = tuple(field.name for field in fields(KINDS[name]))
    check_keys(table, (*_COLUMN_KEYS, *keys), where, mistakes)
    if name == Date.label:
        table = {key: _as_date(value) if key != "format" else value for key, value in table.items()}
    if name == Ordinal.label and "levels" not in table:
        mistakes.append(f"{where}: levels must hold the labels in increasing order, got none")
        return None
    make: Callable[..., Kind] = KINDS[name]
    return _build(make, table, keys, where, mistakes)


def _as_date(value: object) -> object:
    try:
        return datetime.date.fromisoformat(value) if isinstance(value, str) else value
    except ValueError:
        return value


def _build(
    make: Callable[..., T],
    table: Mapping[str, Any],
    keys: Iterable[str],
    where: str,
    mistakes: list[str],
) -> T | None:
    """Make an object from some keys of a table, or note what is wrong with each of them.

    A key is checked together with the right ones before it.
    """
    right: dict[str, Any] = {}
    wrong: dict[str, None] = {}  # a set that keeps the order
    for key in (key for key in keys if key in table):
        try:
            make(**right, **{key: table[key]})
        except SchemaError as error:
            wrong[str(error)] = None
        else:
            right[key] = table[key]
    if not wrong:
        try:
            return make(**right)
        except SchemaError as error:
            wrong[str(error)] = None
    mistakes += [f"{where}: {error}" for error in wrong]
    return None
