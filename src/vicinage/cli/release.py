"""``vicinage release``: protect a table."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

import vicinage
from vicinage.cli.json_output import AsJSON, json_text
from vicinage.cli.layout import fitted
from vicinage.cli.method_options import METHODS, MethodOptions, make_masker
from vicinage.cli.option_values import Delimiter, Flag
from vicinage.cli.option_words import option_of
from vicinage.cli.part_options import PartOptions
from vicinage.cli.past_release import past_settings
from vicinage.cli.release_in_parts import PartsJob
from vicinage.cli.release_job import ReleaseJob
from vicinage.cli.release_summary import plan_lines, summary_lines
from vicinage.cli.stages import showing_stages
from vicinage.cli.table_place import TablePlaces, read_place
from vicinage.cli.usage_error import UsageError
from vicinage.errors import ParameterError
from vicinage.schema import FileFormat, Schema

__all__ = ["release"]

_INSTEAD = {
    "ledger": "keep the record, which tells that the table was released",
    "report": "`vicinage report` makes it from the same rows of both files, as many as fit",
}
_OF_PARTITIONS = ("nearest_partitions", "block_size")


def release(
    files: TablePlaces,
    /,
    *,
    output: Annotated[Any, Parameter(alias="-o", converter=read_place)],
    method: str | None = None,
    schema: Path | None = None,
    encoding: str | None = None,
    delimiter: Delimiter = None,
    decimal: str | None = None,
    from_record: Path | None = None,
    record: Path | None = None,
    ledger: str | None = None,
    report: Path | None = None,
    threads: int | None = None,
    no_evaluate: Flag = False,
    as_json: AsJSON = False,
    quiet: Flag = False,
    force: Flag = False,
    options: Annotated[MethodOptions | None, Parameter(name="*")] = None,
    parts: Annotated[PartOptions | None, Parameter(name="*")] = None,
) -> None:
    """Protect a table, write it with its record, and print what was done.

    Parameters
    ----------
    files
        Files, or addresses of tables in databases; several of one layout are one table.
    output
        Where the protected table goes: a file, or the address of a table in a database.
    method
        rwn, rank-swapping, microaggregation or noise-addition.
    schema
        What may be known of the table; without it, ranges and levels are observed in the table.
    encoding
        Of text files without a schema, such as latin-1.
    delimiter
        Of text files without a schema. [default: found in the file]
    decimal
        Of text files without a schema: "." or ",".
    from_record
        Repeat the method and the parameters of this record; options that are given override.
    record
        Where the record goes, which may be published too. [default: beside the file; for a
        database, TABLE.record.json in the working folder]
    ledger
        Note the release here, and warn when the same table was released before.
    report
        Write a page with pictures of original against protected here (HTML; for the steward).
    threads
        Most threads to use; they never change the release.
    no_evaluate
        Leave risk and utility unmeasured, which saves time for very large tables.
    as_json
        Print one JSON object instead of lines; for the steward.
    quiet
        Print nothing but errors.
    force
        Write over files that exist, and replace a table of a database.
    """
    masker = _masker(method, from_record, options or MethodOptions())
    _set_threads(threads)
    declared = Schema.from_toml(schema) if schema else None
    file_format = _file_format(declared, encoding, delimiter, decimal)
    dry_run = parts is not None and parts.dry_run
    if parts is not None and parts.asked:
        _refuse_with_memory(ledger=ledger, report=report)
        in_parts = PartsJob.of(masker, files, output, declared, parts, record=record, force=force)
        _release_in_parts(in_parts, [*files, schema, from_record], as_json=as_json, quiet=quiet)
        return
    job = ReleaseJob(
        masker=masker,
        output=output,
        evaluated=not no_evaluate,
        ledger=vicinage.ledger.Ledger.open(ledger) if ledger and not dry_run else None,
        report=report,
        record=record,
        force=force,
    )
    kept = vicinage.ledger.Ledger.files(ledger) if ledger else ()
    job.check([*files, *filter(None, (schema, from_record)), *kept])
    if dry_run:
        print(fitted("\n".join(plan_lines(job))))
        return
    key = masker.get_params().get("key")
    with showing_stages(total=4, quiet=quiet) as begin:
        outcome = job.run(
            lambda: vicinage.table.Table.read(files, declared, key=key, file_format=file_format),
            begin,
        )
    if as_json:
        figures = outcome.evaluation.as_dict() if outcome.evaluation else None
        machine = outcome.record | {
            "evaluation": figures,
            "earlier_releases": outcome.earlier,
            "steps": [asdict(effect) for effect in outcome.release.effects],
            "rules": [asdict(count) for count in outcome.release.rules],
        }
        print(json_text(machine))
    elif not quiet:
        print(fitted("\n".join(summary_lines(job, outcome))))


def _refuse_with_memory(**given: object) -> None:
    for name, value in given.items():
        if value is not None:
            reason = f"as it needs the table at once; {_INSTEAD[name]}"
            raise UsageError(f"--{name} must go without --memory, {reason}")


def _release_in_parts(job: PartsJob, inputs: list[Any], *, as_json: bool, quiet: bool) -> None:
    if job.options.dry_run:
        print("\n".join(job.plan_lines()))
        return
    record = job.run([place for place in inputs if place is not None], quiet=quiet)
    if as_json:
        print(json_text(record.as_dict()))
    elif not quiet:
        print(fitted("\n".join(job.summary_lines(record))))


def _masker(
    method: str | None, from_record: Path | None, options: MethodOptions
) -> vicinage.masking.Masker:
    """Combine a past record with the options given."""
    given: dict[str, Any] = options.given()
    of_partitions = [name for name in _OF_PARTITIONS if name in given]
    if from_record is not None:
        past, parameters = past_settings(from_record)
        if method not in (None, past):
            raise ParameterError(
                f"method must be that of the record, {past}, got {method}; leave out --from-record"
            )
        method, given = past, parameters | given
    if method is None:
        raise UsageError(f"--method must be one of {', '.join(METHODS)}, got none")
    if method not in METHODS:
        raise UsageError(f"--method must be one of {', '.join(METHODS)}, got {method}")
    masker = make_masker(method, given)
    if of_partitions and given.get("partition_size") is None:
        raise UsageError(
            f"{option_of(of_partitions[0])} must go with --partition-size; without it the search "
            "is exact"
        )
    return masker


def _file_format(
    schema: Schema | None, encoding: str | None, delimiter: str | None, decimal: str | None
) -> FileFormat | None:
    options = {"encoding": encoding, "delimiter": delimiter, "decimal": decimal}
    given = {name: value for name, value in options.items() if value is not None}
    if not given:
        return None
    if schema is not None:
        raise UsageError(
            f"--{next(iter(given))} must go without --schema; the schema's [file] says it"
        )
    return FileFormat(**given)


def _set_threads(threads: int | None) -> None:
    if threads is None:
        return
    if threads < 1:
        raise ParameterError(f"threads must be a whole number of at least 1, got {threads}")
    vicinage._kernels.use_threads(threads)
