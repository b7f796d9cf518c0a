"""``vicinage evaluate``: judge a release."""

import sys
from pathlib import Path

from vicinage.cli.json_output import AsJSON, json_text
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
    as_json: AsJSON = False,
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
        print(json_text(evaluation.as_dict()))
        return
    print(fitted(evaluation.summary()))
    print("For the steward only: the figures are exact.", file=sys.stderr)
