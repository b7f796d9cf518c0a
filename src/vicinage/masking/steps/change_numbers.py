"""Numbers top-coded, bottom-coded and rounded."""

import numpy as np
import numpy.typing as npt

from vicinage.masking.steps.recode import declared_column
from vicinage.schema import BottomCoding, Rounding, TopCoding
from vicinage.table import Table

__all__ = ["code_bottom", "code_top", "round_numbers"]

_EXACT = 2.0**53  # bases; larger numbers are not rounded, as the schema says


def code_top(table: Table, step: TopCoding) -> tuple[Table, dict[str, int]]:
    """Replace numbers above a threshold; see :class:`TopCoding`."""
    values = table.values(step.column)
    return _replaced(table, step, np.where(values > step.threshold, step.value, values), values)


def code_bottom(table: Table, step: BottomCoding) -> tuple[Table, dict[str, int]]:
    """Replace numbers below a threshold; see :class:`BottomCoding`."""
    values = table.values(step.column)
    return _replaced(table, step, np.where(values < step.threshold, step.value, values), values)


def round_numbers(table: Table, step: Rounding) -> tuple[Table, dict[str, int]]:
    """Replace numbers by the nearest multiples of a base; see :class:`Rounding`."""
    values = table.values(step.column)
    numerator, denominator = step.ratio
    with np.errstate(over="ignore", invalid="ignore"):
        # Not divided by the base: 0.15 / 0.1 is no half.
        multiples = np.rint(values * denominator / numerator)
        # A negative zero would tell the sign that was rounded away.
        rounded = multiples * numerator / denominator + 0.0
    exact = (np.abs(multiples) < _EXACT) & np.isfinite(rounded)
    return _replaced(table, step, np.where(exact, rounded, values), values)


def _replaced(
    table: Table,
    step: TopCoding | BottomCoding | Rounding,
    new: npt.NDArray[np.float64],
    values: npt.NDArray[np.float64],
) -> tuple[Table, dict[str, int]]:
    """Put in the numbers that differ; the other cells stay as they are spelled."""
    changed = ~np.isnan(values) & (new != values)
    if changed.any():
        table = table.replace({step.column: new}, rows=changed)
    after = step.column_after(declared_column(table, step.column))
    return table.rebind(after), {step.column: int(changed.sum())}
