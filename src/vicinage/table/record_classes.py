"""How many records are alike, a missing cell being a value of its own or any value."""

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from vicinage.table.record_codes import codes_of, joint_codes

__all__ = ["class_sizes", "wildcard_class_sizes"]

Codes = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


def class_sizes(columns: Sequence[Codes]) -> Codes:
    """Return for each record how many have the same cells, itself included; -1 is a value.

    Examples
    --------
    >>> class_sizes([np.array([0, 0, -1])])
    array([2, 2, 1])
    """
    records = joint_codes([codes_of(column) for column in columns])
    sizes: Codes = np.bincount(records)[records]
    return sizes


def wildcard_class_sizes(columns: Sequence[Codes]) -> Codes:
    """Return for each record how many agree with it, -1 agreeing with every cell.

    Cost: O(n) for each pair of patterns of missing cells that occur.

    Examples
    --------
    >>> wildcard_class_sizes([np.array([0, 0, 1, -1])])
    array([3, 3, 2, 4])
    """
    cells = np.column_stack(columns)
    patterns = [(there, rows) for there, rows in _patterns(cells != -1)]
    sizes = np.zeros(cells.shape[0], dtype=np.int64)
    for there, rows in patterns:
        for others_there, others in patterns:
            shared = np.flatnonzero(there & others_there)
            if shared.size == 0:
                sizes[rows] += others.size
                continue
            both = np.concatenate([rows, others])
            codes = joint_codes([codes_of(cells[both, j]) for j in shared])
            counts = np.bincount(codes[rows.size :], minlength=int(codes.max()) + 1)
            sizes[rows] += counts[codes[: rows.size]]
    return sizes


def _patterns(present: Flags) -> Iterator[tuple[Flags, npt.NDArray[np.intp]]]:
    found, place = np.unique(present, axis=0, return_inverse=True)
    for number, pattern in enumerate(found):
        yield pattern, np.flatnonzero(place.ravel() == number)
