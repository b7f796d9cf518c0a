"""What was asked for, checked as far as it can be before any row is read."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from vicinage.errors import OutputError, ParameterError
from vicinage.masking.column_choice import distance_columns, perturbed_columns
from vicinage.masking.locality import Locality
from vicinage.masking.out_of_core.encoding import Encoding, Stratum
from vicinage.masking.out_of_core.plan import Plan
from vicinage.masking.out_of_core.shards import Shards
from vicinage.masking.public_record import record_path
from vicinage.masking.rwn import RWN
from vicinage.masking.strata import strata_columns
from vicinage.masking.together import drawn_together
from vicinage.neighbors import MinMax
from vicinage.privacy import RandomKey
from vicinage.schema import Role, Schema
from vicinage.table import Chunks, Survey, check_part_suffix, check_place

__all__ = ["Request"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A release of a file in parts.

    Parameters
    ----------
    masker : RWN
    survey : Survey
        What is known before any row is read.
    target, record : Path
        Where the release and its record go.
    perturbed, measured, within, kept : tuple of str
        Columns: to perturb, to measure distance on, of strata, and of the release.
    tied : tuple of tuple of str
        Perturbed columns that take their cells from one donor.
    """

    masker: RWN
    survey: Survey
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
        source: Path | str | Sequence[Path | str],
        target: Path | str,
        schema: Schema,
        *,
        record: Path | str | None = None,
    ) -> Self:
        """Check parameters, schema, names and types of the columns, and the target.

        Raises
        ------
        ParameterError, TableError, OutputError
            If something does not fit, or is not possible in parts.
        """
        masker.check()
        _check_parts(masker)
        check_part_suffix(target)
        _check_schema(schema)
        chunks = Chunks.open(source, schema)
        target = Path(target).resolve()
        record = Path(record or record_path(target)).resolve()
        _check_places(target, record, chunks)
        survey = Survey.before(chunks, schema, key=masker.key)
        columns = survey.no_rows()
        identifiers = survey.given.with_role(Role.IDENTIFIER)
        dropped = (
            identifiers if masker.keep_key else (*identifiers, *survey.given.with_role(Role.KEY))
        )
        perturbed = perturbed_columns(columns, masker.columns)
        return cls(
            masker=masker,
            survey=survey,
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
        return self.survey.chunks

    def plan(self, *, memory: int, n_workers: int) -> Plan:
        """Estimate what the release needs."""
        return Plan.of(
            self.masker, self.chunks, len(self.measured), memory=memory, n_workers=n_workers
        )

    def encoding(self, key: RandomKey) -> Encoding:
        """Return how rows are read, with what is known so far."""
        return Encoding(
            survey=self.survey,
            masker=self.masker,
            key=key,
            measured=self.measured,
            within=self.within,
        )

    def shards(
        self, encoding: Encoding, locality: Locality, sizes: Counter[Stratum], sample: Any
    ) -> Shards:
        """Return which rows are worked on together."""
        return Shards.of(encoding, locality, sizes, sample)


def _check_places(target: Path, record: Path, chunks: Chunks) -> None:
    taken = {path.resolve() for path in chunks.paths}
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
            f'metric must be "minmax" for a table in parts, got {masker.metric!r}; other metrics '
            "need all records at once"
        )


def _check_schema(schema: Schema) -> None:
    if not isinstance(schema, Schema):
        raise ParameterError(
            f"schema must be given for a table in parts, got {type(schema).__name__}; "
            "`vicinage schema` drafts one from a part of the table"
        )
    treatment = schema.treatment
    for what, parts in (
        ("steps", (*treatment.before, *treatment.after)),
        ("rules", treatment.rules),
        ("derived columns", [column.name for column in schema if column.formula is not None]),
        ("columns of households", [c.name for c in schema if c.level == "household"]),
        ("cells that do not apply", [c.name for c in schema if c.not_applicable]),
    ):
        if parts:
            raise ParameterError(
                f"schema must be without {what} for a table in parts, got {parts[0]}; do it "
                "before or after the release"
            )
