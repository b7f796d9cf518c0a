"""What top and bottom coding ask of their numbers and of the column."""

from vicinage.errors import SchemaError
from vicinage.schema.column import Column
from vicinage.schema.finite_number import check_finite
from vicinage.schema.numeric import Numeric

__all__ = ["check_numbers", "numeric_kind"]


def check_numbers(threshold: float, replacement: float | None) -> None:
    """Refuse numbers that are not finite."""
    check_finite("threshold", threshold)
    if replacement is not None:
        check_finite("replacement", replacement)


def numeric_kind(
    column: Column, coded: str, threshold: float, replacement: float | None
) -> Numeric:
    """Return the kind of a column that holds numbers, such as what stands for the coded ones.

    Raises
    ------
    SchemaError
        If the column is not numeric, or holds integers and the number in their place is none.
    """
    kind = column.kind
    if not isinstance(kind, Numeric):
        raise SchemaError(
            f"column must be numeric to be {coded}, got {kind.label} for {column.name!r}"
        )
    value = threshold if replacement is None else replacement
    if kind.integer and value != int(value):
        raise SchemaError(
            f"{'threshold' if replacement is None else 'replacement'} must be a whole "
            f"number in a column of integers, got {value}"
        )
    return kind
