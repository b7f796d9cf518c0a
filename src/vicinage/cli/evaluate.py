"""``vicinage evaluate``: judge a release."""

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from vicinage.cli.json_output import AsJSON, json_text
from vicinage.cli.layout import fitted
from vicinage.cli.option_values import read_names
from vicinage.evaluation import evaluate
from vicinage.schema import Schema

__all__ = ["judge"]


def judge(
    original: Path,
    released: Path,
    /,
    *,
    schema: Path | None = None,
    formula: str | None = None,
    quasi_identifiers: Annotated[
        list[str] | None, Parameter(converter=read_names, n_tokens=1)
    ] = None,
    suppression_mark: str = "*",
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
    formula
        A linear model to fit to both tables, such as "pay ~ age".
    quasi_identifiers
        Columns that an outsider may know, between commas; without it, those of the schema.
    suppression_mark
        How a suppressed cell is written.
    as_json
        Print one JSON object instead of lines.
    """
    evaluation = evaluate(
        original,
        released,
        Schema.from_toml(schema) if schema else None,
        formula=formula,
        quasi_identifiers=quasi_identifiers,
        suppression_mark=suppression_mark,
    )
    if as_json:
        print(json_text(evaluation.as_dict()))
        return
    print(fitted(evaluation.summary()))
    print("For the steward only: the figures are exact.", file=sys.stderr)
