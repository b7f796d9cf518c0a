"""The count of outliers with its sensitivity profile: all that a mechanism needs."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from vicinage.mechanisms import SensitivityProfile
from vicinage.outliers.degrees import count_of, degrees
from vicinage.outliers.depth import depths
from vicinage.outliers.many_subspaces import degrees_of_each
from vicinage.outliers.sensitivity import global_sensitivity
from vicinage.privacy import Exact

__all__ = [
    "exact_profile",
    "family_profile",
    "profile_of",
    "raised_bounds",
    "sensitivity_profile",
]

Counts = npt.NDArray[np.int64]


def sensitivity_profile(
    points: npt.NDArray[np.float64], radius: float, k: int, *, t_max: int
) -> tuple[Exact[int], Exact[SensitivityProfile]]:
    """Count the outliers of one subspace, with the sensitivity profile of the count.

    The profile is ``U_t = min(GS, 1 + t + D_t)`` for t = 0, ..., `t_max`, and GS beyond: with
    ``V_t`` the records whose degree lies from ``k - 1 - t`` to ``k + t``, D_t bounds how many of
    them have one point in common as a neighbour (:func:`~vicinage.outliers.depth.depths`).

    Parameters
    ----------
    points : ndarray of float64 of shape (n, m)
        Private, in public units; rows with a cell that is not finite are null records.
    radius : float
        Public; positive.
    k : int
        Public; a record with fewer than `k` neighbours is an outlier.
    t_max : int
        Public; at least 0.

    Notes
    -----
    Facts (a) and (b), on which every mechanism rests, are proved beside this module. Cost: that of
    :func:`degrees` up to k + t_max, and of the depths; about 8 m + 40 bytes a record of memory.

    Examples
    --------
    >>> count, profile = sensitivity_profile(np.array([[0.0], [0.1], [5.0]]), 1.0, 1, t_max=1)
    >>> count
    Exact()
    """
    count, profile = exact_profile(points, radius, k, t_max=t_max)
    return Exact(count), Exact(profile)


def exact_profile(
    points: npt.NDArray[np.float64], radius: float, k: int, *, t_max: int
) -> tuple[int, SensitivityProfile]:
    """Return what :func:`sensitivity_profile` does, bare: private, for the steward's own eyes.

    Examples
    --------
    >>> count, profile = exact_profile(np.array([[0.0], [0.1], [5.0]]), 1.0, 1, t_max=1)
    >>> count, profile.bounds
    (1, (3, 3))
    """
    n, m = points.shape
    found, bounds = raised_bounds(points, radius, k, n=n, t_max=t_max)
    return count_of(found, k), profile_of(bounds, m, k, n)


def raised_bounds(
    points: npt.NDArray[np.float64],
    radius: float,
    k: int,
    *,
    n: int,
    t_max: int,
    kept: npt.NDArray[np.bool_] | None = None,
) -> tuple[Counts, Counts]:
    """Return the degrees of some records of a table, and the bounds that some of these raise.

    Parameters
    ----------
    points : ndarray of float64 of shape (n_points, m)
        Private; all of the table, or a part of it.
    radius, k, t_max
        Public, as above.
    n : int
        Public number of records of the table.
    kept : ndarray of bool of shape (n_points,), optional
        Of a part, which records have all their neighbours in it: the others raise nothing.

    Returns
    -------
    degrees : ndarray of int64 of shape (n_points,)
        Up to a cap that hides nothing from the bounds.
    bounds : ndarray of int64
        ``min(GS, 1 + t + D_t)`` of the records that are kept. The bounds of a table are the maxima
        over parts of it, if each region of :func:`~vicinage.outliers.depth.depths` has all its
        records among those that one of the parts keeps.
    """
    cap = global_sensitivity(points.shape[1], k, n)
    bounds = np.minimum(cap, 1 + _steps(t_max, cap))
    found = degrees(points, radius, cap=k + bounds.size)
    whole = slice(None) if kept is None else kept
    _raise_bounds(bounds, points[whole], found[whole], radius, k, n=n, cap=cap)
    return found, bounds


def profile_of(bounds: Counts, m: int, k: int, n: int) -> SensitivityProfile:
    """Return the profile of one count with these bounds, and the global sensitivity beyond."""
    return _profile(bounds, global_sensitivity(m, k, n))


def family_profile(
    points: npt.NDArray[np.float64],
    subspaces: Sequence[tuple[int, ...]],
    radius: float,
    k: int,
    *,
    t_max: int,
) -> tuple[Exact[Counts], Exact[SensitivityProfile]]:
    """Count the outliers of each subspace, with one profile for the whole family.

    The profile is the maximum over the subspaces of their own; see :func:`sensitivity_profile`. A
    subspace costs little where it provably does not raise the maximum.

    Parameters
    ----------
    points : ndarray of float64 of shape (n, d)
        Private, in public units.
    subspaces : sequence of tuple of int
        Public; columns, increasing.
    radius, k, t_max
        Public, as above.

    Returns
    -------
    counts : Exact of ndarray of int64 of shape (n_subspaces,)
    profile : Exact of SensitivityProfile
    """
    n = points.shape[0]
    caps = [global_sensitivity(len(subspace), k, n) for subspace in subspaces]
    bounds = 1 + _steps(t_max, max(caps))
    counts = np.empty(len(subspaces), np.int64)
    # The largest caps first: what is left to look for in the others is then little.
    order = sorted(range(len(subspaces)), key=lambda i: -caps[i])
    chosen = [subspaces[i] for i in order]
    each = degrees_of_each(points, chosen, radius, cap=k + bounds.size)
    for i, found in zip(order, each, strict=True):
        counts[i] = count_of(found, k)
        _raise_bounds(bounds, points[:, subspaces[i]], found, radius, k, n=n, cap=caps[i])
    return Exact(counts), Exact(_profile(bounds, max(caps)))


def _steps(t_max: int, cap: int) -> Counts:
    """Return the t to look at: from cap - 1 on, ``1 + t`` alone has reached the cap."""
    return np.arange(min(t_max, cap - 1) + 1)


def _raise_bounds(
    bounds: Counts,
    points: npt.NDArray[np.float64],
    found: Counts,
    radius: float,
    k: int,
    *,
    n: int,
    cap: int,
) -> None:
    """Raise ``bounds[t]`` to ``min(cap, 1 + t + D_t)`` where it is lower."""
    steps = np.arange(bounds.size)
    known = found >= 0
    entries = np.maximum(np.maximum(k - 1 - found, found - k), 0)[known]
    deepest = depths(
        points[known],
        entries,
        radius,
        n=n,
        floors=bounds - 1 - steps,
        ceilings=cap - 1 - steps,
    )
    np.maximum(bounds, np.minimum(cap, 1 + steps + deepest), out=bounds)


def _profile(bounds: Counts, cap: int) -> SensitivityProfile:
    return SensitivityProfile(tuple(np.minimum(bounds, cap).tolist()), cap)
