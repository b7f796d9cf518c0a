"""MDAV microaggregation: records are replaced by the mean of a group of similar records."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator

from vicinage.errors import ParameterError
from vicinage.masking._kernels import mdav
from vicinage.masking.column_choice import perturbed_columns
from vicinage.masking.masked import Masked
from vicinage.masking.release import release_frame
from vicinage.parameters import check_flag, check_names, check_whole_number
from vicinage.privacy import RandomKey
from vicinage.schema import Schema
from vicinage.table import Table

__all__ = ["Microaggregation", "group_means", "mdav_groups"]

Floats = npt.NDArray[np.float64]
Rows = npt.NDArray[np.int64]


class Microaggregation(BaseEstimator):  # type: ignore[misc]
    """Replace numeric cells by the means of groups of at least `group_size` similar records.

    The groups are MDAV's (maximum distance to average vector), as sdcMicro forms them, over all
    perturbed columns at once; its output is reproduced cell by cell. Nothing is drawn at
    random. Equally distant records are told apart by their key, or without a key column by
    their place in the table.

    Parameters
    ----------
    group_size : int, default 3
        Records in a group, at least 1; a few groups have up to ``2 * group_size - 1``.
    columns : sequence of str, optional
        Numeric columns to perturb. By default all that carry no special role.
    keep_key : bool, default False
        Whether the release keeps the key column, as it is.

    Attributes
    ----------
    record_ : ReleaseRecord
        How the last release was made; publishable.

    Notes
    -----
    **Privacy.** No formal guarantee. Columns that are not numeric come back unchanged. The mean
    of a column stays as it was (unless group means are rounded).

    A missing cell stays missing: it counts as the column mean when distances are measured and
    adds nothing to the mean of its group. Where a schema is declared, means in integer columns
    are rounded; without a schema they are released as they are.

    **Cost.** O(n log n) for clustered records, at worst O(n^2 / group_size) distances when the
    records fill many dimensions evenly.

    References
    ----------
    J. Domingo-Ferrer, V. Torra, "Ordinal, continuous and heterogeneous k-anonymity through
    microaggregation", Data Mining and Knowledge Discovery 11 (2005), section 3.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"age": [20, 31, 22, 60, 64, 62], "pay": [1.0, 2, 3, 7, 8, 9]})
    >>> Microaggregation(group_size=3).fit_transform(frame)["pay"].tolist()
    [2.0, 2.0, 2.0, 8.0, 8.0, 8.0]
    """

    guarantee: ClassVar[str | None] = None

    def __init__(
        self, *, group_size: int = 3, columns: Sequence[str] | None = None, keep_key: bool = False
    ) -> None:
        self.group_size = group_size
        self.columns = columns
        self.keep_key = keep_key

    def fit_transform(self, frame: Any, schema: Schema | None = None) -> Any:
        """Return a protected table of the kind that came in."""
        return release_frame(self, frame, schema)

    def check(self) -> None:
        """Refuse parameters outside their range, before any data is looked at."""
        check_whole_number("group_size", self.group_size, at_least=1)
        check_names("columns", self.columns)
        check_flag("keep_key", self.keep_key)

    def mask(self, table: Table, records: npt.NDArray[np.uint64], key: RandomKey) -> Masked:  # noqa: ARG002  # the interface of all maskers; nothing is drawn here
        """Mask a table; see the class. `records` and `key` have no influence."""
        names = perturbed_columns(table, self.columns, numeric=True)
        if table.n_rows < self.group_size:
            raise ParameterError(
                f"group_size must be at most the number of records, got group_size = "
                f"{self.group_size} for n = {table.n_rows}; the largest possible is {table.n_rows}"
            )
        order = _tie_order(table)
        values = np.column_stack([table.values(name) for name in names])[order]
        means = np.empty_like(values)
        means[order] = group_means(values, *mdav_groups(values, self.group_size))
        numbers = {name: means[:, c] for c, name in enumerate(names)}
        return Masked(
            table=table.replace(numbers, keep_integers=not table.schema.observed),
            columns=names,
        )


def mdav_groups(values: Floats, group_size: int) -> tuple[Rows, Rows]:
    """Form the groups of MDAV.

    While 2k records or more remain: r is the record farthest from the mean of those that remain,
    and r's k nearest (r included) are a group. Where 3k or more remained, so are the k nearest
    of s among the rest, s being the record farthest from r before r's group left. The last
    records, k to 2k - 1, form one group. Squared differences are divided by the column's
    population variance (by 1 where it is 0). Of equally far records the first is taken, of
    equally near ones the last.

    Parameters
    ----------
    values : ndarray of shape (n, d)
        In any units; NaN is missing and counts as the column's mean. The order of the records
        decides ties.
    group_size : int
        k, at most n.

    Returns
    -------
    joined : ndarray of shape (n,)
        The records, group by group; within a group from the nearest to r, or s, to the farthest.
    labels : ndarray of shape (n,)
        Group labels 0, 1, ... in the order in which the groups were formed.

    Examples
    --------
    >>> mdav_groups(np.array([[1.0], [2.0], [3.0], [10.0], [11.0], [12.0]]), 3)
    (array([0, 1, 2, 3, 4, 5]), array([0, 0, 0, 1, 1, 1]))
    """
    filled, weights = _scaled(values)
    # Sums of whole numbers are exact, so the mean of the remaining records is the same whether
    # it is summed anew or kept up to date, and n terms stay below 2^62.
    units = np.full(values.shape[1], np.ldexp(1.0, int(values.shape[0]).bit_length() - 61))
    fixed = np.rint(filled / units).astype(np.int64)
    groups: tuple[Rows, Rows] = mdav(filled, weights, fixed, units, group_size)
    return groups


def group_means(values: Floats, joined: Rows, labels: Rows) -> Floats:
    """Replace each cell by the mean of its group; missing cells stay and count for nothing.

    The cells of a group are added in the order in which the records joined it, as sdcMicro does:
    the means agree to the last bit.

    Parameters
    ----------
    values : ndarray of shape (n, d)
    joined, labels : ndarray of shape (n,)
        See :func:`mdav_groups`.

    Returns
    -------
    ndarray of shape (n, d)
    """
    means = np.full_like(values, np.nan)
    for c in range(values.shape[1]):
        here = joined[~np.isnan(values[joined, c])]
        groups = labels[here]
        sums = np.bincount(groups, weights=values[here, c])
        counts = np.bincount(groups)
        means[here, c] = sums[groups] / counts[groups]
    return means


def _scaled(values: Floats) -> tuple[Floats, Floats]:
    """Fill missing cells with the mean; scale by powers of two, which is exact, to at most 1."""
    filled = np.empty_like(values)
    weights = np.ones(values.shape[1])
    for c in range(values.shape[1]):
        # Sorted, so that the order of the rows does not show in the last bit of a sum.
        present = np.sort(values[~np.isnan(values[:, c]), c])
        if present.size == 0:
            filled[:, c] = 0.0
            continue
        exponent = np.frexp(np.abs(present).max())[1]
        present = np.ldexp(present, -exponent)
        filled[:, c] = np.ldexp(values[:, c], -exponent)
        filled[np.isnan(filled[:, c]), c] = present.mean()
        variance = present.var()
        if present[0] < present[-1]:
            weights[c] = 1.0 / variance
    return filled, weights


def _tie_order(table: Table) -> npt.NDArray[np.int64]:
    """Order the records by the text of their key, or keep the order of the table without one."""
    key = table.key_bytes()
    if key is None:
        return np.arange(table.n_rows)
    data, offsets = key
    text = data.tobytes()
    keys = [text[start:stop] for start, stop in pairwise(offsets.tolist())]
    return np.array(sorted(range(len(keys)), key=keys.__getitem__), dtype=np.int64)
