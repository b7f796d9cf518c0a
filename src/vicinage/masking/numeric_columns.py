"""Which columns a numeric masker perturbs."""

from collections.abc import Sequence

from vicinage.errors import ParameterError
from vicinage.schema import Numeric, Role
from vicinage.table import Table

__all__ = ["check_columns", "numeric_columns", "untouched_note"]

_SPECIAL = frozenset(
    {Role.KEY, Role.IDENTIFIER, Role.STRATUM, Role.WEIGHT, Role.HOUSEHOLD, Role.IGNORED}
)


def check_columns(columns: Sequence[str] | None) -> None:
    """Refuse a `columns` argument that cannot be right for any table."""
    if columns is None:
        return
    if isinstance(columns, str):
        raise ParameterError(
            f"columns must be a list of column names, got the text {columns!r}; "
            f"did you mean [{columns!r}]?"
        )
    if len(columns) == 0 or not all(isinstance(name, str) for name in columns):
        raise ParameterError(
            f"columns must hold at least one column name and only names, got {columns!r}; "
            "leave it out to perturb every numeric column"
        )
    if len(set(columns)) < len(columns):
        raise ParameterError(f"columns must name each column once, got {list(columns)!r}")


def numeric_columns(table: Table, columns: Sequence[str] | None) -> tuple[str, ...]:
    """Return the names of the columns to perturb, in the order of the table.

    Parameters
    ----------
    table : Table
    columns : sequence of str or None
        None stands for every numeric column without a special role (key, identifier, stratum,
        weight, household, ignored).

    Raises
    ------
    ParameterError
        If `columns` names a column that does not exist, is not numeric or has a special role;
        or if nothing is left to perturb.
    """
    check_columns(columns)
    free = [name for name in table.names if _refusal(table, name) is None]
    if columns is None:
        if not free:
            raise ParameterError(
                "columns must leave a numeric column without a special role to perturb, got a "
                f"table with none; its columns are {', '.join(table.names)}"
            )
        return tuple(free)
    for name in columns:
        if name not in table.names:
            raise ParameterError(
                f"columns must name columns of the table, got {name!r}; "
                f"numeric columns that can be perturbed: {', '.join(free) or 'none'}"
            )
        reason = _refusal(table, name)
        if reason is not None:
            raise ParameterError(
                f"columns must name numeric columns without a special role, got {name!r}, "
                f"{reason}; numeric columns that can be perturbed: {', '.join(free) or 'none'}"
            )
    return tuple(name for name in table.names if name in set(columns))


def untouched_note(table: Table, perturbed: Sequence[str]) -> tuple[str, ...]:
    """Say which columns come back as they were, so that nobody takes them for protected."""
    left = [
        name
        for name in table.names
        if name not in set(perturbed) and table.schema[name].role is not Role.KEY
    ]
    if not left:
        return ()
    return (f"NOT PROTECTED, unchanged: {', '.join(left)}.",)


def _refusal(table: Table, name: str) -> str | None:
    column = table.schema[name]
    if column.role in _SPECIAL:
        return f"whose role is {column.role}"
    if not isinstance(column.kind, Numeric):
        return f"which is {type(column.kind).__name__.lower()}"
    return None
