"""Texts that tell records apart, and that somebody has spelled in two ways."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow.compute as pc

from vicinage.table.text_values import numbers_of_texts

__all__ = ["respelled_rows"]

# Without one of these, a number is spelled in the only way: by its digits.
_UNUSUAL = "[.,eE+]"


def respelled_rows(
    cells: Any, missing: npt.NDArray[np.bool_], decimal: str
) -> npt.NDArray[np.int64]:
    """Return the rows whose text is another one, written in a second way.

    A program that reads whole numbers as floats writes 1 as 1.0, and then one household is two.
    Two texts mean the same when they are the same number, or differ only in blanks around them.
    The first to occur counts as the right one.

    Parameters
    ----------
    cells : pyarrow.Array
        Of texts.
    missing : ndarray of bool of shape (n_rows,)
        Cells that are never meant.
    decimal : str
        The decimal sign of numbers.

    Examples
    --------
    >>> import pyarrow as pa
    >>> respelled_rows(pa.array(["1", "1.0", "2 ", "2", "01"]), np.zeros(5, bool), ".")
    array([1, 3])
    """
    encoded = cells.dictionary_encode("encode")
    labels, codes = encoded.dictionary, encoded.indices.to_numpy()
    trimmed = pc.utf8_trim_whitespace(labels)
    unusual = pc.or_(pc.not_equal(trimmed, labels), pc.match_substring_regex(labels, _UNUSUAL))
    if not pc.any(unusual).as_py():
        return np.empty(0, np.int64)
    numbers = numbers_of_texts(trimmed, decimal)
    numeric = np.isfinite(numbers)
    # A long number may be a float that another one is too: its spelling decides then.
    numeric &= np.abs(numbers) < 2**53
    meant: dict[float | str, int] = {}
    second = np.zeros(len(labels), np.bool_)
    present = np.zeros(len(labels), np.bool_)
    present[codes[~missing]] = True
    for place, text in enumerate(trimmed.to_pylist()):
        if present[place]:
            meaning = float(numbers[place]) if numeric[place] else text
            second[place] = meant.setdefault(meaning, place) != place
    return np.flatnonzero(second[codes] & ~missing)
