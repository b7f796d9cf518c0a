"""The rule that categories, levels and missing codes share: different strings."""

from collections.abc import Iterable

from vicinage.errors import SchemaError
from vicinage.names import first_repeated

__all__ = ["check_labels", "check_strings"]


def check_labels(parameter: str, labels: Iterable[str]) -> tuple[str, ...]:
    """Return categories or levels as a tuple of different strings that are not empty.

    Raises
    ------
    SchemaError
        As :func:`check_strings`, or if a label is the empty text, which means "missing".

    Examples
    --------
    >>> check_labels("levels", ["low", "high"])
    ('low', 'high')
    """
    checked = check_strings(parameter, labels)
    if "" in checked:
        raise SchemaError(
            f'{parameter} must not hold the empty text, got ""; an empty cell is a missing cell'
        )
    return checked


def check_strings(parameter: str, labels: Iterable[str]) -> tuple[str, ...]:
    """Return the strings as a tuple, in the order given.

    Raises
    ------
    SchemaError
        If `labels` is a single string, holds something else than strings, or a string twice.

    Examples
    --------
    >>> check_strings("missing", ["", "-9"])
    ('', '-9')
    """
    if isinstance(labels, str) or not isinstance(labels, Iterable):
        raise SchemaError(f"{parameter} must be a list of strings, got {labels!r}")
    checked = tuple(labels)
    strange = [label for label in checked if not isinstance(label, str)]
    if strange:
        raise SchemaError(
            f'{parameter} must be strings, got {strange[0]!r}; write it in quotes: "{strange[0]}"'
        )
    twice = first_repeated(checked)
    if twice is not None:
        raise SchemaError(f'{parameter} must be different, got "{twice}" more than once')
    return checked
