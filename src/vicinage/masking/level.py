"""What is drawn at a level of the schema: by records, or by households."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from vicinage.masking.households import household_units
from vicinage.masking.units import Units, points
from vicinage.masking.variables import variables
from vicinage.neighbors import Metric
from vicinage.privacy import RandomKey
from vicinage.table import Table

__all__ = ["units_at"]


def units_at(
    level: str,
    table: Table,
    drawn: Sequence[str],
    *,
    metric: Metric,
    measured: Sequence[str],
    within: tuple[str, ...],
    least: int,
    records: npt.NDArray[np.uint64],
    key: RandomKey,
) -> Units:
    """Return the units of a level: households are measured on what their members share only.

    Parameters
    ----------
    level : {"record", "household"}
    table : Table
    drawn : sequence of str
        The columns of this level that are perturbed.
    metric : Metric
    measured : sequence of str
        The columns that distance is measured on, of both levels.
    within : tuple of str
        Columns whose combinations are strata.
    least : int
        The smallest number of units, in each stratum.
    records : ndarray of uint64 of shape (n_records,)
        Record keys.
    key : RandomKey

    Raises
    ------
    ParameterError, TableError
        As :class:`Units` and :func:`household_units`.
    """
    if level == "record":
        space = points(metric, variables(table, measured), table.n_rows)
        return Units.of_records(table, space, records, within=within, least=least)
    shared = [name for name in measured if table.schema[name].level == level]
    return household_units(
        table,
        variables(table, shared),
        records,
        key,
        metric=metric,
        shared=[*shared, *drawn],
        within=within,
        least=least,
    )
