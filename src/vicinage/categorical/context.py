"""Which other columns the distances of a column are learned from: its context.

Columns stand for themselves by their position. Scores that differ by less than 1e-12, which
rounding alone can do, are tied; of tied columns those in the smallest positions win.
"""

from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from vicinage.categorical._kernels import subset_entropies
from vicinage.errors import ParameterError

__all__ = ["above_mean", "jointly_most_informative", "most_informative", "not_redundant"]

Matrix = npt.NDArray[np.float64]
Context = tuple[int, ...]

_TIE = 1e-12
_SUBSETS = 10_000_000
_CELLS = 50_000_000


def above_mean(uncertainty: Matrix, sigma: float) -> list[Context]:
    """Take the columns associated with the target at least `sigma` times the mean: method M.

    Parameters
    ----------
    uncertainty : ndarray of float64 of shape (n_columns, n_columns)
        Symmetrical uncertainty; the diagonal is not looked at.
    sigma : float
        Where it leaves no column, the context is the column of largest uncertainty.

    Returns
    -------
    list of tuple of int
        The context of each column, in increasing order of positions.

    Examples
    --------
    >>> above_mean(np.array([[0.0, 0.5, 0.1], [0.5, 0.0, 0.1], [0.1, 0.1, 0.0]]), 1.0)
    [(1,), (0,), (0, 1)]
    """
    contexts = []
    for target, row in enumerate(uncertainty):
        others = _others(target, row.size)
        least = sigma * row[others].mean() - _TIE
        kept = [other for other in others if row[other] >= least]
        contexts.append(tuple(kept) or _largest(row, others, 1))
    return contexts


def not_redundant(uncertainty: Matrix) -> list[Context]:
    """Go through the columns by decreasing uncertainty, leaving out what is known: method RR.

    A column joins the context when it is associated with the target more than with each column
    that has joined before.

    Parameters
    ----------
    uncertainty : ndarray of float64 of shape (n_columns, n_columns)
        Symmetrical uncertainty.

    Returns
    -------
    list of tuple of int
        As :func:`above_mean`.

    Examples
    --------
    >>> not_redundant(np.array([[0.0, 0.5, 0.4], [0.5, 0.0, 0.45], [0.4, 0.45, 0.0]]))
    [(1,), (0, 2), (1,)]
    """
    contexts = []
    for target, row in enumerate(uncertainty):
        others = _others(target, row.size)
        kept: list[int] = []
        for other in _largest(row, others, len(others)):
            if all(row[other] > uncertainty[other, joined] + _TIE for joined in kept):
                kept.append(other)
        contexts.append(tuple(sorted(kept)))
    return contexts


def most_informative(scores: Matrix, k: int) -> list[Context]:
    """Take the `k` columns of largest score, such as mutual information: method K.

    Parameters
    ----------
    scores : ndarray of float64 of shape (n_columns, n_columns)
        ``scores[x, y]`` is the score of column y for the target x.
    k : int
        With fewer than `k` other columns, all of them are the context.

    Returns
    -------
    list of tuple of int
        As :func:`above_mean`.
    """
    return [
        tuple(sorted(_largest(row, _others(target, row.size), k)))
        for target, row in enumerate(scores)
    ]


def jointly_most_informative(
    codes: npt.NDArray[np.signedinteger[Any]], levels: list[int], k: int
) -> list[Context]:
    """Take the `k` columns that together leave the target least uncertain: method K_dep.

    Parameters
    ----------
    codes : ndarray of integers of shape (n_columns, n_records)
        From 0, or -1 for a null. A record counts where it has no null among the target and the
        columns that are tried. Columns that no record has together say nothing.
    levels : list of int
        How many values each column may take.
    k : int
        With no more than `k` other columns, all of them are the context.

    Returns
    -------
    list of tuple of int
        As :func:`above_mean`. Of tied sets, the first in lexicographic order.

    Raises
    ------
    ParameterError
        If there are more than 10 million sets of k + 1 columns, or one of more than 50 million
        cells.

    Notes
    -----
    One count of each k + 1 columns serves all of them as targets. Cost: C(n_columns, k + 1) times
    the records and the cells, in parallel.
    """
    n_columns = len(levels)
    if n_columns - 1 <= k:
        return [tuple(_others(target, n_columns)) for target in range(n_columns)]
    _check_size(levels, k)
    subsets = np.array(list(combinations(range(n_columns), k + 1)))
    entropies = subset_entropies(codes, np.maximum(levels, 1), subsets)
    contexts = []
    for target in range(n_columns):
        subset, place = np.nonzero(subsets == target)
        left = entropies[subset, place]
        best = subsets[subset[np.argmax(left <= left.min() + _TIE)]]
        contexts.append(tuple(int(member) for member in best if member != target))
    return contexts


def _check_size(levels: list[int], k: int) -> None:
    subsets = comb(len(levels), k + 1)
    cells = int(np.prod(np.sort(levels)[-k - 1 :], dtype=object))
    if subsets > _SUBSETS or cells > _CELLS:
        raise ParameterError(
            f"k must be so small that 'K_dep' tries at most {_SUBSETS} sets of k + 1 columns with "
            f"at most {_CELLS} cells, got k = {k}: {subsets} sets of up to {cells} cells; choose "
            "fewer columns, or the context 'K'"
        )


def _others(target: int, n_columns: int) -> list[int]:
    return [c for c in range(n_columns) if c != target]


def _largest(scores: Matrix, positions: list[int], count: int) -> Context:
    """Return the positions of the largest scores, in decreasing order of the scores."""
    rounded = {c: round(float(scores[c]), 12) for c in positions}
    return tuple(sorted(positions, key=lambda c: (-rounded[c], c))[:count])
