"""Names in messages: which one was meant, and which one occurs twice."""

import difflib
from collections import Counter
from collections.abc import Iterable

__all__ = ["did_you_mean", "first_repeated"]


def did_you_mean(word: object, allowed: Iterable[str]) -> str:
    """Return a hint that ends an error message, or nothing when no allowed name is close.

    Examples
    --------
    >>> did_you_mean("numerc", ["numeric", "date"])
    '; did you mean "numeric"?'
    >>> did_you_mean("colour", ["numeric", "date"])
    ''
    """
    by_lowercase = {name.casefold(): name for name in allowed}
    close = difflib.get_close_matches(str(word).casefold().strip(), by_lowercase, n=1)
    return f'; did you mean "{by_lowercase[close[0]]}"?' if close else ""


def first_repeated(names: Iterable[str]) -> str | None:
    """Return the first name that occurs more than once; None when all differ.

    Examples
    --------
    >>> first_repeated(["age", "sex", "sex", "age"])
    'age'
    """
    return next((name for name, count in Counter(names).items() if count > 1), None)
