"""Which way a figure is good: as its own sentence says."""

from collections.abc import Mapping

from vicinage.errors import ParameterError
from vicinage.parameters import check_choice

__all__ = ["lower_is_better"]

_LOWER = ("lower is safer", "lower is better", "0 is best", "0 (best)")
_HIGHER = ("higher is safer", "higher is better", "1 is best", "1 (best)")


def lower_is_better(parameter: str, name: str, sentences: Mapping[str, str]) -> bool:
    """Say whether a low value of a figure is the good one.

    Parameters
    ----------
    parameter : {"risk", "utility"}
        What messages call it.
    name : str
        A figure.
    sentences : mapping of str to str
        What each figure means, see :mod:`vicinage.evaluation.sentences`.

    Raises
    ------
    ParameterError
        If there is no such figure, or if neither low nor high is good by itself.

    Examples
    --------
    >>> lower_is_better("risk", "sdid", {"sdid": "share of close records; lower is safer"})
    True
    """
    check_choice(parameter, name, tuple(sentences))
    for words, lower in ((_LOWER, True), (_HIGHER, False)):
        if any(word in sentences[name] for word in words):
            return lower
    raise ParameterError(
        f"{parameter} must be a figure that is best when low or when high, got {name!r}; its "
        f"meaning is: {sentences[name]}"
    )
