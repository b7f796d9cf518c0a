"""From a frame to its protected release: what all maskers do alike."""

from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

import numpy as np
import numpy.typing as npt

from vicinage._version import __version__
from vicinage.masking.masked import Masked
from vicinage.masking.notes import release_notes
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
    table = Table.of(frame, schema, key=masker.get_params().get("key"))
    release = release_table(masker, table)
    masker.record_ = release.record
    return release.table.native()


def release_table(masker: Masker, table: Table) -> Release:
    """Protect a table with a masker whose parameters have been checked.

    Identifiers are dropped, and so is the key unless the masker keeps it.
    """
    parameters = masker.get_params()
    key = RandomKey.new(parameters.get("seed"))
    dropped = table.schema.with_role(Role.IDENTIFIER)
    masked = masker.mask(table.drop(dropped), _record_keys(table, key), key)
    if not parameters["keep_key"]:
        dropped += table.schema.with_role(Role.KEY)
    schema = table.declared
    record = ReleaseRecord(
        method=type(masker).__name__,
        parameters=parameters,
        columns=masked.columns,
        guarantee=masker.guarantee,
        # A hash of observed bounds could be tested by whoever knows all records but one.
        schema=None if schema is None else schema.fingerprint(),
        schema_source=_source(schema),
        seeded=key.seeded,
        notes=release_notes(table, masked, dropped, seeded=key.seeded),
        version=__version__,
    )
    return Release(masked.table.drop(set(dropped) & set(masked.table.names)), record)


def _record_keys(table: Table, key: RandomKey) -> npt.NDArray[np.uint64]:
    """Return the word that stands for each record: of its key, else of its place in the table."""
    texts = table.key_bytes()
    if texts is None:
        return np.arange(table.n_rows, dtype=np.uint64)
    return key.of_bytes(*texts)


def _source(schema: Schema | None) -> str:
    if schema is None:
        return "observed"
    return "declared" if schema.public else "draft"
