"""``vicinage evaluate``: judge a release."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

import vicinage
from vicinage.cli.json_output import AsJSON, json_text
from vicinage.cli.judge_options import JudgeOptions
from vicinage.cli.layout import fitted
from vicinage.cli.table_place import TablePlace
from vicinage.schema import Role, Schema

__all__ = ["judge"]


def judge(
    original: TablePlace,
    released: TablePlace,
    /,
    *more: TablePlace,
    schema: Path | None = None,
    as_json: AsJSON = False,
    options: Annotated[JudgeOptions | None, Parameter(name="*")] = None,
) -> None:
    """Print the risk and the utility of a release, or of several.

    Parameters
    ----------
    original
        The table before it was protected: a file, or the address of a table in a database.
    released
        The same table afterwards, row for row.
    more
        Other releases of it: then means over all are printed, and how far they differ.
    schema
        Of both tables; without it, kinds of columns are observed in the tables.
    as_json
        Print one JSON object instead of lines.
    """
    declared = Schema.from_toml(schema) if schema else None
    options = options or JudgeOptions()
    evaluation: vicinage.evaluation.Evaluation | vicinage.evaluation.Spread
    releases: list[Any] = [released, *more]
    if declared is not None and declared.relabels:
        original, releases = _alike(original, releases, declared)
        declared = declared.released()
    if more:
        evaluation = options.judge_several(original, releases, declared)
    else:
        evaluation = options.judge(original, releases[0], declared)
    if as_json:
        print(json_text(evaluation.as_dict()))
        return
    print(fitted(evaluation.summary()))
    print("For the steward only: the figures are exact.", file=sys.stderr)


def _alike(original: Any, releases: list[Any], schema: Schema) -> tuple[Any, list[Any]]:
    """Read an original and its releases, all with the labels that the schema's steps give."""
    after = schema.released()
    may_lack = (*after.with_role(Role.KEY), *after.with_role(Role.IDENTIFIER))
    read = []
    for release in releases:
        with vicinage.table.naming_table("released", release):
            read.append(vicinage.table.Table.of(release, after, may_lack=may_lack))
    with vicinage.table.naming_table("original", original):
        return vicinage.masking.as_released(vicinage.table.Table.of(original, schema)), read
