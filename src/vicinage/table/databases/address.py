"""Addresses of tables in databases."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import SplitResult, quote, unquote_to_bytes, urlsplit

from vicinage.errors import TableError

__all__ = ["DatabaseTable", "Place", "PlaceLike", "place_of"]

_FORMS = {
    "postgresql": "postgresql://USER@HOST:PORT/DATABASE/[SCHEMA.]TABLE",
    "sqlite": "sqlite:///FILE#TABLE",
    "duckdb": "duckdb:///FILE#[SCHEMA.]TABLE",
}
# A Path has lost one of the two slashes.
_LOOKS_LIKE_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:/")
_CONTROL = re.compile(r"[\x00-\x20\x7f]")


@dataclass(frozen=True, slots=True, kw_only=True)
class DatabaseTable:
    """A table, or a view, in a database; nothing connects before it is needed.

    Parameters
    ----------
    engine : {"postgresql", "sqlite", "duckdb"}
    table : str
        Its name, exactly as the database has it.
    schema : str or None
        None: where the database looks first.
    host : str
        PostgreSQL; empty where the environment says it (PGHOST).
    port : int or None
    database : str
    user : str
        Hidden in the representation, and in messages.
    password : str
        Hidden too.
    path : Path or None
        The file of SQLite or DuckDB.

    Examples
    --------
    >>> place = DatabaseTable.at("postgresql://ann:secret@db.example/survey/raw.people")
    >>> place.schema, place.table, place.shown
    ('raw', 'people', 'postgresql://db.example/survey/raw.people')
    >>> "secret" in repr(place)
    False
    >>> DatabaseTable.at("sqlite:///survey.db#people%2E2024").table
    'people.2024'
    """

    engine: str
    table: str
    schema: str | None = None
    host: str = ""
    port: int | None = None
    database: str = ""
    user: str = field(default="", repr=False)
    password: str = field(default="", repr=False)
    path: Path | None = None

    @classmethod
    def at(cls, address: str) -> "DatabaseTable":
        """Understand an address.

        ``postgresql://[USER[:PASSWORD]@]HOST[:PORT]/DATABASE/[SCHEMA.]TABLE``,
        ``sqlite:///FILE#TABLE`` or ``duckdb:///FILE#[SCHEMA.]TABLE``. A file behind three slashes
        is in the working folder; behind four, its path is absolute. Anything else than letters,
        digits, "-" and "_" in a part may be written as %XX, and ``/ # ? @ : % .`` must be.

        Raises
        ------
        TableError
            If it is none of these. The address is not repeated: it may hold a password.
        """
        try:
            parts = urlsplit(address)
            port = parts.port
        except ValueError:
            raise _no_address(None) from None
        form = _FORMS.get(parts.scheme)
        after_host = parts.path + parts.fragment
        if form is None or _CONTROL.search(address) or parts.query or "@" in after_host:
            raise _no_address(form)
        if parts.scheme == "postgresql":
            return cls._in_server(parts, port)
        return cls._in_file(parts)

    @classmethod
    def _in_server(cls, parts: SplitResult, port: int | None) -> "DatabaseTable":
        form = _FORMS["postgresql"]
        names = parts.path.split("/")[1:]
        if parts.fragment or len(names) != 2 or not all(names):
            raise _no_address(form)
        schema, table = _qualified(names[1], form)
        return cls(
            engine="postgresql",
            table=table,
            schema=schema,
            host=_decoded(_host(parts.netloc), form),
            port=port,
            database=_decoded(names[0], form),
            user=_decoded(parts.username or "", form),
            password=_decoded(parts.password or "", form),
        )

    @classmethod
    def _in_file(cls, parts: SplitResult) -> "DatabaseTable":
        form = _FORMS[parts.scheme]
        file = _decoded(parts.path.removeprefix("/"), form)
        if parts.netloc or not file or not parts.fragment:
            raise _no_address(form)
        schema, table = _qualified(parts.fragment, form)
        if parts.scheme == "sqlite" and schema not in (None, "main"):
            raise _no_address(form)
        return cls(engine=parts.scheme, table=table, schema=schema, path=Path(file))

    @property
    def shown(self) -> str:
        """The address as messages show it: without user and password."""
        parts = ([self.schema] if self.schema else []) + [self.table]
        name = ".".join(quote(part, safe="").replace(".", "%2E") for part in parts)
        if self.path is not None:
            return f"{self.engine}:///{quote(self.path.as_posix())}#{name}"
        port = f":{self.port}" if self.port else ""
        host = f"[{self.host}]" if ":" in self.host else quote(self.host, safe="")
        return f"postgresql://{host}{port}/{quote(self.database, safe='')}/{name}"

    def __str__(self) -> str:
        return self.shown


Place = Path | DatabaseTable
"""Where a table is."""

PlaceLike = Place | str
"""The same, or a text that means it."""


def place_of(source: PlaceLike) -> Place:
    """Return what a text means: the address of a table in a database has ``://`` in it.

    Raises
    ------
    TableError
        If it is neither, no address of a kind that is known, or a Path made of one.

    Examples
    --------
    >>> place_of("people.csv").name
    'people.csv'
    >>> place_of("sqlite:///survey.db#people")
    DatabaseTable(engine='sqlite', table='people', schema=None, host='', port=None, database='', \
path=PosixPath('survey.db'))
    """
    if isinstance(source, DatabaseTable):
        return source
    if isinstance(source, str) and "://" in source:
        return DatabaseTable.at(source)
    if not isinstance(source, str | Path):
        raise TableError(
            f"a place of a table must be a path or an address, got {type(source).__name__}; a "
            "list is one of paths, so make a frame of cells"
        )
    path = Path(source)
    if _LOOKS_LIKE_ADDRESS.match(str(source)) and not path.exists():
        raise TableError(
            "an address of a database must be a text with ://, got a path; give it as a str, or "
            "as DatabaseTable.at(text)"
        )
    return path


def _host(netloc: str) -> str:
    """Return the host in its own capitals: it may be the folder of a socket."""
    return re.sub(r":[0-9]*$", "", netloc.rpartition("@")[2]).strip("[]")


def _qualified(name: str, form: str) -> tuple[str | None, str]:
    parts: Sequence[str] = [_decoded(part, form) for part in name.split(".")]
    if len(parts) > 2 or not all(parts):
        raise _no_address(form)
    return (parts[0], parts[1]) if len(parts) == 2 else (None, parts[0])


def _decoded(part: str, form: str) -> str:
    try:
        text = unquote_to_bytes(part).decode()
    except UnicodeDecodeError:
        raise _no_address(form) from None
    if re.search(r"%(?![0-9A-Fa-f]{2})", part) or "\0" in text:
        raise _no_address(form)
    return text


def _no_address(form: str | None) -> TableError:
    forms = form or ", ".join(_FORMS.values())
    return TableError(
        f"the address of a table must be of the form {forms}, got something else, which is not "
        "repeated here because it may hold a password; write other characters than letters, "
        "digits, - and _ as %XX, also those of a password"
    )
