"""Labels joined or renamed."""

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from vicinage.errors import SchemaError
from vicinage.names import did_you_mean
from vicinage.schema.categorical import Categorical
from vicinage.schema.column import Column, labels_of
from vicinage.schema.labels import check_labels
from vicinage.schema.ordinal import Ordinal

__all__ = ["RecodeLabels"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecodeLabels:
    """Replace labels of a categorical or ordinal column by others, which may be fewer.

    Parameters
    ----------
    column : str
    labels : mapping of str to str
        Old label to new; a label that is not named stays. Kept as pairs.

    Raises
    ------
    SchemaError
        If it is no mapping of texts, or names nothing.

    Examples
    --------
    >>> print(RecodeLabels(column="state", labels={"widowed": "single", "divorced": "single"}))
    state recoded: widowed to single, divorced to single
    """

    label: ClassVar[str] = "recode-labels"

    column: str
    labels: Mapping[str, str] | tuple[tuple[str, str], ...]

    def __post_init__(self) -> None:
        """Keep the mapping as pairs, so that the step can be hashed."""
        if not isinstance(self.labels, Mapping) or not self.labels:
            raise SchemaError(
                f'labels must be a table of old = "new", such as {{a = "b"}}, got {self.labels!r}'
            )
        check_labels("labels", self.labels)
        check_labels("labels", dict.fromkeys(self.labels.values()))
        object.__setattr__(self, "labels", tuple(self.labels.items()))

    @property
    def new_labels(self) -> dict[str, str]:
        """The labels that are replaced, and by which."""
        return dict(self.labels)

    @property
    def columns(self) -> tuple[str, ...]:
        """The column that changes."""
        return (self.column,)

    def column_after(self, column: Column) -> Column:
        """Return what the column is afterwards: its labels in their order, joined ones once."""
        kind = column.kind
        if not isinstance(kind, Categorical | Ordinal):
            raise SchemaError(
                "column must be categorical or ordinal for its labels to be recoded, got "
                f"{kind.label} for {column.name!r}"
            )
        new, old = self.new_labels, labels_of(kind)
        for label in new if old else ():
            if label not in old:
                raise SchemaError(
                    f"labels must name labels of {column.name!r}, got {label!r}"
                    f"{did_you_mean(label, old)}"
                )
        renamed = [new.get(label, label) for label in old]
        if isinstance(kind, Ordinal):
            levels = tuple(label for label, _ in itertools.groupby(renamed))
            return replace(column, kind=Ordinal(levels), fill=None)
        return replace(column, kind=Categorical(tuple(dict.fromkeys(renamed))), fill=None)

    def __str__(self) -> str:
        pairs = ", ".join(f"{old} to {new}" for old, new in self.new_labels.items())
        return f"{self.column} recoded: {pairs}"
