"""What a reader of a release must know, in sentences that name columns but hold no data."""

from collections.abc import Iterator, Sequence

import numpy as np

from vicinage.masking.masked import Masked
from vicinage.schema import Date, Numeric, Role, Schema, Text
from vicinage.table import Table

__all__ = [
    "INDEX_UNCHANGED",
    "NOTHING_CHANGED",
    "NOT_PERTURBED",
    "UNCHANGED",
    "release_notes",
    "same_cells",
    "skipped_note",
]

# Beginnings of notes that name something left unprotected.
NOT_PERTURBED = "NOT PROTECTED: these columns are not perturbed"
UNCHANGED = "NOT PROTECTED: not one cell changed in"
NOTHING_CHANGED = "NO PERTURBATION TOOK PLACE"
INDEX_UNCHANGED = "NOT PROTECTED: the index of the frame is unchanged"


def release_notes(
    table: Table,
    masked: Masked,
    dropped: Sequence[str],
    *,
    unchanged: Sequence[str],
    seeded: bool,
) -> tuple[str, ...]:
    """Say what is unusual about a release; an unremarkable one has no notes.

    Parameters
    ----------
    table : Table
        What was masked: the original after the steps before.
    masked : Masked
    dropped : sequence of str
        Columns that the release does not have.
    unchanged : sequence of str
        Perturbed columns in which no value is another than before.
    seeded : bool
    """
    return (
        *_of_seed(seeded),
        *_of_schema(table.declared),
        *_of_bounds(table),
        *masked.notes,
        *_of_changes(masked, unchanged),
        *_of_columns(NOT_PERTURBED, _left_alone(table, masked)),
        *_of_index(table),
        *_of_order(table),
        *_of_columns(
            "Whole numbers that are all different, identifiers, perhaps", _numbered(table)
        ),
        *_of_columns("Dropped", dropped),
    )


def _of_columns(what: str, names: Sequence[str]) -> tuple[str, ...]:
    return (f"{what}: {', '.join(names)}.",) if names else ()


def _of_seed(seeded: bool) -> Iterator[str]:
    if seeded:
        yield "Seeded: whoever reads this record can repeat every draw; for experiments only."


def _of_schema(schema: Schema | None) -> Iterator[str]:
    if schema is None:
        yield "No schema: ranges and levels were observed in the table."
    elif not schema.public:
        yield "The schema is a draft: its bounds and categories are not declared public."


def _of_bounds(table: Table) -> tuple[str, ...]:
    bounded = [column.name for column in table.schema if isinstance(column.kind, Numeric | Date)]
    outside = [name for name in bounded if table.outside_bounds(name)]
    return _of_columns(
        "Cells outside the declared bounds are there, and count as the bound in distances", outside
    )


def _of_changes(masked: Masked, unchanged: Sequence[str]) -> tuple[str, ...]:
    if len(unchanged) == len(masked.columns):
        return (f"{NOTHING_CHANGED}: 0 % of the cells changed.",)
    return _of_columns(UNCHANGED, unchanged)


def _left_alone(table: Table, masked: Masked) -> list[str]:
    """Name the columns that come back as they were, so that nobody takes them for protected."""
    gone = (Role.KEY, Role.IDENTIFIER)
    return [
        column.name
        for column in table.schema
        if column.name not in masked.columns and column.role not in gone and column.formula is None
    ]


def _of_index(table: Table) -> Iterator[str]:
    if table.labelled_rows:
        yield f"{INDEX_UNCHANGED}."


def _of_order(table: Table) -> Iterator[str]:
    if table.row_order is not None and not table.schema.with_role(Role.KEY):
        yield (
            "No key: records are told apart by their place in the table. Order of rows: "
            f"{table.row_order}."
        )


def _numbered(table: Table) -> list[str]:
    return [name for name in table.numbered if table.schema[name].role is None]


def same_cells(before: Table, after: Table, name: str) -> bool:
    """Say whether all cells of a column mean the same in two tables."""
    if isinstance(before.schema[name].kind, Text):
        return before.labels(name) == after.labels(name)
    return np.array_equal(before.values(name), after.values(name), equal_nan=True)


def skipped_note(skipped: Sequence[str]) -> tuple[str, ...]:
    """Name the columns that distances do without."""
    if not skipped:
        return ()
    return (f"Skipped in distances, as constant or missing throughout: {', '.join(skipped)}.",)
