"""Steps done in their order."""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from vicinage.masking.steps.change_numbers import code_bottom, code_top, round_numbers
from vicinage.masking.steps.effect import StepEffect
from vicinage.masking.steps.recode import recode_dates, recode_labels, recode_numbers
from vicinage.masking.steps.suppress import suppress
from vicinage.schema import (
    BottomCoding,
    LocalSuppression,
    RecodeDates,
    RecodeLabels,
    RecodeNumbers,
    Rounding,
    Step,
    TopCoding,
    Treatment,
)
from vicinage.table import Table

__all__ = ["apply_steps", "as_released"]

Done: TypeAlias = tuple[Table, dict[str, int]]

_DOERS: dict[type[Step], Callable[[Table, Any], Done]] = {
    RecodeNumbers: recode_numbers,
    RecodeLabels: recode_labels,
    RecodeDates: recode_dates,
    TopCoding: code_top,
    BottomCoding: code_bottom,
    Rounding: round_numbers,
    LocalSuppression: suppress,
}


def apply_steps(table: Table, steps: Sequence[Step]) -> tuple[Table, tuple[StepEffect, ...]]:
    """Return the table after some steps, and how many cells each of them has changed.

    Cells that a step does not change stay byte for byte. Missing cells, and those that do not
    apply, are never filled.

    Parameters
    ----------
    table : Table
        Of a declared schema; what it still says of steps and rules is not looked at.
    steps : sequence of steps

    Raises
    ------
    TableError
        If the type of a column cannot hold what a step puts there.
    """
    effects = []
    for step in steps:
        table, changed = _DOERS[type(step)](table, step)
        effects += [
            StepEffect(step=str(step), column=name, cells=cells) for name, cells in changed.items()
        ]
    return table, tuple(effects)


def as_released(table: Table) -> Table:
    """Return an original with its labels as in a release, so that the two can be compared.

    Only columns that steps recode into other labels are changed; whoever knows an age knows its
    interval too. All others are as they came, so that figures show what rounding has cost.
    """
    if table.declared is None:
        return table
    treatment = table.declared.treatment
    steps = [
        step
        for step in (*treatment.before, *treatment.after)
        if not isinstance(step, LocalSuppression)
    ]
    recoded = {step.column for step in steps if isinstance(step, RecodeNumbers | RecodeLabels)}
    if not recoded:
        return table
    chosen = [step for step in steps if step.column in recoded]
    return apply_steps(table.with_treatment(Treatment()), chosen)[0]
