"""The public description of a table."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Self

from vicinage.errors import SchemaError
from vicinage.names import did_you_mean
from vicinage.schema.column import Column, Kind
from vicinage.schema.column_list import check_together, named_columns
from vicinage.schema.expression import Expression
from vicinage.schema.expression_type import check_type
from vicinage.schema.file_format import FileFormat
from vicinage.schema.role import Role
from vicinage.schema.steps import RecodeLabels, RecodeNumbers
from vicinage.schema.text import Text
from vicinage.schema.toml_reader import parse_schema, read_text
from vicinage.schema.toml_writer import canonical_content, schema_document
from vicinage.schema.treatment import Treatment, columns_after

__all__ = ["Schema"]


@dataclass(frozen=True, slots=True, init=False)
class Schema:
    """The columns of a table, and what may be known about them without looking at it.

    Parameters
    ----------
    columns : iterable of Column, or mapping of name to Column or kind
        In the order of the table.
    public : bool
        Whether the steward declares that bounds and categories may be known by anyone.
    observed : bool
        Whether bounds and categories were found in the table itself.
    file : FileFormat
        How a text file of the table is written.
    treatment : Treatment
        What is done to the table besides masking it, and the rules that its records keep.

    Raises
    ------
    SchemaError
        If there is no column, a name occurs twice, two columns are both the key, both the weight
        or both the household, or the treatment does not fit the columns.

    Examples
    --------
    >>> from vicinage.schema import Categorical, Numeric
    >>> schema = Schema({"age": Numeric(0, 120), "sex": Categorical(("F", "M"))})
    >>> schema.names
    ('age', 'sex')
    >>> schema["age"].kind.upper
    120
    """

    columns: tuple[Column, ...]
    public: bool
    observed: bool
    file: FileFormat
    treatment: Treatment
    _by_name: dict[str, Column] = field(repr=False, compare=False)

    def __init__(
        self,
        columns: Iterable[Column] | Mapping[str, Column | Kind],
        *,
        public: bool = False,
        observed: bool = False,
        file: FileFormat | None = None,
        treatment: Treatment | None = None,
    ) -> None:
        listed = tuple(named_columns(columns) if isinstance(columns, Mapping) else columns)
        check_together(listed)
        by_name = {column.name: column for column in listed}
        treatment = treatment or Treatment()
        treatment.check(by_name)
        object.__setattr__(self, "columns", listed)
        object.__setattr__(self, "treatment", treatment)
        object.__setattr__(self, "_by_name", by_name)
        object.__setattr__(self, "public", public)
        object.__setattr__(self, "observed", observed)
        object.__setattr__(self, "file", file or FileFormat())

    @classmethod
    def from_toml(cls, path_or_text: Path | str) -> Self:
        r"""Read a schema from a TOML file, or from the text of one.

        Parameters
        ----------
        path_or_text : Path or str
            A string that holds a line break or an equals sign is the text itself.

        Raises
        ------
        SchemaError
            With every mistake of the file: which column and key, what is allowed, and what was
            probably meant.

        Examples
        --------
        >>> Schema.from_toml('[columns.age]\nkind = "numeric"\nlower = 0').names
        ('age',)
        """
        source, text = read_text(path_or_text)
        content = parse_schema(text, source)
        try:
            return cls(
                content.columns,
                public=content.public,
                file=content.file,
                treatment=content.treatment,
            )
        except SchemaError as error:
            raise SchemaError(f"{source}: {error}") from None

    def to_toml(self, comments: Mapping[str, Iterable[str]] | None = None) -> str:
        """Write the schema as TOML, with comments above the columns that have some.

        Parameters
        ----------
        comments : mapping of column name to lines, optional
            The lines of the name "" stand at the top of the file.

        Examples
        --------
        >>> from vicinage.schema import Text
        >>> print(Schema([Column("note", Text(), role=Role.IGNORED)]).to_toml())
        public = false
        <BLANKLINE>
        [file]
        encoding = "utf-8"
        decimal = "."
        <BLANKLINE>
        [columns.note]
        kind = "text"
        role = "ignored"
        <BLANKLINE>
        """
        return schema_document(self.columns, self.public, self.file, self.treatment, comments or {})

    def fingerprint(self) -> str:
        """Return the SHA-256 of the content, as 64 hexadecimal digits.

        Comments, the order of columns, keys and categories, and the spelling of numbers do not
        matter. When bounds or categories were observed, so is the fingerprint.
        """
        content = canonical_content(self.columns, self.public, self.file, self.treatment)
        text = json.dumps(content, sort_keys=True, ensure_ascii=True)
        return hashlib.sha256(text.encode()).hexdigest()

    @property
    def names(self) -> tuple[str, ...]:
        """The column names, in the order of the table."""
        return tuple(column.name for column in self.columns)

    def with_role(self, role: Role | str) -> tuple[str, ...]:
        """Return the names of the columns that have a role."""
        return tuple(column.name for column in self.columns if column.role == role)

    def replace(self, *columns: Column) -> Self:
        """Return the schema with the given columns in the place of those of the same name."""
        new = {column.name: column for column in columns}
        return self._with(new.get(column.name, column) for column in self.columns)

    def filled(self, *columns: Column) -> Self:
        """Return the schema with observed bounds or labels in the columns that leave them open.

        The treatment fits what is declared. It is not checked against what was observed: whether
        a step is allowed, and what a message says of it, must not depend on the cells.
        """
        new = {column.name: column for column in columns}
        listed = tuple(new.get(column.name, column) for column in self.columns)
        schema = copy(self)
        object.__setattr__(schema, "columns", listed)
        object.__setattr__(schema, "_by_name", {column.name: column for column in listed})
        return schema

    def with_treatment(self, treatment: Treatment) -> Self:
        """Return the schema of a table to which something else is to be done."""
        return self._with(self.columns, treatment)

    def with_file(self, file: FileFormat) -> Self:
        """Return the schema for a file that is written in another way."""
        return self._with(self.columns, file=file)

    def in_order(self, names: Iterable[str]) -> Self:
        """Return the schema of the named columns, in their order.

        Steps, rules and formulas that need another column are left out.
        """
        return self._with(self[name] for name in names)

    def drop(self, names: Iterable[str]) -> Self:
        """Return the schema without the named columns, and without steps and rules on them."""
        gone = {self[name].name for name in names}
        return self.in_order(name for name in self.names if name not in gone)

    def with_identifiers(self, names: Iterable[str]) -> Self:
        """Return the schema with more columns, of texts that identify people."""
        return self._with(
            [*self.columns, *(Column(name, Text(), Role.IDENTIFIER) for name in names)]
        )

    @property
    def relabels(self) -> bool:
        """Whether a release has other labels than the table, since steps recode some columns."""
        steps = (*self.treatment.before, *self.treatment.after)
        return any(isinstance(step, RecodeNumbers | RecodeLabels) for step in steps)

    def prepared(self) -> Self:
        """Return the schema of the table that is masked: the steps before it are done.

        Rules that no longer fit, since a column has another kind now, are left out.
        """
        after = columns_after(self.treatment.before, self._by_name, "before")
        rules = tuple(rule for rule in self.treatment.rules if _fits(rule, after))
        return self._with(after.values(), replace(self.treatment, before=(), rules=rules))

    def released(self) -> Self:
        """Return the schema that a release obeys: all steps are done.

        Keys and identifiers, which a release does not have, are still there.
        """
        masked = self.prepared()
        after = columns_after(masked.treatment.after, masked._by_name, "after")
        rules = tuple(rule for rule in masked.treatment.rules if _fits(rule, after))
        return self._with(after.values(), Treatment(rules=rules))

    def _with(
        self,
        columns: Iterable[Column],
        treatment: Treatment | None = None,
        *,
        file: FileFormat | None = None,
    ) -> Self:
        """Return the schema of other columns, with that part of the treatment which fits them."""
        listed = tuple(columns)
        names = [column.name for column in listed]
        if len(listed) < len(self.columns):
            households = any(column.role is Role.HOUSEHOLD for column in listed)
            listed = tuple(_among(column, names, households) for column in listed)
        return type(self)(
            listed,
            public=self.public,
            observed=self.observed,
            file=self.file if file is None else file,
            treatment=(self.treatment if treatment is None else treatment).only(names),
        )

    def __getitem__(self, name: str) -> Column:
        if name not in self._by_name:
            raise SchemaError(
                f"column must be in the schema, got {name!r}{did_you_mean(name, self.names)}"
            )
        return self._by_name[name]

    def __contains__(self, name: object) -> bool:
        return name in self._by_name

    def __iter__(self) -> Iterator[Column]:
        return iter(self.columns)

    def __len__(self) -> int:
        return len(self.columns)


def _among(column: Column, names: Iterable[str], households: bool) -> Column:
    """Return a column as it is without those that its formula or its level needs."""
    formula = column.formula
    if formula is not None and not set(Expression(formula).columns) <= set(names):
        formula = None
    return replace(column, formula=formula, level=column.level if households else "record")


def _fits(rule: Expression, columns: Mapping[str, Column]) -> bool:
    try:
        check_type(rule, columns, "truth")
    except SchemaError:
        return False
    return True
