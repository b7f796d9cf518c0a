"""What a method does, in words for everybody."""

from collections.abc import Mapping
from typing import Any

__all__ = ["what_was_done"]


def what_was_done(record: Mapping[str, Any]) -> str:
    """Describe a release in two or three sentences.

    Parameters
    ----------
    record : mapping
        As :meth:`vicinage.privacy.ReleaseRecord.as_dict` returns it.

    Examples
    --------
    >>> print(what_was_done({"method": "Microaggregation", "parameters": {"group_size": 3}}))
    Similar records were put into groups of 3 or a few more. Each number became the mean of its \
group.
    """
    describe = _SENTENCES.get(record["method"])
    return describe(record["parameters"]) if describe else f"Method: {record['method']}."


def _rwn(parameters: Mapping[str, Any]) -> str:
    k, radius, chance = (parameters[name] for name in ("n_neighbors", "radius", "probability"))
    near = f"the {k} records most like it"
    if radius:
        within = f"all records within a distance of {radius:g}"
        near = f"{within}, but at least {near}" if k else within
    always = chance == 1
    often = "Each cell" if always else f"With a chance of {100 * chance:g} %, each cell"
    return (
        f"For every record, its neighbours were found: {near}. {often} was replaced by the cell of "
        "one neighbour, drawn at random, for each column anew."
    )


def _rank_swapping(parameters: Mapping[str, Any]) -> str:
    return (
        "In each column by itself, cells were swapped with cells of similar rank, at most "
        f"{100 * parameters['fraction']:g} % of the ranks away. The largest and the smallest "
        f"{100 * parameters['tail_fraction']:g} % became their mean."
    )


def _microaggregation(parameters: Mapping[str, Any]) -> str:
    return (
        f"Similar records were put into groups of {parameters['group_size']} or a few more. Each "
        "number became the mean of its group."
    )


def _noise_addition(parameters: Mapping[str, Any]) -> str:
    kind = "correlated" if parameters["correlated"] else "independent"
    return (
        f"To each number, {kind} normal noise was added, with a standard deviation of "
        f"{parameters['scale']:g} times that of the column."
    )


_SENTENCES = {
    "RWN": _rwn,
    "RankSwapping": _rank_swapping,
    "Microaggregation": _microaggregation,
    "NoiseAddition": _noise_addition,
}
