"""How much two columns say about each other, in bits, from their contingency table.

Tables may hold exact counts or the non-negative numbers that noise has left of them. A sum runs
over sorted terms, so that equal tables give equal numbers whatever the order of their cells.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from vicinage.categorical.pair_counts import PairCounts

__all__ = [
    "association_matrix",
    "conditional_entropy",
    "entropy",
    "mutual_information",
    "symmetrical_uncertainty",
]

Counts = npt.NDArray[Any]


def entropy(counts: Counts) -> float:
    """Return the entropy of a distribution, given as counts of any shape; 0 when there are none.

    Examples
    --------
    >>> import numpy as np
    >>> entropy(np.array([2, 1, 1])), entropy(np.array([5, 0])), entropy(np.array([0]))
    (1.5, 0.0, 0.0)
    """
    present = np.sort(counts[counts > 0])
    shares = present / present.sum()
    return abs(float((shares * np.log2(shares)).sum()))


def mutual_information(table: Counts) -> float:
    """Return I(X; Y) = H(X) + H(Y) - H(X, Y); 0 when a column has one value.

    Examples
    --------
    >>> import numpy as np
    >>> mutual_information(np.array([[2, 0], [0, 2]])), mutual_information(np.array([[1, 1]]))
    (1.0, 0.0)
    """
    return max(0.0, entropy(table.sum(axis=1)) + entropy(table.sum(axis=0)) - entropy(table))


def conditional_entropy(table: Counts) -> float:
    """Return H(X | Y), where X has the rows of the table and Y its columns.

    Examples
    --------
    >>> import numpy as np
    >>> conditional_entropy(np.array([[1, 2], [1, 0]]))
    0.5
    """
    return max(0.0, entropy(table) - entropy(table.sum(axis=0)))


def symmetrical_uncertainty(table: Counts) -> float:
    """Return 2 I(X; Y) / (H(X) + H(Y)), from 0 to 1; 0 when both columns have one value.

    Examples
    --------
    >>> import numpy as np
    >>> symmetrical_uncertainty(np.array([[2, 0], [0, 2]]))
    1.0
    >>> symmetrical_uncertainty(np.array([[4]]))
    0.0
    """
    both = entropy(table.sum(axis=1)) + entropy(table.sum(axis=0))
    return 2.0 * mutual_information(table) / both if both > 0 else 0.0


def association_matrix(
    pairs: PairCounts, measure: Callable[[Counts], float]
) -> npt.NDArray[np.float64]:
    """Return a symmetric measure of all pairs, in the order of the columns; 0 on the diagonal."""
    position = {name: c for c, name in enumerate(pairs.levels)}
    matrix = np.zeros((len(position), len(position)))
    for (row, column), table in pairs.tables.items():
        c, d = position[row], position[column]
        matrix[c, d] = matrix[d, c] = measure(table)
    return matrix
