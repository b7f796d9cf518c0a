"""What was asked for, checked as far as it can be before any row is read."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from vicinage.errors import OutputError, ParameterError
from vicinage.masking.column_choice import check_kept_key, distance_columns, perturbed_columns
from vicinage.masking.out_of_core.encoding import Encoding
from vicinage.masking.out_of_core.plan import Plan
from vicinage.masking.out_of_core.treatment_of_rows import TreatmentOfRows
from vicinage.masking.public_record import record_path
from vicinage.masking.rwn import RWN
from vicinage.masking.strata import strata_columns
from vicinage.masking.together import drawn_together
from vicinage.neighbors import MinMax
from vicinage.privacy import RandomKey
from vicinage.schema import LocalSuppression, Role, Schema
from vicinage.table import (
    Chunks,
    DatabaseTable,
    Place,
    PlaceLike,
    Survey,
    check_part_suffix,
    check_place,
    place_of,
)

__all__ = ["Request"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A release of a file in parts.

    Parameters
    ----------
    masker : RWN
    treatment : TreatmentOfRows
        What is done besides drawing, and what is known before any row is read.
    target, record : Path
        Where the release and its record go.
    perturbed, measured, within, kept : tuple of str
        Columns: to perturb, to measure distance on, of strata, and of the release.
    tied : tuple of tuple of str
        Perturbed columns that take their cells from one donor.
    """

    masker: RWN
    treatment: TreatmentOfRows
    target: Path
    record: Path
    perturbed: tuple[str, ...]
    measured: tuple[str, ...]
    within: tuple[str, ...]
    kept: tuple[str, ...]
    tied: tuple[tuple[str, ...], ...]

    @classmethod
    def of(
        cls,
        masker: RWN,
        source: PlaceLike | Sequence[PlaceLike],
        target: Path | str,
        schema: Schema,
        *,
        record: Path | str | None = None,
        copies: Path | None = None,
    ) -> Self:
        """Check parameters, schema, names and types of the columns, and the target.

        Tables of databases are copied into the folder `copies`, which is the only long work.

        Raises
        ------
        ParameterError, TableError, OutputError
            If something does not fit, or is not possible in parts.
        """
        masker.check()
        _check_parts(masker)
        check_part_suffix(target)
        _check_schema(schema)
        target = Path(target).resolve()
        record = Path(record or record_path(target)).resolve()
        several = [source] if isinstance(source, PlaceLike) else source
        _check_places(target, record, [place_of(place) for place in several])
        chunks = Chunks.open(several, schema, copies=copies)
        original = Survey.before(chunks, schema, key=masker.key)
        check_kept_key(original.given, keep_key=masker.keep_key)
        dropped = original.given.with_role(Role.IDENTIFIER)
        if not masker.keep_key:
            dropped += original.given.with_role(Role.KEY)
        treatment = TreatmentOfRows.of(original, dropped)
        survey = treatment.prepared
        columns = survey.no_rows()
        perturbed = perturbed_columns(columns, masker.columns)
        return cls(
            masker=masker,
            treatment=treatment,
            target=target,
            record=record,
            perturbed=perturbed,
            measured=distance_columns(columns, masker.distance_columns),
            within=strata_columns(columns, masker.within),
            kept=tuple(name for name in survey.given.names if name not in dropped),
            tied=drawn_together(survey.given, perturbed),
        )

    @property
    def chunks(self) -> Chunks:
        """Where the rows come from."""
        return self.treatment.original.chunks

    def plan(self, *, memory: int, n_workers: int) -> Plan:
        """Estimate what the release needs."""
        return Plan.of(
            self.masker, self.chunks, len(self.measured), memory=memory, n_workers=n_workers
        )

    def encoding(self, key: RandomKey) -> Encoding:
        """Return how rows are read, with what is known so far."""
        return Encoding(
            survey=self.treatment.prepared,
            masker=self.masker,
            key=key,
            measured=self.measured,
            within=self.within,
        )


def _check_places(target: Path, record: Path, sources: list[Place]) -> None:
    files = [place.path if isinstance(place, DatabaseTable) else place for place in sources]
    taken = {file.resolve() for file in files if file is not None}
    for name, path in (("path", target), ("record", record)):
        check_place(path, name)
        if path in taken:
            raise OutputError(f"{name} must be another file than the original, got {path}")
    if record == target:
        raise OutputError(f"record must be another file than the release, got {record}")


def _check_parts(masker: RWN) -> None:
    if masker.partition_size is None:
        raise ParameterError(
            "partition_size must be given for a table in parts, got None; 128 is a good choice"
        )
    if masker.metric != "minmax" and not isinstance(masker.metric, MinMax):
        raise ParameterError(
            f'metric must be "minmax" for a table in parts, got {masker.metric!r}; others need all '
            "records at once: declare bounds, which scale columns as well as deviations do"
        )


def _check_schema(schema: Schema) -> None:
    if not isinstance(schema, Schema):
        raise ParameterError(
            f"schema must be given for a table in parts, got {type(schema).__name__}; "
            "`vicinage schema` drafts one from a part of the table"
        )
    suppressed = [s for s in schema.treatment.after if isinstance(s, LocalSuppression)]
    if suppressed:
        raise ParameterError(
            "schema must be without local suppression for a table in parts, since it compares all "
            f"records, got {suppressed[0]}; recode or top-code the columns further instead"
        )
    shared = [column.name for column in schema if column.level == "household"]
    if shared:
        raise ParameterError(
            "schema must be without columns of households for a table in parts, since their "
            f"members may lie anywhere, got {shared[0]!r}; release the table at once, or declare "
            "them ignored and of the level of records, which keeps them as they are"
        )
