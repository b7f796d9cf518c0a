"""k-anonymity: how many records share the quasi-identifiers of each."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from vicinage.errors import ParameterError
from vicinage.evaluation.risk.individual_risk import individual_risks
from vicinage.schema import Role
from vicinage.table import Table
from vicinage.table.equal_cells import equal_cells
from vicinage.table.record_classes import class_sizes, wildcard_class_sizes
from vicinage.table.record_codes import codes_of, joint_codes

__all__ = ["anonymity", "equivalence_classes"]

Codes = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


def anonymity(
    original: Table, released: Table, names: Sequence[str], *, mark: str
) -> dict[str, float | str]:
    """Return :func:`equivalence_classes` before and after, and individual risks if weighted.

    Empty where there is no quasi-identifier. ``individual_risk_largest`` and
    ``expected_reidentifications``, the sum of the risks, exist where a column of the original has
    the role weight; the classes are those of the release by the strict rule.
    """
    if not names:
        return {}
    return {
        **equivalence_classes(original, names, mark=mark, side="original"),
        **equivalence_classes(released, names, mark=mark, side="released"),
        **_individual(original, released, names, mark),
    }


def equivalence_classes(
    table: Table, names: Sequence[str], *, mark: str, side: str
) -> dict[str, float | str]:
    """Measure how well records hide among those with the same quasi-identifiers.

    A record whose every quasi-identifier is the suppression mark is counted apart and belongs to
    no class; in other records the mark is a missing cell.

    Parameters
    ----------
    table : Table
    names : sequence of str
        The quasi-identifiers.
    mark : str
        How a suppressed cell is written.
    side : str
        "original" or "released"; ends the names of the figures.

    Returns
    -------
    dict
        ``k_strict``, the smallest class where a missing cell is a value of its own, and
        ``k_wildcard``, where it agrees with every value; ``classes``, ``unique_records`` and
        ``highest_risk`` (1 / k) by the strict rule; ``suppressed_records``.

    Raises
    ------
    ParameterError
        If a quasi-identifier is no column.
    """
    figures: dict[str, float | str] = {}
    strange = [name for name in names if name not in table.names]
    if strange:
        raise ParameterError(
            f"quasi_identifiers must be columns of both tables, got {strange}; "
            "leave them out or correct their names"
        )
    columns, marked = zip(*(_column(table, name, mark) for name in names), strict=True)
    suppressed = np.logical_and.reduce(marked)
    kept = [column[~suppressed] for column in columns]
    figures["suppressed_records"] = int(suppressed.sum())
    if kept[0].size == 0:
        figures |= dict.fromkeys(
            ("k_strict", "k_wildcard", "classes", "unique_records", "highest_risk"),
            "not defined: no record is left",
        )
    else:
        strict = class_sizes(kept)
        figures |= {
            "k_strict": int(strict.min()),
            "k_wildcard": int(wildcard_class_sizes(kept).min()),
            "classes": round(float((1 / strict).sum())),
            "unique_records": int((strict == 1).sum()),
            "highest_risk": float(1 / strict.min()),
        }
    return {f"{name}_{side}": figure for name, figure in figures.items()}


def _individual(
    original: Table, released: Table, names: Sequence[str], mark: str
) -> dict[str, float | str]:
    weight = original.schema.with_role(Role.WEIGHT)
    if not weight:
        return {}
    columns, marked = zip(*(_column(released, name, mark) for name in names), strict=True)
    weights = original.values(weight[0])
    kept = ~np.logical_and.reduce(marked) & (weights > 0)
    if not kept.any():
        none = "not defined: no record with a weight is left"
        return dict.fromkeys(("individual_risk_largest", "expected_reidentifications"), none)
    records = joint_codes([codes_of(column[kept]) for column in columns])
    population = np.bincount(records, weights[kept])[records].astype(np.float64)
    risks = individual_risks(np.bincount(records)[records], population)
    return {
        "individual_risk_largest": float(risks.max()),
        "expected_reidentifications": float(risks.sum()),
    }


def _column(table: Table, name: str, mark: str) -> tuple[Codes, Flags]:
    """Return codes, -1 for missing cells and marks, and where the marks are."""
    codes = equal_cells(table, name)
    _, first, place = np.unique(codes, return_index=True, return_inverse=True)
    cells = table.cells(name)
    marks = np.array([str(cells[int(row)].as_py()) == mark for row in first])
    marked = marks[place.ravel()]
    return np.where(marked, -1, codes), marked
