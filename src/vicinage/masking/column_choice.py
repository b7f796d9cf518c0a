"""Which columns a masker perturbs, measures distance on, and keeps."""

from collections.abc import Sequence

from vicinage.errors import ParameterError
from vicinage.schema import Column, Numeric, Role, Schema, Text
from vicinage.table import Table

__all__ = ["check_kept_key", "distance_columns", "perturbed_columns"]

# What tells records apart, or belongs to the design of the sample, is left as it is.
_LEFT_ALONE = frozenset(
    {Role.KEY, Role.IDENTIFIER, Role.STRATUM, Role.WEIGHT, Role.HOUSEHOLD, Role.IGNORED}
)


def perturbed_columns(
    table: Table, columns: Sequence[str] | None, *, numeric: bool = False
) -> tuple[str, ...]:
    """Return the columns to perturb, in table order: the named ones, else all that may be.

    Parameters
    ----------
    table : Table
    columns : sequence of str or None
        None stands for every column without a special role (key, identifier, stratum, weight,
        household, ignored) that is not derived from others.
    numeric : bool
        Whether only numeric columns can be perturbed, record by record: not those of households.

    Raises
    ------
    ParameterError
        If a name is unknown or of a column that cannot be perturbed, or nothing is left.
    """
    free = [
        column.name
        for column in table.schema
        if column.role not in _LEFT_ALONE
        and column.formula is None
        and not (numeric and (column.level == "household" or not isinstance(column.kind, Numeric)))
    ]
    what = "numeric columns that can be perturbed" if numeric else "columns that can be perturbed"
    return _chosen("columns", table, columns, free, what)


def distance_columns(table: Table, columns: Sequence[str] | None) -> tuple[str, ...]:
    """Return the columns that distance is measured on: the named ones, else all but texts.

    Without names, columns with a special role and derived ones are left out; by name, all but
    keys and identifiers can be measured.

    Raises
    ------
    ParameterError
        If a name is unknown or of a column that cannot be measured, or nothing is left.
    """
    excluded = _LEFT_ALONE if columns is None else {Role.KEY, Role.IDENTIFIER}
    free = [
        column.name
        for column in table.schema
        if column.role not in excluded
        and not isinstance(column.kind, Text)
        and (columns is not None or column.formula is None)
    ]
    return _chosen("distance_columns", table, columns, free, "columns that distance can use")


def check_kept_key(schema: Schema, *, keep_key: bool) -> None:
    """Refuse to keep the key of a table that has none.

    Raises
    ------
    ParameterError
        If `keep_key` is set and no column of `schema` has the role key.
    """
    if keep_key and not schema.with_role(Role.KEY):
        raise ParameterError(
            "keep_key must go with a key column, got a table without one; give a column the role "
            '"key" in the schema'
        )


def _chosen(
    parameter: str, table: Table, names: Sequence[str] | None, free: list[str], what: str
) -> tuple[str, ...]:
    listed = ", ".join(free) or "none"
    for name in names or ():
        if name not in table.names:
            raise ParameterError(
                f"{parameter} must name columns of the table, got {name!r}; {what}: {listed}"
            )
        if name not in free:
            reason = _reason(table.schema[name])
            raise ParameterError(f"{parameter} must leave out {name!r}, {reason}; {what}: {listed}")
    chosen = free if names is None else [name for name in table.names if name in names]
    if not chosen:
        raise ParameterError(
            f"{parameter} must leave at least one column, got none of {', '.join(table.names)}; "
            f"{what}: none"
        )
    return tuple(chosen)


def _reason(column: Column) -> str:
    if column.role in _LEFT_ALONE:
        return f"whose role is {column.role}"
    if column.formula is not None:
        return "which is derived from others"
    if column.level == "household":
        return "which belongs to a household as a whole"
    return f"which is {column.kind.label}"
