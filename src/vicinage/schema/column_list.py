"""What the columns of a schema must be like together."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from vicinage.errors import SchemaError
from vicinage.names import first_repeated
from vicinage.schema.column import Column, Kind
from vicinage.schema.role import Role

__all__ = ["check_together", "named_columns"]

_SINGLE_ROLES = (Role.KEY, Role.WEIGHT, Role.HOUSEHOLD)


def named_columns(columns: Mapping[str, Column | Kind]) -> Iterator[Column]:
    """Yield the columns of a mapping from names to columns or kinds."""
    for name, value in columns.items():
        yield replace(value, name=name) if isinstance(value, Column) else Column(name, value)


def check_together(columns: tuple[Column, ...]) -> None:
    """Refuse columns that no table has together.

    Raises
    ------
    SchemaError
        If there is none, a name occurs twice, a role that only one may have is given to two, or
        a column of level household has no household to belong to.
    """
    strange = [column for column in columns if not isinstance(column, Column)]
    if strange:
        raise SchemaError(
            f"columns must be Column objects, or a mapping of names to kinds, got {strange[0]!r}"
        )
    if not columns:
        raise SchemaError("columns must name at least one column, got none")
    twice = first_repeated(column.name for column in columns)
    if twice is not None:
        raise SchemaError(f"columns must have different names, got {twice!r} more than once")
    for role in _SINGLE_ROLES:
        having = [column.name for column in columns if column.role is role]
        if len(having) > 1:
            raise SchemaError(f"role {role} must be given to one column, got {', '.join(having)}")
    apart = [column.name for column in columns if column.level == "household"]
    if apart and not any(column.role is Role.HOUSEHOLD for column in columns):
        raise SchemaError(
            f'role household must be given to a column, since {apart[0]!r} has level = "household"'
        )
