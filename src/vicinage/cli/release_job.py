"""From a read table to written files: the steps of a release, in their order."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from vicinage._kernels import is_prepared
from vicinage.cli.outcome import Outcome
from vicinage.cli.public_record import public_record, record_path
from vicinage.cli.stages import Stages
from vicinage.errors import OutputError
from vicinage.evaluation import evaluate
from vicinage.ledger import Ledger
from vicinage.masking import Masker, Release, release_table
from vicinage.report import release_page
from vicinage.schema import Schema
from vicinage.table import Table, check_place, check_writable, replacing, table_digest

__all__ = ["ReleaseJob"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseJob:
    """A release that was asked for.

    Parameters
    ----------
    masker : Masker
        Its parameters have been checked.
    output : Path
        Where the protected table goes; its record goes beside it.
    schema : Schema or None
    evaluated : bool
        Whether risk and utility are measured.
    ledger : Ledger or None
        Where the release is noted.
    report : Path or None
        Where a page for the steward goes.
    force : bool
        Whether files that exist may be written over.
    """

    masker: Masker
    output: Path
    schema: Schema | None = None
    evaluated: bool = True
    ledger: Ledger | None = None
    report: Path | None = None
    force: bool = False

    @property
    def outputs(self) -> tuple[Path, ...]:
        """The files that are going to be written."""
        pages = () if self.report is None else (self.report,)
        return (self.output, record_path(self.output), *pages)

    def check(self, inputs: list[Path]) -> None:
        """Refuse outputs that cannot or must not be written, before any work.

        Raises
        ------
        OutputError
            If an output exists and `force` is not set, is an input, or cannot be written.
        """
        sources = {path.resolve() for path in inputs}
        check_writable(self.output)
        for path in self.outputs:
            check_place(path)
            if path.resolve() in sources:
                raise OutputError(f"output must be another file than the original, got {path}")
            if path.exists() and not self.force:
                raise OutputError(
                    f"output must be a new file, got {path}, which exists; --force writes over it"
                )

    def run(self, read: Callable[[], Table], stages: Stages) -> Outcome:
        """Read, protect, evaluate, note and write, in this order."""
        stages.begin("reading")
        original = read()
        stages.begin("protecting" if is_prepared() else "preparing compiled code, once")
        release = release_table(self.masker, original)
        stages.begin("evaluating")
        evaluation = evaluate(original, release.table, self.schema) if self.evaluated else None
        stages.begin("writing")
        # Noted first: a file without its note would be worse than a note without its file.
        earlier = self._note(original, release)
        release.table.write(self.output)
        record = public_record(release.record, self.output, evaluation, release.table.n_rows)
        self._write_beside(
            record_path(self.output), json.dumps(record, indent=2, ensure_ascii=False)
        )
        if self.report is not None:
            page = release_page(original, release.table, evaluation, release.record.as_dict())
            self._write_beside(self.report, page)
        return Outcome(
            original=original,
            release=release,
            evaluation=evaluation,
            record=record,
            earlier=earlier,
        )

    def _note(self, original: Table, release: Release) -> int:
        if self.ledger is None:
            return 0
        digest = table_digest(original, self.ledger.data_set_key)
        return self.ledger.note_release(digest, release.record.as_dict())

    def _write_beside(self, path: Path, text: str) -> None:
        try:
            with replacing(path) as stream:
                stream.write(text.encode() + b"\n")
        except OutputError as error:
            raise OutputError(
                f"{self.output} was written, but what belongs beside it was not: {error}"
            ) from None
