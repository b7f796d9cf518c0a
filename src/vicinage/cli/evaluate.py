"""``vicinage evaluate``: judge a release."""

import json
import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from vicinage.cli.layout import fitted
from vicinage.evaluation import evaluate
from vicinage.schema import Schema

__all__ = ["judge"]


def judge(
    original: Path,
    released: Path,
    /,
    *,
    schema: Path | None = None,
    as_json: Annotated[bool, Parameter(name="--json", negative=())] = False,
) -> None:
    """Print the risk and the utility of a release.

    Parameters
    ----------
    original
        The table before it was protected: CSV, Parquet or Arrow file.
    released
        The same table afterwards, row for row.
    schema
        Of both tables; without it, kinds of columns are observed in the tables.
    as_json
        Print one JSON object instead of lines.
    """
    evaluation = evaluate(original, released, Schema.from_toml(schema) if schema else None)
    if as_json:
        print(json.dumps(evaluation.as_dict(), indent=2, ensure_ascii=False))
        return
    print(fitted(evaluation.summary()))
    print("For the steward only: the figures are exact.", file=sys.stderr)
