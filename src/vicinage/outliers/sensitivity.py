"""By how much one record can change a count of outliers, whatever the table."""

import numbers

from vicinage.errors import ParameterError

__all__ = ["global_sensitivity"]

# The most points of a closed ball that lie farther apart than its radius: exact for 1 and 2
# dimensions; from 3 on, known upper bounds of the kissing number, for 3 to 24 dimensions.
_PACKING = (
    2, 5, 12, 24, 44, 78, 134, 240, 363, 554, 868, 1356, 2069, 3183, 4866, 7355, 11072, 16572,
    24812, 36764, 54584, 82340, 124416, 196560,
)  # fmt: skip


def global_sensitivity(m: int, k: int, n: int) -> int:
    """Return the most by which a count of outliers can change when one record is replaced.

    ``min(n, P_m k + 1)``, where P_m is the largest number of points of a closed ball in m
    dimensions that are pairwise farther apart than its radius, or an upper bound of it; `n` for
    m > 24. All arguments and the result are public.

    Parameters
    ----------
    m : int
        Number of columns, at least 1.
    k : int
        A record with fewer than `k` neighbours is an outlier; at least 1.
    n : int
        Number of records, at least 1.

    Notes
    -----
    Okada, Fukuchi, Kakizaki and Sakuma (2015) give 2k + 1 and 5k + 1 for m = 1 and 2. The bounds of
    the kissing number are those of Machado and de Oliveira Filho (2018) and the works they list.
    The proof lies beside :mod:`vicinage.outliers.profile`.

    Examples
    --------
    >>> global_sensitivity(1, 10, 5000), global_sensitivity(2, 10, 5000)
    (21, 51)
    >>> global_sensitivity(30, 10, 5000)
    5000
    """
    for name, value in (("m", m), ("k", k), ("n", n)):
        if not isinstance(value, numbers.Integral) or value < 1:
            raise ParameterError(f"{name} must be a whole number of at least 1, got {value!r}")
    if m > len(_PACKING):
        return int(n)
    return int(min(n, _PACKING[m - 1] * k + 1))
