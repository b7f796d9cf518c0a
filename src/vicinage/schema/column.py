"""One column of a schema."""

from dataclasses import dataclass
from typing import TypeAlias

from vicinage.errors import SchemaError
from vicinage.names import did_you_mean
from vicinage.schema.categorical import Categorical
from vicinage.schema.date import Date
from vicinage.schema.fill import fill_value
from vicinage.schema.labels import check_strings
from vicinage.schema.numeric import Numeric
from vicinage.schema.ordinal import Ordinal
from vicinage.schema.role import Role
from vicinage.schema.text import Text

__all__ = ["KINDS", "Column", "Kind", "labels_of"]

Kind: TypeAlias = Numeric | Categorical | Ordinal | Date | Text

KINDS: dict[str, type[Kind]] = {
    cls.label: cls for cls in (Numeric, Categorical, Ordinal, Date, Text)
}


@dataclass(frozen=True, slots=True)
class Column:
    """What may be known about a column without looking at the table.

    Parameters
    ----------
    name : str
        Exactly as in the table, blanks included.
    kind : Numeric, Categorical, Ordinal, Date or Text
    role : Role, str or None
    missing : tuple of str
        The texts of cells that mean "missing". In typed tables null and NaN are missing too.
    fill : str or None
        A public value that stands for a missing cell in private queries: a number with a decimal
        point, a date in the format of the kind, or a label. None: such a cell is a null there.

    Raises
    ------
    SchemaError
        If the kind or role is unknown, a missing code is also a category, or `fill` is no value
        of the kind within its bounds or labels.

    Examples
    --------
    >>> Column("age", Numeric(0, 120), role="quasi-identifier").role
    <Role.QUASI_IDENTIFIER: 'quasi-identifier'>
    """

    name: str
    kind: Kind
    role: Role | None = None
    missing: tuple[str, ...] = ("",)
    fill: str | None = None

    def __post_init__(self) -> None:
        """Check the parts against one another."""
        if not isinstance(self.name, str) or not self.name:
            raise SchemaError(f"name must be a string that is not empty, got {self.name!r}")
        if not isinstance(self.kind, tuple(KINDS.values())):
            allowed = ", ".join(cls.__name__ for cls in KINDS.values())
            raise SchemaError(f"kind must be one of {allowed}, got {self.kind!r}")
        object.__setattr__(self, "missing", check_strings("missing", self.missing))
        if self.role is not None:
            object.__setattr__(self, "role", _role(self.role))
        if self.role is Role.WEIGHT and not isinstance(self.kind, Numeric):
            raise SchemaError(f"kind must be numeric for a weight, got {self.kind.label}")
        both = set(self.missing).intersection(labels_of(self.kind))
        if both:
            raise SchemaError(f'missing must not name a category, got "{min(both)}"')
        if self.fill is not None:
            fill_value(self.kind, self.fill)


def _role(role: str) -> Role:
    try:
        return Role(role)
    except ValueError:
        allowed = ", ".join(Role)
        raise SchemaError(
            f"role must be one of {allowed}, got {role!r}{did_you_mean(role, Role)}"
        ) from None


def labels_of(kind: Kind) -> tuple[str, ...]:
    """Return the categories or levels of a kind; none for a kind without labels.

    Examples
    --------
    >>> labels_of(Ordinal(("low", "high")))
    ('low', 'high')
    """
    if isinstance(kind, Categorical):
        return kind.categories
    return kind.levels if isinstance(kind, Ordinal) else ()
