"""One column of a schema."""

from dataclasses import dataclass
from typing import TypeAlias

from vicinage.errors import SchemaError
from vicinage.names import did_you_mean
from vicinage.schema.categorical import Categorical
from vicinage.schema.date import Date
from vicinage.schema.expression import Expression
from vicinage.schema.fill import fill_value
from vicinage.schema.labels import check_strings
from vicinage.schema.numeric import Numeric
from vicinage.schema.ordinal import Ordinal
from vicinage.schema.role import Role
from vicinage.schema.text import Text

__all__ = ["KINDS", "Column", "Kind", "labels_of"]

Kind: TypeAlias = Numeric | Categorical | Ordinal | Date | Text

_LEVELS = ("record", "household")

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
    not_applicable : tuple of str
        The texts of cells that mean "does not apply", such as the pay of a child. Such a cell has
        no value, but is not missing either: it is counted apart and never filled.
    level : {"record", "household"}
        What a cell describes. A column of level household has the same cell in all records of a
        household, and is drawn as a whole.
    formula : str or None
        How the number follows from other columns, as in "weight / (height * height)": it is not
        perturbed but computed anew after a release. See :class:`Expression`.

    Raises
    ------
    SchemaError
        If the kind, role or level is unknown, a text has two meanings, `fill` is no value of the
        kind within its bounds or labels, or `formula` cannot be read.

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
    not_applicable: tuple[str, ...] = ()
    level: str = "record"
    formula: str | None = None

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
        self._check_codes()
        if self.fill is not None:
            fill_value(self.kind, self.fill)
        if self.level not in _LEVELS:
            raise SchemaError(
                f"level must be one of {', '.join(_LEVELS)}, got {self.level!r}"
                f"{did_you_mean(self.level, _LEVELS)}"
            )
        if self.formula is not None:
            Expression(self.formula)
            if not isinstance(self.kind, Numeric):
                raise SchemaError(f"kind must be numeric with a formula, got {self.kind.label}")

    def _check_codes(self) -> None:
        both = set(self.missing).intersection(labels_of(self.kind))
        if both:
            raise SchemaError(f'missing must not name a category, got "{min(both)}"')
        codes = check_strings("not_applicable", self.not_applicable)
        object.__setattr__(self, "not_applicable", codes)
        taken = {"", *self.missing, *labels_of(self.kind)}.intersection(codes)
        if taken:
            raise SchemaError(
                "not_applicable must be codes that mean nothing else, got "
                f'"{min(taken)}", which is missing or a category'
            )

    @property
    def empty(self) -> tuple[str, ...]:
        """The texts of cells that hold no value: missing, or not applicable."""
        return self.missing + self.not_applicable


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
