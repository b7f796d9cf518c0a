"""Cells suppressed until every record hides among k."""

from dataclasses import dataclass
from typing import ClassVar

from vicinage.errors import SchemaError
from vicinage.names import did_you_mean
from vicinage.schema.column import Column
from vicinage.schema.labels import check_strings

__all__ = ["LocalSuppression"]

_RULES = {
    "strict": "a suppressed cell is a value of its own",
    "wildcard": "a suppressed cell agrees with every value",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalSuppression:
    """Make single cells missing until at least k records share the quasi-identifiers of each.

    Parameters
    ----------
    columns : tuple of str
        The quasi-identifiers, the most important one first: the last is suppressed first.
    k : int
        Least number of records, the record itself included; from 2.
    missing : {"strict", "wildcard"}
        Whether a missing cell is a value of its own, or agrees with every value. The strict rule
        suppresses more, and k then holds by either rule.

    Raises
    ------
    SchemaError
        If the columns are no list of different names, or another part is unknown.

    Examples
    --------
    >>> print(LocalSuppression(columns=("sex", "age"), k=3))
    sex, age suppressed until k = 3 (strict: a suppressed cell is a value of its own)
    """

    label: ClassVar[str] = "suppress"

    columns: tuple[str, ...]
    k: int
    missing: str = "strict"

    def __post_init__(self) -> None:
        """Check each part."""
        object.__setattr__(self, "columns", check_strings("columns", self.columns))
        if not self.columns:
            raise SchemaError("columns must name at least one quasi-identifier, got none")
        if isinstance(self.k, bool) or not isinstance(self.k, int) or self.k < 2:
            raise SchemaError(f"k must be a whole number of at least 2, got {self.k!r}")
        if self.missing not in _RULES:
            raise SchemaError(
                f"missing must be one of {', '.join(_RULES)}, got {self.missing!r}"
                f"{did_you_mean(self.missing, _RULES)}"
            )

    def column_after(self, column: Column) -> Column:
        """Return the column: suppressed cells are missing cells.

        One of level household is refused: whoever lives together shares it.
        """
        if not column.missing:
            raise SchemaError(
                f"missing of {column.name!r} must have a code for suppressed cells, got none; "
                'declare one, for example missing = [""]'
            )
        if column.level == "household":
            raise SchemaError(
                f"columns must be of level record to be suppressed, got {column.name!r}; the cells "
                "of other members would tell what it was: leave it out, or recode it"
            )
        return column

    def __str__(self) -> str:
        rule = f"{self.missing}: {_RULES[self.missing]}"
        return f"{', '.join(self.columns)} suppressed until k = {self.k} ({rule})"
