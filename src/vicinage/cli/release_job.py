"""From a read table to written files: the steps of a release, in their order."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vicinage._kernels import is_prepared
from vicinage.cli.json_output import json_text
from vicinage.cli.outcome import Outcome
from vicinage.cli.output_check import check_output
from vicinage.cli.public_record import public_record, record_path
from vicinage.errors import FailedError, OutputError
from vicinage.evaluation import evaluate
from vicinage.ledger import Ledger
from vicinage.masking import Masker, Release, release_table
from vicinage.report import render_page, summarize
from vicinage.table import Table, check_suffix, replacing, table_digest

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
        check_suffix(self.output, "output")
        for path in self.outputs:
            name = "report" if path == self.report else "output"
            check_output(path, name, inputs=inputs, force=self.force)
        if len({path.resolve() for path in self.outputs}) < len(self.outputs):
            raise OutputError(f"report must be another file than the output, got {self.report}")

    def run(self, read: Callable[[], Table], begin: Callable[[str], None]) -> Outcome:
        """Read, protect, evaluate, note and write; `begin` is told what comes next."""
        begin("reading")
        original = read()
        begin("protecting" if is_prepared("neighbors") else "preparing compiled code, once")
        release = release_table(self.masker, original)
        begin("evaluating")
        evaluation = evaluate(original, release.table) if self.evaluated else None
        begin("writing")
        # Noted first: a file without its note would be worse than a note without its file.
        earlier = self._note(original, release)
        page = None
        if self.report is not None:
            summary = summarize(original, release.table, evaluation, release.record.as_dict())
            page = render_page(summary)
        record = self._write(release, page)
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

    def _write(self, release: Release, page: str | None) -> dict[str, Any]:
        """Write all files, or keep none of them: a release without its record misleads."""
        written: list[Path] = []
        try:
            release.table.write(self.output)
            written.append(self.output)
            record = public_record(release.record, self.output)
            texts = {record_path(self.output): json_text(record), self.report: page}
            for path, text in texts.items():
                if path is not None and text is not None:
                    with replacing(path) as stream:
                        stream.write(text.encode() + b"\n")
                    written.append(path)
        except OutputError as error:
            for path in written:
                path.unlink(missing_ok=True)
            raise FailedError(f"{error}; nothing of this release was kept") from None
        return record
