"""Additive noise: a normal deviate is added to each cell."""

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
from scipy.special import ndtri
from sklearn.base import BaseEstimator

from vicinage.masking.column_choice import perturbed_columns
from vicinage.masking.masked import Masked
from vicinage.masking.release import release_frame
from vicinage.parameters import check_flag, check_names, check_number, check_seed
from vicinage.privacy import RandomKey
from vicinage.schema import Schema
from vicinage.table import Table

__all__ = ["NoiseAddition", "noise_factor"]

Floats = npt.NDArray[np.float64]


class NoiseAddition(BaseEstimator):  # type: ignore[misc]
    """Add normal noise to numeric cells.

    Parameters
    ----------
    scale : float, default 0.1
        Standard deviation of the noise, in standard deviations of the column. Finite, above 0.
    correlated : bool, default False
        Whether the noise has the correlations of the columns (its covariance is then
        ``scale**2`` times theirs), so that correlations survive; else it is independent. The same
        columns in another order get the same noise but for its last bits, as sums are then
        taken in another order.
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
    **Privacy.** No formal guarantee, least of all for outliers: the noise is the same for all.
    This is not the noise of differential privacy. Columns that are not numeric come back
    unchanged.

    A missing cell stays missing. Integers stay integers (rounded). A cell may leave
    the declared bounds; only where its type cannot hold the number (as -3 in an unsigned integer)
    is it set to the nearest that it can, and the record names the column.

    **Cost.** O(n d), and O(n d^2) with correlated noise.

    References
    ----------
    J. J. Kim, "A method for limiting disclosure in microdata based on random noise and
    transformation", Proceedings of the ASA Section on Survey Research Methods (1986).

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"age": [20, 30, 40, 50]})
    >>> NoiseAddition(scale=0.5, seed=1).fit_transform(frame)["age"].dtype
    dtype('int64')
    """

    guarantee: ClassVar[str | None] = None

    def __init__(
        self,
        *,
        scale: float = 0.1,
        correlated: bool = False,
        columns: Sequence[str] | None = None,
        keep_key: bool = False,
        seed: int | None = None,
    ) -> None:
        self.scale = scale
        self.correlated = correlated
        self.columns = columns
        self.keep_key = keep_key
        self.seed = seed

    def fit_transform(self, frame: Any, schema: Schema | None = None) -> Any:
        """Return a protected table of the kind that came in."""
        return release_frame(self, frame, schema)

    def check(self) -> None:
        """Refuse parameters outside their range, before any data is looked at."""
        check_number("scale", self.scale, zero=False)
        check_flag("correlated", self.correlated)
        check_names("columns", self.columns)
        check_flag("keep_key", self.keep_key)
        check_seed(self.seed)

    def mask(self, table: Table, records: npt.NDArray[np.uint64], key: RandomKey) -> Masked:
        """Mask a table whose rows have the given record keys, drawing from `key`."""
        names = perturbed_columns(table, self.columns, numeric=True)
        # Scaled by powers of two, which is exact, so that no square is too large for a float.
        powers = {name: _power(table.values(name)) for name in names}
        values = {name: np.ldexp(table.values(name), -powers[name]) for name in names}
        # Sums are taken in the order of the record keys, so that the order of the rows does not
        # show even in the last bit.
        order = np.argsort(records)
        factor = noise_factor(
            np.column_stack([values[name][order] for name in names]), correlated=self.correlated
        )
        deviates = [ndtri(key.uniforms(records, name)) for name in names]
        numbers, cut = {}, []
        for c, name in enumerate(names):
            noise = sum(
                factor[c, b] * deviates[b] for b in range(len(names)) if factor[c, b] != 0.0
            )
            with np.errstate(over="ignore"):  # an infinite number is cut like any other
                noisy = np.ldexp(values[name] + self.scale * noise, powers[name])
            numbers[name] = np.clip(noisy, *table.number_range(name))
            if not np.array_equal(noisy, numbers[name], equal_nan=True):
                cut.append(name)
        return Masked(table=table.replace(numbers), columns=names, notes=_cut_note(cut))


def _power(values: Floats) -> int:
    return int(np.frexp(np.nanmax(np.abs(values), initial=0.0))[1])


def _cut_note(names: Sequence[str]) -> tuple[str, ...]:
    if not names:
        return ()
    return (f"Set to the nearest number that the type of the column holds: {', '.join(names)}.",)


def noise_factor(values: Floats, *, correlated: bool) -> Floats:
    """Return F such that F z has the spread of the columns, z being independent N(0, 1).

    Parameters
    ----------
    values : ndarray of shape (n, d)
        NaN is missing. A column's standard deviation is taken over the cells that are there
        (divisor n - 1; 0 when there are fewer than two); for the correlations a missing cell
        counts as the mean.
    correlated : bool
        False: F is diagonal. True: F F' is the covariance matrix, also when it is singular.

    Returns
    -------
    ndarray of shape (d, d)

    Examples
    --------
    >>> noise_factor(np.array([[1.0, 5.0], [3.0, 5.0]]), correlated=False)
    array([[1.41421356, 0.        ],
           [0.        , 0.        ]])
    """
    present = ~np.isnan(values)
    counts = present.sum(axis=0)
    means = np.where(present, values, 0.0).sum(axis=0) / np.maximum(counts, 1)
    gaps = np.where(present, values - means, 0.0)
    squares = (gaps * gaps).sum(axis=0)
    spreads = np.sqrt(squares / np.maximum(counts - 1, 1))
    if not correlated:
        return np.diag(spreads)
    unit = gaps / np.sqrt(np.where(squares > 0, squares, 1.0))
    sizes, directions = np.linalg.eigh(unit.T @ unit)
    # The symmetric root is unique, which a product with eigenvectors of free sign is not.
    root = (directions * np.sqrt(np.maximum(sizes, 0.0))) @ directions.T
    factor: Floats = spreads[:, None] * root
    return factor
