"""Which columns distances are learned for."""

from collections.abc import Sequence

from vicinage.errors import ParameterError
from vicinage.names import did_you_mean, first_repeated
from vicinage.schema import Column, Role, Schema, Text

__all__ = ["check_columns", "learned_columns"]

# What tells records apart, or belongs to the design of the sample, has no distances of its own.
_LEFT_OUT = frozenset(
    {Role.KEY, Role.IDENTIFIER, Role.STRATUM, Role.WEIGHT, Role.HOUSEHOLD, Role.IGNORED}
)


def check_columns(columns: object) -> None:
    """Refuse anything but None or a sequence of two or more different column names.

    Examples
    --------
    >>> check_columns("job")
    Traceback (most recent call last):
    ...
    vicinage.errors.ParameterError: columns must be a list of column names, got the text 'job'
    """
    if columns is None:
        return
    if isinstance(columns, str):
        raise ParameterError(f"columns must be a list of column names, got the text {columns!r}")
    if not isinstance(columns, Sequence) or not all(isinstance(name, str) for name in columns):
        raise ParameterError(f"columns must be a list of column names, got {columns!r}")
    if len(columns) < 2 or first_repeated(columns) is not None:
        raise ParameterError(
            f"columns must name at least two columns, and each once, got {list(columns)!r}; "
            "distances between the values of a column are learned from the others"
        )


def learned_columns(schema: Schema, columns: Sequence[str] | None) -> tuple[str, ...]:
    """Return the named columns, else all but texts and those with a special role.

    Special are keys, identifiers, strata, weights, households and ignored columns; by name, all
    but keys and identifiers can be taken. The order is that of the schema.

    Raises
    ------
    ParameterError
        If a name is unknown or of a column that has no distances, or fewer than two are left.
    """
    excluded = _LEFT_OUT if columns is None else {Role.KEY, Role.IDENTIFIER}
    free = [column.name for column in schema if _reason(column, excluded) is None]
    for name in columns or ():
        if name not in schema:
            raise ParameterError(
                f"columns must name columns of the table, got {name!r}"
                f"{did_you_mean(name, schema.names)}"
            )
        if name not in free:
            raise ParameterError(
                f"columns must leave out {name!r}, {_reason(schema[name], excluded)}"
            )
    chosen = free if columns is None else [name for name in schema.names if name in columns]
    if len(chosen) < 2:
        raise ParameterError(
            f"columns must be at least two, got {', '.join(chosen) or 'none'} of "
            f"{', '.join(schema.names)}; distances between the values of a column are learned "
            "from the others, and texts and columns with a special role are left out"
        )
    return tuple(chosen)


def _reason(column: Column, excluded: frozenset[Role] | set[Role]) -> str | None:
    """Say why a column has no distances; None when it may have some."""
    if column.role in excluded:
        return f"whose role is {column.role}"
    return "which is text" if isinstance(column.kind, Text) else None
