"""``vicinage report``: one page about a release."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

import vicinage
from vicinage.cli.judge_options import JudgeOptions
from vicinage.cli.option_values import Flag
from vicinage.cli.output_check import check_output
from vicinage.cli.table_place import TablePlace
from vicinage.errors import ParameterError
from vicinage.schema import Role, Schema

__all__ = ["report"]

_NEEDED = {"method", "parameters", "columns", "notes", "version"}


def report(
    original: TablePlace,
    released: TablePlace,
    /,
    *,
    record: Path,
    output: Annotated[Path, Parameter(alias="-o")],
    schema: Path | None = None,
    public: Flag = False,
    no_evaluate: Flag = False,
    force: Flag = False,
    options: Annotated[JudgeOptions | None, Parameter(name="*")] = None,
) -> None:
    """Write a page that shows original against protected.

    Parameters
    ----------
    original
        The table before it was protected: a file, or the address of a table in a database.
    released
        The same table afterwards, row for row.
    record
        The record of the release, which ends in .record.json.
    output
        Where the page goes (HTML).
    schema
        Of both tables. A public page shows distributions only within declared bounds.
    public
        Write a page for everybody, with rounded aggregates only.
    no_evaluate
        Leave risk and utility unmeasured.
    force
        Write over a page that exists.
    """
    judging = options or JudgeOptions()
    if no_evaluate:
        judging.refuse_all()
    inputs = [original, released, record, *([schema] if schema else [])]
    check_output(output, "output", inputs=inputs, force=force)
    declared = Schema.from_toml(schema) if schema else None
    droppable = () if declared is None else _droppable(declared)
    with vicinage.table.naming_table("original", original):
        before = vicinage.table.Table.of(original, declared)
    with vicinage.table.naming_table("released", released):
        after = vicinage.table.Table.of(released, declared, may_lack=droppable)
    digests = {"original": _digest(original, before), "protected": _digest(released, after)}
    made = _record(record, digests["protected"])
    evaluation = None if no_evaluate else judging.judge(before, after, declared)
    page = vicinage.report.render_page(
        vicinage.report.summarize(before, after, evaluation, made, public=public, files=digests)
    )
    with vicinage.table.replacing(output) as stream:
        stream.write(page.encode())
    print(f"Wrote {output}, {'for everybody' if public else 'for the steward only'}.")


def _droppable(schema: Schema) -> tuple[str, ...]:
    return (*schema.with_role(Role.KEY), *schema.with_role(Role.IDENTIFIER))


def _digest(place: vicinage.table.Place, table: vicinage.table.Table) -> str:
    """Return the hash of a file, or that of the rows of a table in a database."""
    if isinstance(place, vicinage.table.DatabaseTable):
        return vicinage.masking.rows_hash(table)
    path = place if place.exists() else place.with_name(place.name.partition("#")[0])
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _record(path: Path, digest: str) -> dict[str, Any]:
    """Read a record, and refuse one of another file: its page would show stale figures."""
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        record = None
    if not isinstance(record, dict) or not record.keys() >= _NEEDED:
        raise ParameterError(
            f"record must be the record of a release, got {path}; such a file ends in .record.json"
        )
    output = record.get("output", {})
    if output.get("sha256", output.get("rows_sha256", digest)) != digest:
        raise ParameterError(
            f"record must be that of the released file, got {path}, which is of another one, or "
            "the file was changed since; give the record that was written beside it"
        )
    return record
