"""Local suppression: single cells made missing until every record hides among k."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from vicinage.errors import ParameterError
from vicinage.schema import LocalSuppression, RecodeLabels, RecodeNumbers, Step
from vicinage.table import Table
from vicinage.table.equal_cells import equal_cells
from vicinage.table.record_classes import class_sizes, wildcard_class_sizes
from vicinage.table.record_codes import codes_of, joint_codes

__all__ = ["check_suppression", "suppress", "suppressed_cells"]

Codes = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


def check_suppression(table: Table, steps: Sequence[Step]) -> None:
    """Refuse, before any other work, local suppression that cannot succeed.

    Raises
    ------
    ParameterError
        If there are fewer than k records.
    TableError
        If the type of a column cannot hold a missing cell.
    """
    recoded = {step.column for step in steps if isinstance(step, RecodeNumbers | RecodeLabels)}
    for step in steps:
        if isinstance(step, LocalSuppression):
            if table.n_rows < step.k:
                raise ParameterError(
                    f"k must be at most the number of records, got k = {step.k} for n = "
                    f"{table.n_rows}; the largest possible is {table.n_rows}"
                )
            kept = [name for name in step.columns if name not in recoded]
            table.gather({name: np.full(table.n_rows, -1) for name in kept})


def suppress(table: Table, step: LocalSuppression) -> tuple[Table, dict[str, int]]:
    """Make cells missing until k is reached; see :class:`LocalSuppression`."""
    codes = np.column_stack([equal_cells(table, name) for name in step.columns])
    gone = suppressed_cells(codes, step.k, strict=step.missing == "strict")
    rows = np.arange(table.n_rows)
    donors = {name: np.where(gone[:, j], -1, rows) for j, name in enumerate(step.columns)}
    counts = {name: int(gone[:, j].sum()) for j, name in enumerate(step.columns)}
    return table.gather(donors), counts


def suppressed_cells(codes: Codes, k: int, *, strict: bool) -> Flags:
    """Choose the cells to suppress, greedily.

    A record in a class of fewer than k needs help. In each round, column by column from the least
    important, all cells are suppressed that bring their record into a class of k at once. By the
    strict rule, records that differ in one column only from larger classes are then joined by some
    of these: by as many as are lacking, where a class can spare them, else by the smallest class.
    Who was not helped gives up his least important cell, and the next round begins. So there are
    at most d rounds, whatever the table: a record without a cell left agrees with everybody, or,
    by the strict rule, is joined once more.

    Parameters
    ----------
    codes : ndarray of int64 of shape (n, d)
        Cells as numbers, -1 where missing; the most important column first. n is at least k.
    k : int
    strict : bool
        Whether a missing cell is a value of its own, or agrees with every cell.

    Returns
    -------
    ndarray of bool of shape (n, d)
        By the rule, every class has k records or more once these cells are missing. It is no
        smallest choice: finding one is NP-hard.

    Notes
    -----
    **Cost.** At most d^2 countings of classes: O(d^2 n log n) by the strict rule; by the other
    rule times the pairs of patterns of missing cells that occur.

    References
    ----------
    A. Meyerson, R. Williams, "On the complexity of optimal k-anonymity", PODS 2004.

    Examples
    --------
    >>> suppressed_cells(np.array([[0, 0], [0, 0], [0, 1], [0, 1], [0, 2]]), 2, strict=True)
    array([[False,  True],
           [False,  True],
           [False, False],
           [False, False],
           [False,  True]])
    """
    cells = codes.copy()
    count = _strict_sizes if strict else _wildcard_sizes
    least_first = range(codes.shape[1])[::-1]
    for _ in least_first:
        for column in least_first:
            small = count(cells) < k
            if small.any():
                cells[_helped(cells, small, column, k, strict=strict), column] = -1
        for column in least_first if strict else ():
            _let_join(cells, column, k)
        rows = np.flatnonzero(count(cells) < k)
        if not rows.size:
            break
        _give_up_one(cells, rows)
    if strict:
        _let_join(cells, None, k)
    suppressed: Flags = cells != codes
    return suppressed


def _strict_sizes(cells: Codes) -> Codes:
    return class_sizes(list(cells.T))


def _wildcard_sizes(cells: Codes) -> Codes:
    if not cells.shape[1]:
        return np.full(cells.shape[0], cells.shape[0])
    return wildcard_class_sizes(list(cells.T))


def _helped(cells: Codes, small: Flags, column: int, k: int, *, strict: bool) -> Flags:
    """Say which records are in a class of k once their cell of a column is suppressed."""
    if strict:
        # Records of one small class are alike, so all of them move, and nobody is left behind.
        trial = cells.copy()
        trial[small, column] = -1
        sizes = _strict_sizes(trial)
    else:
        # Suppression only ever makes more records agree, so what others do cannot hurt.
        sizes = _wildcard_sizes(np.delete(cells, column, axis=1))
    helped: Flags = small & (sizes >= k)
    return helped


def _give_up_one(cells: Codes, rows: npt.NDArray[np.intp]) -> None:
    """Suppress the last cell of each row that is still there."""
    there = cells[rows] != -1
    last = cells.shape[1] - 1 - np.argmax(there[:, ::-1], axis=1)
    some = there.any(axis=1)
    cells[rows[some], last[some]] = -1


def _let_join(cells: Codes, column: int | None, k: int) -> None:
    """Let others join small classes that would be alike but for a column; None: for all columns.

    Records that are small have their cell suppressed too. Classes that are not small stay so.
    """
    freed = np.arange(cells.shape[1]) if column is None else np.array([column])
    sizes = _strict_sizes(cells)
    small = sizes < k
    if not small.any():
        return
    rest = np.delete(cells, freed, axis=1)
    groups = joint_codes([codes_of(part) for part in rest.T]) if rest.size else 0 * sizes
    wanted = np.isin(groups, groups[small])
    wanted &= np.isin(groups, groups[~small])  # else nobody is there to join
    order = np.flatnonzero(wanted)
    order = order[np.argsort(groups[order], kind="stable")]
    ends = np.flatnonzero(np.diff(groups[order])) + 1
    for rows in np.split(order, ends) if order.size else ():
        _join(cells, rows, small[rows], freed, k)


def _join(
    cells: Codes, rows: npt.NDArray[np.intp], small: Flags, freed: npt.NDArray[np.intp], k: int
) -> None:
    bare = (cells[rows][:, freed] == -1).all(axis=1)
    moved = small | bare
    lacking = k - int(moved.sum())
    others = rows[~moved]
    if lacking > 0:
        codes = joint_codes([codes_of(cells[others, j]) for j in freed])
        counts = np.bincount(codes)
        rich = int(counts.argmax())
        if counts[rich] >= k + lacking:
            joining = others[codes == rich][-lacking:]
        else:
            joining = others[codes == counts.argmin()]
        cells[np.ix_(joining, freed)] = -1
    cells[np.ix_(rows[small], freed)] = -1
