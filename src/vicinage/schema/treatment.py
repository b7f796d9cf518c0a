"""What a schema declares to be done to a table besides masking it."""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Self, TypeAlias

from vicinage.errors import SchemaError
from vicinage.names import did_you_mean
from vicinage.schema.column import Column
from vicinage.schema.expression import Expression
from vicinage.schema.expression_type import check_type
from vicinage.schema.role import Role
from vicinage.schema.steps import LocalSuppression, Step

__all__ = ["Treatment", "columns_after"]

Columns: TypeAlias = Mapping[str, Column]

# What tells records or households apart, or says for how many one stands, must stay true.
_FIXED = frozenset({Role.KEY, Role.IDENTIFIER, Role.WEIGHT, Role.HOUSEHOLD})


@dataclass(frozen=True, slots=True, kw_only=True)
class Treatment:
    """Steps before and after masking, rules, and columns that are drawn together.

    A release runs through the steps `before`, the masker, and the steps `after`; then derived
    columns are computed anew, and the rules are counted.

    Parameters
    ----------
    before, after : tuple of steps
        In their order. Local suppression belongs after: masking would undo it.
    rules : tuple of Expression
        What every record should keep, such as ``start <= end``. A list of texts is taken too.
    together : tuple of tuple of str
        Columns whose cells come from one and the same donor, so that rules among them are kept.

    Examples
    --------
    >>> treatment = Treatment(rules=["start <= end"], together=[["start", "end"]])
    >>> treatment.rules[0].columns
    ('start', 'end')
    """

    before: tuple[Step, ...] = ()
    after: tuple[Step, ...] = ()
    rules: tuple[Expression, ...] = ()
    together: tuple[tuple[str, ...], ...] = ()

    def __post_init__(self) -> None:
        """Keep every part as a tuple, and refuse what no table could make right."""
        if isinstance(self.rules, str):
            raise SchemaError(f"rules must be a list of texts, got the text {self.rules!r}")
        for name in ("before", "after"):
            object.__setattr__(self, name, tuple(getattr(self, name)))
        read = (rule if isinstance(rule, Expression) else Expression(rule) for rule in self.rules)
        object.__setattr__(self, "rules", tuple(read))
        object.__setattr__(self, "together", tuple(map(tuple, self.together)))
        early = [step for step in self.before if isinstance(step, LocalSuppression)]
        if early:
            raise SchemaError(
                f"before must leave out {LocalSuppression.label}, got {early[0]}; masking would "
                "undo it: write it as [[after]]"
            )
        self._check_together()

    def _check_together(self) -> None:
        counts = Counter(name for block in self.together for name in block)
        twice = [name for name, count in counts.items() if count > 1]
        if twice:
            raise SchemaError(f"together must name each column once, got {twice[0]!r} again")
        if any(len(block) < 2 for block in self.together):
            raise SchemaError("together must list two columns or more at a time, got fewer")

    def only(self, names: Collection[str]) -> Self:
        """Return the parts that name none but the given columns."""
        return type(self)(
            before=tuple(step for step in self.before if set(step.columns) <= set(names)),
            after=tuple(step for step in self.after if set(step.columns) <= set(names)),
            rules=tuple(rule for rule in self.rules if set(rule.columns) <= set(names)),
            together=tuple(block for block in self.together if set(block) <= set(names)),
        )

    def check(self, columns: Columns) -> None:
        """Refuse parts that do not fit the columns of the schema.

        Raises
        ------
        SchemaError
        """
        for block in self.together:
            _check_block(block, columns)
        for rule in self.rules:
            check_type(rule, columns, "truth")
        after = columns_after(self.before, columns, "before")
        after = columns_after(self.after, after, "after")
        for column in columns.values():
            if column.formula is not None:
                _check_formula(column.name, Expression(column.formula), columns, after)


def columns_after(steps: tuple[Step, ...], columns: Columns, where: str) -> dict[str, Column]:
    """Return what the columns are after some steps.

    Raises
    ------
    SchemaError
        If a step does not fit its column as the steps before it leave it.
    """
    changed = dict(columns)
    for number, step in enumerate(steps, 1):
        place = f"{where}, step {number} ({step.label})"
        for name in step.columns:
            column = _known(name, columns, place)
            if column.role in _FIXED or column.formula is not None:
                reason = "derived" if column.formula is not None else f"whose role is {column.role}"
                raise SchemaError(f"{place}: column must not be one {reason}, got {name!r}")
            try:
                changed[name] = step.column_after(changed[name])
            except SchemaError as error:
                raise SchemaError(f"{place}: {error}") from None
    return changed


def _known(name: str, columns: Columns, where: str) -> Column:
    if name not in columns:
        raise SchemaError(
            f"{where}: column must be in the schema, got {name!r}{did_you_mean(name, columns)}"
        )
    return columns[name]


def _check_block(block: tuple[str, ...], columns: Columns) -> None:
    members = [_known(name, columns, "together") for name in block]
    derived = [column.name for column in members if column.formula is not None]
    if derived:
        raise SchemaError(
            f"together must leave out derived columns, got {derived[0]!r}; it follows the others"
        )
    if len({column.level for column in members}) > 1:
        raise SchemaError(
            "together must list columns of one level, got those of records and of households: "
            + ", ".join(block)
        )


def _is_personal(column: Column) -> bool:
    return column.level != "household" and column.role is not Role.HOUSEHOLD


def _check_formula(name: str, formula: Expression, before: Columns, after: Columns) -> None:
    derived = [part for part in formula.columns if part in before and before[part].formula]
    if derived:
        raise SchemaError(
            f"formula of {name!r} must use columns that are not derived, got {derived[0]!r}"
        )
    personal = [part for part in formula.columns if part in before and _is_personal(before[part])]
    if personal and before[name].level == "household":
        raise SchemaError(
            f"formula of {name!r} must use columns of level household, as it is one itself, got "
            f"{personal[0]!r}; give {personal[0]!r} the level if all members share it, or leave "
            f"out that of {name!r}"
        )
    for columns, when in ((before, ""), (after, " after the steps")):
        try:
            check_type(formula, columns, "number")
        except SchemaError as error:
            raise SchemaError(f"formula of {name!r}{when}: {error}") from None
