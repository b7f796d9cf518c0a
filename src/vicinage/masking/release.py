"""From a frame to its protected release: what all maskers do alike."""

from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

import numpy as np
import numpy.typing as npt

from vicinage._version import __version__
from vicinage.masking.column_choice import check_kept_key
from vicinage.masking.derived import recomputed
from vicinage.masking.masked import Masked
from vicinage.masking.notes import release_notes, same_cells
from vicinage.masking.rule_count import RuleCount, broken_records, count_rules, kept_rules
from vicinage.masking.steps import StepEffect, apply_steps, check_suppression
from vicinage.masking.treatment_notes import treatment_notes
from vicinage.privacy import RandomKey, ReleaseRecord
from vicinage.schema import Role, Schema, Treatment
from vicinage.table import Table

__all__ = ["Masker", "Release", "release_frame", "release_table", "schema_source"]


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Release:
    """A protected table, ready to be written, and its record.

    Parameters
    ----------
    table : Table
    record : ReleaseRecord
        Publishable.
    effects : tuple of StepEffect
        How many cells each declared step has changed; for the steward only.
    rules : tuple of RuleCount
        How many records break each declared rule; for the steward only.
    """

    table: Table
    record: ReleaseRecord
    effects: tuple[StepEffect, ...] = ()
    rules: tuple[RuleCount, ...] = ()


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

    The steps that its schema declares are done before and after; derived columns are computed
    anew at the end, and rules are counted. Identifiers are dropped, and so is the key unless the
    masker keeps it.
    """
    parameters = masker.get_params()
    check_kept_key(table.schema, keep_key=parameters["keep_key"])
    key = RandomKey.new(parameters.get("seed"))
    dropped = table.schema.with_role(Role.IDENTIFIER)
    treatment = table.schema.treatment
    plain = table.with_treatment(Treatment(together=treatment.together)).drop(dropped)
    prepared, before = apply_steps(plain, treatment.before)
    check_suppression(prepared, treatment.after)
    masked = masker.mask(prepared, _record_keys(table, key), key)
    if not parameters["keep_key"]:
        dropped += table.schema.with_role(Role.KEY)
    finished, after = apply_steps(masked.table, treatment.after)
    released = recomputed(finished).drop(set(dropped) & set(finished.names))
    schema = table.declared
    rules = count_rules(
        treatment.rules,
        broken_records(treatment.rules, table),
        broken_records(kept_rules(table, dropped), released),
        table.n_rows,
    )
    unchanged = [n for n in masked.columns if same_cells(prepared, masked.table, n)]
    notes = (
        *release_notes(prepared, masked, dropped, unchanged=unchanged, seeded=key.seeded),
        *treatment_notes(treatment, (*before, *after), rules, masked, table.n_rows),
    )
    record = ReleaseRecord(
        method=type(masker).__name__,
        parameters=parameters,
        columns=masked.columns,
        guarantee=masker.guarantee,
        # A hash of observed bounds could be tested by whoever knows all records but one.
        schema=None if schema is None else schema.fingerprint(),
        schema_source=schema_source(schema),
        seeded=key.seeded,
        notes=notes,
        version=__version__,
    )
    return Release(table=released, record=record, effects=(*before, *after), rules=rules)


def _record_keys(table: Table, key: RandomKey) -> npt.NDArray[np.uint64]:
    """Return the word that stands for each record: of its key, else of its place in the table."""
    texts = table.key_bytes()
    if texts is None:
        return np.arange(table.n_rows, dtype=np.uint64)
    return key.of_bytes(*texts)


def schema_source(schema: Schema | None) -> str:
    """Say whether a schema was declared, drafted or observed, as a record does."""
    if schema is None:
        return "observed"
    return "declared" if schema.public else "draft"
