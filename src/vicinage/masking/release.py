"""From a frame to its protected release: what all maskers do alike."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Protocol

import numpy as np
import numpy.typing as npt

from vicinage._version import __version__
from vicinage.masking.masked import Masked
from vicinage.privacy import RandomKey, ReleaseRecord
from vicinage.schema import Role, Schema
from vicinage.table import Table

__all__ = ["Masker", "Release", "release_frame", "release_table"]


class Masker(Protocol):
    """A method that protects a table. Parameters are those of scikit-learn's estimators."""

    guarantee: ClassVar[str | None]
    record_: ReleaseRecord

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Return the parameters by name."""

    def check(self) -> None:
        """Refuse parameters that are outside their range, before any data is looked at."""

    def mask(self, table: Table, records: npt.NDArray[np.uint64], key: RandomKey) -> Masked:
        """Protect the rows of `table`, whose record keys are `records`."""


@dataclass(frozen=True, slots=True)
class Release:
    """A protected table, ready to be written, and its record."""

    table: Table
    record: ReleaseRecord


def release_frame(masker: Masker, frame: Any, schema: Schema | None = None) -> Any:
    """Protect a frame (or a file, given its path) and return the same kind of frame.

    The masker's ``record_`` then says how the release was made.
    """
    masker.check()
    key_column = masker.get_params().get("key")
    read = Table.read if isinstance(frame, str | Path) else Table.from_frame
    release = release_table(masker, read(frame, schema, key=key_column), schema)
    masker.record_ = release.record
    return release.table.native()


def release_table(
    masker: Masker, table: Table, schema: Schema | None = None, *, keep_key: bool = False
) -> Release:
    """Protect a table.

    Identifiers are dropped, and so is the key unless it is asked for.

    Parameters
    ----------
    masker : Masker
        Its parameters have been checked.
    table : Table
    schema : Schema, optional
        The one that the steward gave; the record states its fingerprint. One observed in the data
        has none: whoever knows all other records could test guesses against it.
    keep_key : bool
        Whether the released table keeps the key column, as it is.
    """
    parameters = masker.get_params()
    key = RandomKey.new(parameters.get("seed"))
    identifiers, keys = table.schema.with_role(Role.IDENTIFIER), table.schema.with_role(Role.KEY)
    masked = masker.mask(table.drop(identifiers), record_keys(table, key), key)
    gone = () if keep_key or parameters.get("keep_key") else keys
    notes = [f"Dropped, as the schema says: {name}." for name in (*identifiers, *gone)]
    record = ReleaseRecord(
        method=type(masker).__name__,
        parameters=parameters,
        columns=masked.columns,
        guarantee=masker.guarantee,
        schema=None if schema is None else schema.fingerprint(),
        schema_source=_source(schema),
        seeded=key.seeded,
        notes=(*_seed_notes(key), *_schema_notes(schema), *masked.notes, *notes),
        version=__version__,
    )
    return Release(masked.table.drop(gone), record)


def record_keys(table: Table, key: RandomKey) -> npt.NDArray[np.uint64]:
    """Return the word that stands for each record: of its key, else of its place in the table."""
    texts = table.key_bytes()
    if texts is None:
        return np.arange(table.n_rows, dtype=np.uint64)
    return key.of_bytes(*texts)


def _source(schema: Schema | None) -> str:
    if schema is None:
        return "observed"
    return "declared" if schema.public else "draft"


def _seed_notes(key: RandomKey) -> tuple[str, ...]:
    if not key.seeded:
        return ()
    return ("Seeded: whoever knows the seed can repeat the draws; for experiments only.",)


def _schema_notes(schema: Schema | None) -> tuple[str, ...]:
    if schema is None:
        return ("No schema: ranges and levels were observed in the table.",)
    if not schema.public:
        return ("The schema is a draft: its bounds and categories are not declared public.",)
    return ()
