"""From a read table to written files: the steps of a release, in their order."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vicinage._kernels import is_prepared
from vicinage.cli.outcome import Outcome
from vicinage.cli.output_check import check_output
from vicinage.errors import FailedError, OutputError
from vicinage.evaluation import evaluate
from vicinage.ledger import Ledger
from vicinage.masking import (
    Masker,
    Release,
    as_released,
    record_of_file,
    record_of_table,
    record_path,
    record_text,
    release_table,
)
from vicinage.report import render_page, summarize
from vicinage.table import DatabaseTable, Table, check_suffix, replacing, table_digest
from vicinage.table.databases import check_target

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

    masker: Masker
    output: Path | DatabaseTable
    record: Path | None = None
    evaluated: bool = True
    ledger: Ledger | None = None
    report: Path | None = None
    force: bool = False

    @property
    def record_file(self) -> Path:
        """Where the record goes."""
        return self.record or record_path(self.output)

    @property
    def outputs(self) -> tuple[Path | DatabaseTable, ...]:
        """What is going to be written."""
        pages = () if self.report is None else (self.report,)
        return (self.output, self.record_file, *pages)

    def check(self, inputs: list[Path | DatabaseTable]) -> None:
        """Refuse outputs that cannot or must not be written, before any work.

        Raises
        ------
        OutputError
            If an output exists and `force` is not set, is an input, or cannot be written.
        """
        if isinstance(self.output, DatabaseTable):
            check_target(self.output, inputs=inputs, replace=self.force)
        else:
            check_suffix(self.output, "output")
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

    def run(self, read: Callable[[], Table], begin: Callable[[str], None]) -> Outcome:
        """Read, protect, evaluate, note and write; `begin` is told what comes next."""
        begin("reading")
        original = read()
        begin("protecting" if is_prepared("neighbors") else "preparing compiled code, once")
        release = release_table(self.masker, original)
        begin("evaluating")
        compared = as_released(original)
        evaluation = evaluate(compared, release.table) if self.evaluated else None
        begin("writing")
        # Noted first: a file without its note would be worse than a note without its file.
        earlier = self._note(original, release)
        page = None
        if self.report is not None:
            summary = summarize(compared, release.table, evaluation, release.record.as_dict())
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
        """Write everything, or keep nothing: a release without its record misleads."""
        try:
            if isinstance(self.output, DatabaseTable):
                return self._write_table(release, page, self.output)
            return self._write_files(release, page, self.output)
        except OutputError as error:
            raise FailedError(f"{error}; nothing of this release was kept") from None

    def _write_table(
        self, release: Release, page: str | None, output: DatabaseTable
    ) -> dict[str, Any]:
        """Let the files appear when the table is there, which is the last thing that can fail."""
        record = record_of_table(release.record, output, release.table)
        with ExitStack() as files:
            for path, text in self._texts(record, page).items():
                files.enter_context(replacing(path)).write(text)
            release.table.write(output, replace=self.force)
        return record

    def _write_files(self, release: Release, page: str | None, output: Path) -> dict[str, Any]:
        written: list[Path] = []
        try:
            release.table.write(output)
            written.append(output)
            record = record_of_file(release.record, output)
            for path, text in self._texts(record, page).items():
                with replacing(path) as stream:
                    stream.write(text)
                written.append(path)
        except OutputError:
            for path in written:
                path.unlink(missing_ok=True)
            raise
        return record

    def _texts(self, record: dict[str, Any], page: str | None) -> dict[Path, bytes]:
        texts = {self.record_file: record_text(record)}
        if self.report is not None and page is not None:
            texts[self.report] = page.encode() + b"\n"
        return texts
