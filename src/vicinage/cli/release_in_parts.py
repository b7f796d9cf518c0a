"""``vicinage release --memory``: protect a table that may be larger than the memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import vicinage
from vicinage.cli.output_check import check_output
from vicinage.cli.part_options import PartOptions
from vicinage.cli.release_summary import described, note_lines
from vicinage.cli.stages import showing_stages
from vicinage.cli.usage_error import UsageError
from vicinage.schema import Schema

__all__ = ["PartsJob"]

_STAGES = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class PartsJob:
    """A release in parts that was asked for.

    Parameters
    ----------
    masker : RWN
    files : tuple of Path or DatabaseTable
    schema : Schema
    output : Path
    options : PartOptions
    record : Path or None
        Where the record goes; None: beside the file.
    force : bool
        Whether files that exist may be written over.
    """

    masker: vicinage.masking.RWN
    files: tuple[vicinage.table.Place, ...]
    schema: Schema
    output: Path
    options: PartOptions
    record: Path | None
    force: bool

    @classmethod
    def of(
        cls,
        masker: vicinage.masking.Masker,
        files: Sequence[vicinage.table.Place],
        output: vicinage.table.Place,
        schema: Schema | None,
        options: PartOptions,
        *,
        record: Path | None,
        force: bool,
    ) -> PartsJob:
        """Refuse what is not possible in parts.

        Raises
        ------
        UsageError
            If it is another method, there is no schema, or the output is in a database.
        """
        if not isinstance(masker, vicinage.masking.RWN):
            raise UsageError("--memory must go with --method rwn; other methods need all records")
        if schema is None:
            raise UsageError("--memory must go with --schema; `vicinage schema` drafts one")
        if not isinstance(output, Path):
            raise UsageError(
                "--memory must go with a file as --output; a database can load a Parquet file"
            )
        return cls(
            masker=masker,
            files=tuple(files),
            schema=schema,
            output=output,
            options=options,
            record=record,
            force=force,
        )

    @property
    def record_file(self) -> Path:
        """Where the record goes."""
        return self.record or vicinage.masking.record_path(self.output)

    def plan_lines(self) -> list[str]:
        """Describe what the release would take, when it is possible."""
        if not all(isinstance(place, Path) for place in self.files):
            raise UsageError("--dry-run must go with files; a database would have to be read")
        request = vicinage.masking.Request.of(self.masker, self.files, self.output, self.schema)
        memory = vicinage.masking.memory_bytes(self.options.memory or 0)
        plan = request.plan(memory=memory, n_workers=self.options.n_workers)
        plan.check()
        return [*plan.lines(), "Nothing was written."]

    def run(
        self, inputs: Sequence[vicinage.table.Place], *, quiet: bool
    ) -> vicinage.privacy.ReleaseRecord:
        """Protect the table, and write it with its record."""
        for name, path in (("output", self.output), ("record", self.record_file)):
            check_output(path, name, inputs=inputs, force=self.force)
        with self.options.opened() as engine, showing_stages(_STAGES, quiet=quiet) as begin:
            return vicinage.masking.release_file(
                self.masker,
                self.files,
                self.output,
                self.schema,
                engine=engine,
                memory=self.options.memory or 0,
                record=self.record_file,
                progress=begin,
            )

    def summary_lines(self, record: vicinage.privacy.ReleaseRecord) -> list[str]:
        """Return the summary of the release, line by line."""
        return [
            f"Protected by {record.method} ({described(record.as_dict()['parameters'])}).",
            f"Perturbed: {', '.join(record.columns)}.",
            "Formal guarantee: none. Judge the release by its figures.",
            *note_lines(record),
            "",
            "Risk and utility were not measured.",
            "",
            *(f"Wrote {path}" for path in (self.output, self.record_file)),
        ]
