"""From a read table to written files: the steps of a release, in their order."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import vicinage
from vicinage.cli.outcome import Outcome
from vicinage.cli.output_check import check_output
from vicinage.errors import FailedError, OutputError

__all__ = ["ReleaseJob"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseJob:
    """A release that was asked for.

    Parameters
    ----------
    masker : Masker
        Its parameters have been checked.
    output : Path or DatabaseTable
        Where the protected table goes.
    record : Path or None
        Where its record goes; None: beside the file, or into the working folder.
    evaluated : bool
        Whether risk and utility are measured.
    ledger : Ledger or None
        Where the release is noted.
    report : Path or None
        Where a page for the steward goes.
    force : bool
        Whether files and tables that exist may be written over.
    """

    masker: vicinage.masking.Masker
    output: vicinage.table.Place
    record: Path | None = None
    evaluated: bool = True
    ledger: vicinage.ledger.Ledger | None = None
    report: Path | None = None
    force: bool = False

    @property
    def record_file(self) -> Path:
        """Where the record goes."""
        return self.record or vicinage.masking.record_path(self.output)

    @property
    def outputs(self) -> tuple[vicinage.table.Place, ...]:
        """What is going to be written."""
        pages = () if self.report is None else (self.report,)
        return (self.output, self.record_file, *pages)

    def check(self, inputs: list[vicinage.table.Place]) -> None:
        """Refuse outputs that cannot or must not be written, before any work.

        Raises
        ------
        OutputError
            If an output exists and `force` is not set, is an input, or cannot be written.
        """
        if isinstance(self.output, vicinage.table.DatabaseTable):
            vicinage.table.check_target(self.output, inputs=inputs, replace=self.force)
        else:
            vicinage.table.check_suffix(self.output, "output")
        files = [path for path in self.outputs if isinstance(path, Path)]
        for path in files:
            name = "output" if path == self.output else "record"
            name = "report" if path == self.report else name
            check_output(path, name, inputs=inputs, force=self.force)
        if len({path.resolve() for path in files}) < len(files):
            name = "record" if self.report is None else "report"
            raise OutputError(
                f"{name} must be another file than the output, got {self.report or self.record}"
            )

    def run(
        self, read: Callable[[], vicinage.table.Table], begin: Callable[[str], None]
    ) -> Outcome:
        """Read, protect, evaluate, note and write; `begin` is told what comes next."""
        begin("reading")
        original = read()
        begin(
            "protecting"
            if vicinage._kernels.is_prepared("neighbors")
            else "preparing compiled code, once"
        )
        release = vicinage.masking.release_table(self.masker, original)
        begin("evaluating")
        compared = vicinage.masking.as_released(original)
        evaluation = (
            vicinage.evaluation.evaluate(compared, release.table) if self.evaluated else None
        )
        begin("writing")
        # Noted first: a file without its note would be worse than a note without its file.
        earlier = self._note(original, release)
        page = None
        if self.report is not None:
            summary = vicinage.report.summarize(
                compared, release.table, evaluation, release.record.as_dict()
            )
            page = vicinage.report.render_page(summary)
        record = self._write(release, page)
        return Outcome(
            original=original,
            release=release,
            evaluation=evaluation,
            record=record,
            earlier=earlier,
        )

    def _note(self, original: vicinage.table.Table, release: vicinage.masking.Release) -> int:
        if self.ledger is None:
            return 0
        digest = vicinage.table.table_digest(original, self.ledger.data_set_key)
        return self.ledger.note_release(digest, release.record.as_dict())

    def _write(self, release: vicinage.masking.Release, page: str | None) -> dict[str, Any]:
        """Write everything, or keep nothing: a release without its record misleads."""
        try:
            if isinstance(self.output, vicinage.table.DatabaseTable):
                return self._write_table(release, page, self.output)
            return self._write_files(release, page, self.output)
        except OutputError as error:
            raise FailedError(f"{error}; nothing of this release was kept") from None

    def _write_table(
        self,
        release: vicinage.masking.Release,
        page: str | None,
        output: vicinage.table.DatabaseTable,
    ) -> dict[str, Any]:
        """Let the files appear when the table is there, which is the last thing that can fail."""
        record = vicinage.masking.record_of_table(release.record, output, release.table)
        with ExitStack() as files:
            for path, text in self._texts(record, page).items():
                files.enter_context(vicinage.table.replacing(path)).write(text)
            release.table.write(output, replace=self.force)
        return record

    def _write_files(
        self, release: vicinage.masking.Release, page: str | None, output: Path
    ) -> dict[str, Any]:
        written: list[Path] = []
        try:
            release.table.write(output)
            written.append(output)
            record = vicinage.masking.record_of_file(release.record, output)
            for path, text in self._texts(record, page).items():
                with vicinage.table.replacing(path) as stream:
                    stream.write(text)
                written.append(path)
        except OutputError:
            for path in written:
                path.unlink(missing_ok=True)
            raise
        return record

    def _texts(self, record: dict[str, Any], page: str | None) -> dict[Path, bytes]:
        texts = {self.record_file: vicinage.masking.record_text(record)}
        if self.report is not None and page is not None:
            texts[self.report] = page.encode() + b"\n"
        return texts
