"""Judge a release: what it still discloses, and what it is still good for."""

from pathlib import Path
from typing import Any

from vicinage.evaluation.evaluation import Evaluation, Figure
from vicinage.evaluation.pair import Pair
from vicinage.evaluation.risk.closest_record import closest_record
from vicinage.evaluation.risk.exact_match import exact_match
from vicinage.evaluation.risk.interval import interval_disclosure
from vicinage.evaluation.risk.robust_interval import robust_interval_disclosure
from vicinage.evaluation.utility.correlation import correlation_figures
from vicinage.evaluation.utility.distributions import (
    column_statistics,
    kolmogorov_smirnov,
    total_variation,
)
from vicinage.evaluation.utility.information_loss import information_loss
from vicinage.evaluation.utility.total_correlation import total_correlation
from vicinage.schema import Role, Schema
from vicinage.table import Table
from vicinage.table.frames import open_frame
from vicinage.table.readers import read_files

__all__ = ["evaluate"]


def evaluate(original: Any, released: Any, schema: Schema | None = None) -> Evaluation:
    """Measure the risk and the utility of a masked release.

    For the steward: the figures are exact functions of the original table and must not be
    published with all their digits.

    Parameters
    ----------
    original, released : frame, path or Table
        Row i of `released` is the release of row i of `original`. Columns with the role key or
        identifier may be absent from the release; they are never measured, nor are weights,
        households and ignored columns.
    schema : Schema, optional
        Of both tables. Without one the kinds of the columns are observed in the tables.

    Returns
    -------
    Evaluation
        With the mappings `risk` and `utility`. A figure that does not exist is a text that
        begins with "not defined"; no figure is NaN.

    Raises
    ------
    TableError, SchemaError
        If a table cannot be read or does not fit the schema, or if rows, columns or kinds of
        the two differ.

    Examples
    --------
    >>> import pandas as pd
    >>> original = pd.DataFrame({"age": [20, 30, 40], "pay": [1.0, 2.0, 4.0]})
    >>> released = pd.DataFrame({"age": [30, 20, 40], "pay": [1.0, 2.0, 4.0]})
    >>> judgement = evaluate(original, released)
    >>> round(judgement.risk["changed_cell_share"], 3), judgement.utility["ks"]["age"]
    (0.333, 0.0)
    """
    before = _table(original, schema)
    after = _release(released, schema)
    pair = Pair.of(before, after)
    risk: dict[str, Figure] = {
        **closest_record(pair),
        **exact_match(pair),
        "sdid": interval_disclosure(pair),
        "rmdid": robust_interval_disclosure(pair),
    }
    utility: dict[str, Figure] = {
        **correlation_figures(pair),
        **information_loss(pair),
        **total_correlation(pair),
        "ks": kolmogorov_smirnov(pair),
        "total_variation": total_variation(pair),
        "columns": column_statistics(pair),
    }
    return Evaluation(risk=risk, utility=utility, warnings=_warnings(pair, risk))


def _table(data: Any, schema: Schema | None) -> Table:
    if isinstance(data, Table):
        return data
    if isinstance(data, str | Path):
        return Table.read(data, schema)
    return Table.from_frame(data, schema)


def _release(data: Any, schema: Schema | None) -> Table:
    """Read a release, from which keys and identifiers may have been dropped."""
    if schema is None or isinstance(data, Table):
        return _table(data, schema)
    droppable = {*schema.with_role(Role.KEY), *schema.with_role(Role.IDENTIFIER)}
    if not droppable:
        return _table(data, schema)
    if isinstance(data, str | Path):
        names = read_files([Path(data)], schema.file)[0].column_names
        return Table.read(data, schema.drop(droppable - set(names)))
    frame = open_frame(data)
    return Table.from_frame(frame.native(), schema.drop(droppable - set(frame.names)))


def _warnings(pair: Pair, risk: dict[str, Figure]) -> tuple[str, ...]:
    warnings = []
    if risk["changed_cell_share"] == 0.0:
        warnings.append("no perturbation took place: 0 % of the cells changed")
    if pair.skipped:
        warnings.append(
            "constant or empty columns, which no figure rests on: " + ", ".join(pair.skipped)
        )
    return tuple(warnings)
