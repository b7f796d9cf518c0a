"""What was done to a table besides masking, in sentences that hold no data."""

from collections.abc import Iterator, Sequence

from vicinage.masking.masked import Masked
from vicinage.masking.rule_count import RuleCount
from vicinage.masking.steps import StepEffect
from vicinage.schema import LocalSuppression, Treatment

__all__ = ["treatment_notes"]


def treatment_notes(
    treatment: Treatment,
    effects: Sequence[StepEffect],
    rules: Sequence[RuleCount],
    masked: Masked,
    n_rows: int,
) -> tuple[str, ...]:
    """Name the steps, rules and derived columns of a release; counts are rounded.

    Parameters
    ----------
    treatment : Treatment
        As declared.
    effects : sequence of StepEffect
        Private; what is suppressed can be seen in the release, and is told in whole percent.
    rules : sequence of RuleCount
    masked : Masked
    n_rows : int
    """
    derived = [column.name for column in masked.table.schema if column.formula is not None]
    return (
        *(f"Before masking: {step}." for step in treatment.before),
        *(f"After masking: {step}." for step in treatment.after),
        *_shares(treatment, effects, n_rows),
        *((f"Computed anew from other columns: {', '.join(derived)}.",) if derived else ()),
        *_apart(treatment, masked),
        *(rule.public() for rule in rules),
    )


def _shares(treatment: Treatment, effects: Sequence[StepEffect], n_rows: int) -> Iterator[str]:
    rules = {str(step) for step in treatment.after if isinstance(step, LocalSuppression)}
    gone: dict[str, int] = {}
    for effect in effects:
        if effect.step in rules:
            gone[effect.column] = gone.get(effect.column, 0) + effect.cells
    if gone:
        shares = (f"{name} {round(100 * cells / n_rows)} %" for name, cells in gone.items())
        yield f"Suppressed cells, in whole percent: {', '.join(shares)}."


def _apart(treatment: Treatment, masked: Masked) -> Iterator[str]:
    """Name the blocks that the method has taken apart."""
    for block in treatment.together:
        if block not in masked.together and set(block) & set(masked.columns):
            yield (
                f"NOT KEPT TOGETHER: this method draws {', '.join(block)} one by one, though they "
                "are declared together."
            )
