"""What happened to the tables of two columns."""

import itertools
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from vicinage.errors import ParameterError
from vicinage.evaluation.distribution import Distribution
from vicinage.evaluation.pair import Pair
from vicinage.table.record_codes import codes_of

__all__ = ["contingency_figures"]

Codes = npt.NDArray[np.int64]

_MOST = 32  # columns that are crossed when nothing is said: 496 tables
_DECILES = [share / 10 for share in range(1, 10)]
_DENSE = 4  # cells of a table for each record, up to which it is counted cell by cell


def contingency_figures(
    pair: Pair, crossed: Sequence[str] | None = None
) -> dict[str, str | float | dict[str, float]]:
    """Compare all tables of two columns, persons counting by their weights.

    Numbers and dates are cut at the deciles of the original; a missing cell is a category of its
    own.

    Parameters
    ----------
    pair : Pair
    crossed : sequence of str, optional
        The columns. None: all that are not constant, up to the first 32.

    Returns
    -------
    dict
        ``contingency_l1``: by pair of columns, the sum over the cells of the table of the
        absolute differences of the shares, from 0 (the same) to 2. ``contingency_l1_mean``:
        their mean.

    Raises
    ------
    ParameterError
        If a column to be crossed is not compared, or occurs twice.

    Notes
    -----
    Memory: 16 bytes a record and column, and one table at a time, of which no more cells are kept
    than occur where a table of all would have more than four for each record.
    """
    names = _crossed(pair, crossed)
    if len(names) < 2:
        none = "not defined: fewer than two columns"
        return dict.fromkeys(("contingency_l1", "contingency_l1_mean"), none)
    columns = {name: _levels(pair, name) for name in names}
    figures = {
        f"{a} x {b}": _distance(pair, columns[a], columns[b])
        for a, b in itertools.combinations(names, 2)
    }
    return {
        "contingency_l1": figures,
        "contingency_l1_mean": float(np.mean(list(figures.values()))),
    }


def _crossed(pair: Pair, crossed: Sequence[str] | None) -> list[str]:
    if crossed is None:
        return [name for name in pair.cells if name not in pair.skipped][:_MOST]
    strange = [name for name in crossed if name not in pair.cells]
    if strange or len(set(crossed)) < len(crossed):
        raise ParameterError(
            f"crossed must be different columns that are compared, got {list(crossed)}; they are "
            f"{', '.join(pair.cells)}"
        )
    return list(crossed)


def _levels(pair: Pair, name: str) -> tuple[Codes, Codes]:
    """Return a number from 0 for the category or tenth of each cell in both tables."""
    cells = pair.cells[name]
    if name not in (*pair.numeric, *pair.dates):
        before, after = np.split(codes_of(np.concatenate(cells)), 2)
        return before, after
    edges = np.unique(Distribution.of(cells[0], pair.weights).quantiles(_DECILES))
    before, after = (
        np.where(np.isnan(side), edges.size + 1, np.searchsorted(edges, side)) for side in cells
    )
    return before, after


def _distance(pair: Pair, a: tuple[Codes, Codes], b: tuple[Codes, Codes]) -> float:
    """Return the L1 distance of two tables, each divided by the number of persons."""
    n_levels = 1 + max(int(side.max()) for side in b)
    before, after = (rows * n_levels + columns for rows, columns in zip(a, b, strict=True))
    n_cells = 1 + max(int(before.max()), int(after.max()))
    if n_cells > _DENSE * before.size:
        codes = codes_of(np.concatenate([before, after]))
        before, after = np.split(codes, 2)
        n_cells = 1 + int(codes.max())
    gaps = pair.weights.counts(before, n_cells) - pair.weights.counts(after, n_cells)
    return float(np.abs(gaps).sum() / pair.weights.units.sum())
