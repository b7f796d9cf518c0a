"""Rank swapping: cells are exchanged with cells of similar rank in the same column."""

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator

from vicinage.masking._kernels import swap_partners
from vicinage.masking.column_choice import perturbed_columns
from vicinage.masking.masked import Masked
from vicinage.masking.release import release_frame
from vicinage.parameters import check_flag, check_fraction, check_names, check_seed
from vicinage.privacy import RandomKey
from vicinage.schema import Schema
from vicinage.table import Table

__all__ = ["RankSwapping", "swap_ranks"]

Floats = npt.NDArray[np.float64]
Rows = npt.NDArray[np.int64]


class RankSwapping(BaseEstimator):  # type: ignore[misc]
    """Swap each cell with one whose rank differs by at most a fraction of the records.

    Every column is swapped by itself, as sdcMicro does it: the largest and the smallest cells
    are replaced by their mean, the others are swapped in pairs.

    Parameters
    ----------
    fraction : float, default 0.15
        How far apart in rank two swapped cells may be, as a fraction of the swapped cells, from
        0 (nothing is swapped) to 1 (any two).
    tail_fraction : float, default 0.05
        Fraction of the cells at either end, up to 0.5, that are replaced by their mean.
    columns : sequence of str, optional
        Numeric columns to perturb. By default all that carry no special role.
    keep_key : bool, default False
        Whether the release keeps the key column, as it is.
    seed : int, optional
        For experiments only: the same seed gives the same release, and the record says so.

    Attributes
    ----------
    record_ : ReleaseRecord
        How the last release was made; publishable.

    Notes
    -----
    **Privacy.** No formal guarantee. Cells of columns that are not numeric come back unchanged,
    and except in the tails a column keeps exactly its original cells, as they are spelled.

    A missing cell stays missing and takes no rank. Integers stay integers: the mean of a tail
    is rounded in an integer column.

    **Cost.** O(n log n) for each column.

    References
    ----------
    R. A. Moore, "Controlled data-swapping techniques for masking public use microdata sets",
    U.S. Bureau of the Census (1996).

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"pay": [1.0, 2.0, 3.0, 4.0]})
    >>> masker = RankSwapping(fraction=0.5, tail_fraction=0.0, seed=1)
    >>> masker.fit_transform(frame)["pay"].tolist()
    [2.0, 1.0, 4.0, 3.0]
    """

    guarantee: ClassVar[str | None] = None

    def __init__(
        self,
        *,
        fraction: float = 0.15,
        tail_fraction: float = 0.05,
        columns: Sequence[str] | None = None,
        keep_key: bool = False,
        seed: int | None = None,
    ) -> None:
        self.fraction = fraction
        self.tail_fraction = tail_fraction
        self.columns = columns
        self.keep_key = keep_key
        self.seed = seed

    def fit_transform(self, frame: Any, schema: Schema | None = None) -> Any:
        """Return a protected table of the kind that came in."""
        return release_frame(self, frame, schema)

    def check(self) -> None:
        """Refuse parameters outside their range, before any data is looked at."""
        check_fraction("fraction", self.fraction)
        check_fraction("tail_fraction", self.tail_fraction, at_most=0.5)
        check_names("columns", self.columns)
        check_flag("keep_key", self.keep_key)
        check_seed(self.seed)

    def mask(self, table: Table, records: npt.NDArray[np.uint64], key: RandomKey) -> Masked:
        """Mask a table whose rows have the given record keys, drawing from `key`."""
        names = perturbed_columns(table, self.columns, numeric=True)
        for name in names:
            table = self._swapped(table, name, records, key.uniforms(records, name))
        return Masked(table=table, columns=names)

    def _swapped(
        self, table: Table, name: str, records: npt.NDArray[np.uint64], uniforms: Floats
    ) -> Table:
        """Swap one column, leaving its missing cells where they are."""
        values = table.values(name)
        present = np.flatnonzero(~np.isnan(values))
        # Ties go by record key, so that the order of the rows has no influence.
        order = present[np.lexsort((records[present], -values[present]))]
        tail = int(order.size * self.tail_fraction)
        inner = order[tail : order.size - tail]
        rows = np.arange(values.size)
        rows[inner] = inner[swap_ranks(uniforms[inner], fraction=self.fraction)]
        swapped = table.gather({name: rows})
        if not tail:
            return swapped
        in_tail = np.zeros(values.size, dtype=np.bool_)
        for end in (order[:tail], order[order.size - tail :]):
            values[end] = values[end].mean()
            in_tail[end] = True
        # The mean of integers near the end of their type may be a float beyond it.
        values = np.clip(values, *table.number_range(name))
        return swapped.replace({name: values}, rows=in_tail)


def swap_ranks(uniforms: Floats, *, fraction: float) -> Rows:
    """Draw the partners with which the m cells of a sorted column are swapped.

    Each cell at rank j (from 0) that is not yet swapped is swapped with one drawn uniformly from
    those not yet swapped at ranks j + 1 to ``min(m, int(j + m * fraction)) - 1``, if there is
    any.

    Parameters
    ----------
    uniforms : ndarray of shape (m,)
        One draw from (0, 1) for each rank.
    fraction : float

    Returns
    -------
    ndarray of shape (m,)
        The rank of each cell's partner; its own where it stays.

    Examples
    --------
    >>> swap_ranks(np.full(4, 0.5), fraction=1.0)
    array([2, 3, 0, 1])
    """
    m = uniforms.size
    reach = np.minimum(m, (np.arange(m) + m * fraction).astype(np.int64)) - 1
    partners: Rows = swap_partners(uniforms, reach)
    return partners
