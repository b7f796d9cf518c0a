"""Sizes that are refused unless they are asked for by name."""

from collections.abc import Mapping

from vicinage.errors import ParameterError

__all__ = ["check_cells", "check_limits"]

_CELLS = 50_000_000
_LEVELS = 2_000


def check_limits(levels: Mapping[str, int], *, allow_large: bool) -> None:
    """Refuse columns whose distance matrices would not be small.

    Parameters
    ----------
    levels : mapping of column name to int
        How many values each column may take.
    allow_large : bool
        Whether the caller has asked for large ones by name.

    Raises
    ------
    ParameterError
        If a column has more than 2,000 levels.

    Examples
    --------
    >>> check_limits({"city": 5_000, "region": 26}, allow_large=False)
    Traceback (most recent call last):
    ...
    vicinage.errors.ParameterError: columns must have at most 2000 levels, got 'city' with 5000: \
its distances are a matrix of 5000 x 5000; leave it out, group its levels, or set allow_large=True
    """
    for name, count in levels.items():
        if count > _LEVELS and not allow_large:
            raise ParameterError(
                f"columns must have at most {_LEVELS} levels, got {name!r} with {count}: its "
                f"distances are a matrix of {count} x {count}; leave it out, group its levels, "
                "or set allow_large=True"
            )


def check_cells(levels: Mapping[str, int], *, allow_large: bool) -> None:
    """Refuse columns whose contingency tables would not be small.

    Parameters
    ----------
    levels, allow_large
        As for :func:`check_limits`.

    Raises
    ------
    ParameterError
        If two columns have more than 50 million cells together.
    """
    largest = sorted(levels, key=lambda name: -levels[name])[:2]
    if levels[largest[0]] * levels[largest[-1]] > _CELLS and not allow_large:
        raise ParameterError(
            f"columns must have at most {_CELLS} cells in each pair, got {largest[0]!r} and "
            f"{largest[1]!r} with {levels[largest[0]]} x {levels[largest[1]]}; leave one out, "
            "group its levels, or set allow_large=True"
        )
