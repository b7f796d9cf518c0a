"""Scores by which contexts are selected privately. Proof: ``selection.proof.md``, beside."""

from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["SCORES", "conditional_entropy_score", "l1_score", "score_sensitivity"]

SCORES = ("conditional_entropy", "l1")

Counts = npt.NDArray[Any]

_UNIT = 1024  # of the scores by entropy, in parts of a bit


def l1_score(table: Counts) -> int:
    """Return how far two columns are from independence, ``n sum |P(x, y) - P(x) P(y)|``.

    Parameters
    ----------
    table : ndarray of integers of shape (levels of X, levels of Y)
        Exact counts of n records, each in one cell; private.

    Returns
    -------
    int
        Rounded down, from 0 to 2 n. One replaced record moves it by at most 6. Linear in weak
        dependence, where entropies are quadratic: better at a small epsilon.

    Examples
    --------
    >>> l1_score(np.array([[3, 0], [0, 3]])), l1_score(np.array([[1, 1], [2, 2]]))
    (6, 0)
    """
    n = int(table.sum())
    if n == 0:
        return 0
    expected = np.multiply.outer(table.sum(axis=1), table.sum(axis=0))
    return int(np.abs(n * table.astype(np.int64) - expected).sum()) // n


def conditional_entropy_score(table: Counts) -> int:
    """Return ``-n H(X | Y)`` in units of 1/1024 bit, where X has the rows of the table.

    It ranks the columns Y as their mutual information with X does.

    Parameters
    ----------
    table : ndarray of integers of shape (levels of X, levels of Y)
        Exact counts of n records, each in one cell; private.

    Examples
    --------
    >>> conditional_entropy_score(np.array([[3, 0], [0, 3]]))
    0
    >>> conditional_entropy_score(np.array([[1, 1], [1, 1]])) / 1024
    -4.0
    """
    return int(_units(table).sum() - _units(table.sum(axis=0)).sum())


def score_sensitivity(score: str, n_rows: int) -> int:
    """Return how far a score may move when one record is replaced; public.

    Parameters
    ----------
    score : {"l1", "conditional_entropy"}
    n_rows : int
        At least 1.

    Examples
    --------
    >>> score_sensitivity("l1", 1000)
    6
    >>> round(score_sensitivity("conditional_entropy", 1000) / 1024, 2)  # bits of n H
    11.42
    """
    if score == "l1":
        return 6
    largest, before = _units(np.array([n_rows, n_rows - 1]))
    return int(largest - before) + 10  # 10 rounded values of t log t take part


def _units(counts: Counts) -> npt.NDArray[np.int64]:
    """Return ``t log2 t`` in whole units: each within one of the true value."""
    values = np.maximum(counts, 1).astype(np.float64)
    rounded: npt.NDArray[np.int64] = np.rint(_UNIT * values * np.log2(values)).astype(np.int64)
    return rounded
