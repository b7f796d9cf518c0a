"""Figures of several releases, gathered by name."""

from collections.abc import Mapping, Sequence

from vicinage.evaluation.figure import Figure, number_of

__all__ = ["gathered"]


def gathered(releases: Sequence[Mapping[str, Figure]]) -> dict[str, tuple[float, ...]]:
    """Return the numbers of the figures that every release has.

    Parameters
    ----------
    releases : sequence of mapping of str to figure
        At least one.

    Examples
    --------
    >>> gathered([{"sdid": 0.5, "ks": {"age": 0.2}}, {"sdid": "not defined", "ks": {"age": 0.4}}])
    {'ks': (0.2, 0.4)}
    """
    found = {}
    for name in releases[0]:
        numbers = [number_of(figures.get(name, "")) for figures in releases]
        if None not in numbers:
            found[name] = tuple(number for number in numbers if number is not None)
    return found
